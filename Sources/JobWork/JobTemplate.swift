// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
internal import Files
internal import Plain
internal import WebLink

/// A job to start from: the files in `Templates/`, which are bytes in this program.
package enum JobTemplate: String, CaseIterable {
  case oneLink = "one-link"
  case spreadsheet
  case numbers
  case tokens
  case appClip = "app-clip"
  case password
  case uidMirror = "uid-mirror"

  /// The structure of manifests for editors, to which every manifest refers.
  package static var schema: [UInt8] { TemplateFiles.bytes(at: "job.rng") }

  /// What the job is for: the first line of the comment that begins the file.
  package var summary: String {
    for line in lines where !line.hasPrefix("<!-- SPDX") {
      var words = line.split(separator: " ")
      words.removeAll { $0 == "<!--" || $0 == "-->" }
      if let first = words.first, !first.hasPrefix("<?") { return words.joined(separator: " ") }
    }
    return ""
  }

  /// The spreadsheet that the job takes its rows from.
  package var sheet: (name: String, bytes: [UInt8])? {
    self == .spreadsheet ? ("stores.csv", TemplateFiles.bytes(at: "stores.csv")) : nil
  }

  /// Whether its tags are counted, and not those of a list.
  package var hasCount: Bool { lines.contains { $0.contains("<rows count=") } }

  /// Whether the job needs a key file.
  package var hasKey: Bool { self == .password }

  /// The values that the job is about; at least one of them is in its link.
  private var ownVariables: [String] {
    switch self {
    case .appClip: ["table"]
    case .tokens: ["code"]
    case .uidMirror: ["mirror.uid", "mirror.counter"]
    case .oneLink, .spreadsheet, .numbers, .password: []
    }
  }

  /// The manifest of a job with this name, and with this link if there is one.
  package func manifest(
    named name: String, title: String? = nil, link: String?, isGenuine: Bool = false
  ) throws(Failure) -> String {
    // What is wrong with a link that cannot be read is said when the job is checked.
    let variables = link.flatMap { try? URITemplate($0) }?.variables.map(\.name)
    if let variables, !ownVariables.isEmpty, !ownVariables.contains(where: variables.contains) {
      let names = ownVariables.map { "{\($0)}" }.joined(separator: " or ")
      throw Failure(
        name: "link-without-variable",
        words: "A job from the template \(rawValue) needs \(names) in its link.",
        kind: .differs, cure: .chooseTemplate)
    }
    var lines = lines
    if self == .oneLink, variables?.isEmpty == false { lines = Self.withoutSameness(lines) }
    lines = lines.filter { !$0.hasPrefix("<!-- SPDX") }.map { line in
      if line.hasPrefix("<job ") {
        return
          "<job xmlns=\"urn:tagpress:job:1\" id=\"\(name)\" title=\"\(xml(title ?? name))\">"
      }
      if let link, line.hasPrefix("  <link>") { return "  <link>\(xml(link))</link>" }
      if isGenuine, line.hasPrefix("  <tags ") {
        return line.replacing(" genuine=\"check\"", with: "")
          .replacing("/>", with: " genuine=\"require\"/>")
      }
      return line.replacing("\(rawValue).xml", with: "\(name).xml")
        .replacing("spring.keys", with: "\(name).keys")
    }
    return lines.joined(separator: "\n")
  }

  /// The job of one link without the switch and the comments that say that all tags are the same.
  private static func withoutSameness(_ lines: [String]) -> [String] {
    var kept: [String] = []
    var isComment = false
    for line in lines {
      if line.hasPrefix("  <!-- 500 tags") { isComment = true }
      if !isComment {
        kept.append(
          line.replacing(" duplicates=\"allow\"", with: "").replacing(
            "One link on many tags: every sticker, poster or table stand opens the same page.",
            with: "Many tags, each with a link of its own."))
      }
      if line.hasSuffix("-->") { isComment = false }
    }
    return kept
  }

  private var lines: [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private var bytes: [UInt8] { TemplateFiles.bytes(at: "\(rawValue).xml") }
}
