// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation
package import WebLink

/// What all links of a job have in common, as far as its template tells.
package struct JobLinks {
  /// The host, unless the rows choose it.
  package let host: String?
  /// Admits all links of the job, and as few others as the template can tell.
  let rule: LinkRule

  package init(_ template: URITemplate) {
    let outline = Outline(template.parts)
    let link = try? WebLink(outline.text)
    guard let link, link.kind.isWeb, let host = link.host else {
      self.host = nil
      rule = LinkRule(path: "*")
      return
    }
    self.host = host.contains(outline.gap) ? nil : String(host)
    rule = LinkRule(
      LinkShape(
        path: outline.parts(of: link.path), query: outline.parts(of: link.query),
        fragment: outline.parts(of: link.fragment)))
  }
}

/// A link that stands for all links of a template: the same word is in the place of each value.
private struct Outline {
  private(set) var text = ""
  let gap: String

  init(_ parts: [URITemplate.Part]) {
    let gap = Self.word(notIn: parts)
    self.gap = gap
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .value: text += gap
      // Another item of the query asks for nothing.
      case .option("&") where isBehindPath: continue
      case .option("?"), .option("&"), .option("#"): return
      case .option, .openValue:
        // Here the path may continue in any way, or not at all: its last segment may be any.
        if !isBehindPath, let slash = text.lastIndex(of: "/") { text = String(text[...slash]) }
        text += gap
        return
      }
    }
  }

  private var isBehindPath: Bool { text.contains("?") || text.contains("#") }

  /// A word that normalising leaves alone wherever it is.
  private static func word(notIn parts: [URITemplate.Part]) -> String {
    var number = 0
    func isTaken() -> Bool {
      parts.contains {
        if case .literal(let text) = $0 { text.contains("v\(number)") } else { false }
      }
    }
    while isTaken() { number += 1 }
    return "v\(number)"
  }

  func parts(of text: Substring?) -> [LinkShape.Part] {
    var parts: [LinkShape.Part] = []
    let literals = (text ?? "").split(separator: gap, omittingEmptySubsequences: false)
    for (index, literal) in literals.enumerated() {
      if index > 0 { parts.append(.variable) }
      if !literal.isEmpty { parts.append(.literal(String(literal))) }
    }
    return parts
  }
}

extension LinkKind {
  /// Whether apps may claim the link with an association file.
  package var isWeb: Bool { self == .web || self == .maps }
}
