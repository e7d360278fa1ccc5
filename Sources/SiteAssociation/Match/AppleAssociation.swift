// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// What a system reads in an `apple-app-site-association` file.
///
/// What the system ignores (unknown keys, values of a wrong type) is left out here silently; the
/// linter reports it.
package struct AppleAssociation: Sendable {
  /// The entries of `applinks.details`, in the order of the file.
  package let entries: [AppleEntry]
  /// `applinks.substitutionVariables`, each name with its values.
  package let variables: [String: [String]]
  /// Apps that may be started as an App Clip of the host (`appclips.apps`).
  package let appClips: [Placed<String>]
  /// Apps that may use the passwords of the host (`webcredentials.apps`).
  package let webCredentials: [Placed<String>]
  /// Apps that may take over an activity of the host's pages (`activitycontinuation.apps`).
  package let activityContinuation: [Placed<String>]
}

/// The links of the host that one app, or several apps, open.
package struct AppleEntry: Sendable {
  package let position: JSONPosition
  package let apps: [Placed<String>]
  /// Where the rules come from.
  package let form: Form
  package let rules: [AppleRule]
  /// Whether nothing tells how systems read an entry of this form.
  package internal(set) var isOfUnknownForm = false

  package enum Form: Sendable {
    case components
    /// The form of iOS 12 and before.
    case paths
    /// Neither is there.
    case none
  }
}

/// One element of `components`, with its defaults filled in, or of `paths`.
package struct AppleRule: Sendable {
  package let position: JSONPosition
  /// False for an element that is not a component at all; it is here so that the others keep their
  /// number.
  package internal(set) var isUsable = true
  /// The pattern of the path; nil admits every path.
  package internal(set) var path: Placed<String>?
  package internal(set) var query: AppleQuery?
  package internal(set) var fragment: Placed<String>?
  package internal(set) var excludes = false
  package internal(set) var isCaseSensitive = true
  /// Whether patterns are compared with the link as it is written, or else decoded.
  package internal(set) var isPercentEncoded = true
  /// The parts that have a wrong type, so that nobody knows how systems read the rule.
  var mistakes: Mistakes = []

  /// Parts of a rule that are neither what they should be nor absent.
  struct Mistakes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let path = Mistakes(rawValue: 1 << 0)
    static let query = Mistakes(rawValue: 1 << 1)
    static let fragment = Mistakes(rawValue: 1 << 2)
    static let exclude = Mistakes(rawValue: 1 << 3)
    static let caseSensitive = Mistakes(rawValue: 1 << 4)
    static let percentEncoded = Mistakes(rawValue: 1 << 5)
    /// It is no object at all.
    static let all = Mistakes(rawValue: 0x3F)
  }
}

/// The pattern of a query.
package enum AppleQuery: Sendable {
  /// For the query as a whole.
  case whole(Placed<String>)
  /// For the values of single items.
  case items([(name: String, pattern: Placed<String>)])
}

/// A value of an association file and its place there.
package struct Placed<Value: Sendable>: Sendable {
  package let value: Value
  package let position: JSONPosition

  package init(_ value: Value, at position: JSONPosition) {
    self.value = value
    self.position = position
  }
}

extension Placed: Equatable where Value: Equatable {}

extension JSONDocument {
  func position(of node: JSONNode) -> JSONPosition {
    position(of: node.range.lowerBound)
  }

  /// The value if it is a string, with its place.
  func placedString(_ node: JSONNode?) -> Placed<String>? {
    guard let node, let string = node.string else { return nil }
    return Placed(string, at: position(of: node))
  }

  /// The strings of an array with their places; other elements are left out.
  func placedStrings(_ node: JSONNode?) -> [Placed<String>] {
    node?.elements?.compactMap { placedString($0) } ?? []
  }
}
