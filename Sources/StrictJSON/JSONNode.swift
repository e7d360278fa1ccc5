// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A value that was read, with its place in the text.
package struct JSONNode: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package let content: Content
  /// The bytes of the value in the text, brackets and quotes included.
  package let range: Range<Int>
}

/// A key and its value in an object that was read.
package struct JSONMember: Sendable {
  package let key: String
  /// The bytes of the key in the text, quotes included.
  package let keyRange: Range<Int>
  package let value: JSONNode
}

extension JSONNode {
  /// The elements if this is an array.
  package var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The members if this is an object, in the order of the text.
  package var members: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The characters if this is a string.
  package var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// The truth value if this is one.
  package var bool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }

  /// The number if this is one.
  package var number: JSONNumber? {
    if case .number(let number) = content { number } else { nil }
  }

  /// The values in this one if it is an array or an object, else none.
  package var children: [JSONNode] { elements ?? members?.map(\.value) ?? [] }

  /// The value of the first member with exactly this key.
  package subscript(key: String) -> JSONNode? {
    members?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The value alone, without its place.
  package var value: JSONValue {
    switch content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.map { (key: $0.key, value: $0.value.value) })
    }
  }
}
