// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// A finding about an association file, its place, and what its sentence needs.
package struct LintFinding: Equatable, Sendable {
  package let rule: LintRule
  package let position: JSONPosition
  /// The key or value that is wrong.
  package var text: String?
  /// What was probably meant.
  package var suggestion: String?
  /// The rule that is in the way, or the first of two equal things.
  package var other: JSONPosition?
  /// The error in the JSON.
  package var json: JSONFinding?
  /// A size above the limit.
  package var byteCount: Int?

  package var severity: LintRule.Severity { rule.severity }

  init(_ rule: LintRule, at position: JSONPosition) {
    self.rule = rule
    self.position = position
  }
}

/// The findings about a file, collected while it is checked.
struct LintFindings {
  let document: JSONDocument
  private(set) var all: [LintFinding] = []

  init(in document: JSONDocument) {
    self.document = document
  }

  mutating func add(
    _ rule: LintRule, at node: JSONNode, text: String? = nil, suggestion: String? = nil,
    other: JSONPosition? = nil
  ) {
    add(
      rule, at: document.position(of: node), text: text ?? node.string, suggestion: suggestion,
      other: other)
  }

  mutating func add(
    _ rule: LintRule, at member: JSONMember, suggestion: String? = nil,
    other: JSONPosition? = nil
  ) {
    let position = document.position(of: member.keyRange.lowerBound)
    add(rule, at: position, text: member.key, suggestion: suggestion, other: other)
  }

  mutating func add(
    _ rule: LintRule, at position: JSONPosition, text: String? = nil, suggestion: String? = nil,
    other: JSONPosition? = nil
  ) {
    var finding = LintFinding(rule, at: position)
    finding.text = text
    finding.suggestion = suggestion
    finding.other = other
    all.append(finding)
  }
}
