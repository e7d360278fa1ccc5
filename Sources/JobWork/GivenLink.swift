// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// A link that a user gives for all rows, with `{column}` where their values go.
package struct GivenLink {
  private let text: String
  /// Values that are right in any part of a link, the second one where a number has to be.
  private static let harmless = ["a", "1"]

  package init(_ text: String) { self.text = text }

  /// Whether a rule of links is broken whatever the values are, so that no row is to blame.
  package func isWrongItself(as rule: String) -> Bool {
    guard let template = try? URITemplate(text) else { return true }
    // A value at the beginning may bring the scheme along.
    if text.first == "{" { return false }
    return Self.harmless.allSatisfy { value in
      do throws(WebLinkError) {
        _ = try WebLink(template.filled(with: value))
        return false
      } catch {
        return "link-\(error.rule.rawValue)" == rule
      }
    }
  }
}

extension URITemplate {
  /// The link in which every value is this one.
  fileprivate func filled(with value: String) -> String {
    var values = TemplateValues(count: variables.count)
    for slot in variables.indices { values.set(slot, to: value.utf8.span) }
    var expansion = TemplateExpansion()
    expand(values, into: &expansion)
    return String(decoding: expansion.bytes, as: UTF8.self)
  }
}
