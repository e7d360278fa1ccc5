// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

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
