// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What may be missing; programs are told about it by null, so that a member is always there.
extension JSONValue {
  package static func optional(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  package static func optional(_ number: Int?) -> JSONValue {
    number.map { .integer($0) } ?? .null
  }

  package static func optional(_ flag: Bool?) -> JSONValue {
    flag.map { .bool($0) } ?? .null
  }
}
