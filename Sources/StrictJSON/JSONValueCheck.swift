// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONValue {
  /// Refuses a value that our own reader would not read back at a place this many brackets deep.
  ///
  /// It calls itself for each bracket, as the reader does, and goes no deeper than that.
  func check(insideBrackets depth: Int) throws(JSONEditError) {
    switch self {
    case .null, .bool, .number, .string: return
    case .array(let elements):
      guard depth < JSONLimits.depth else { throw .tooDeep }
      for element in elements { try element.check(insideBrackets: depth + 1) }
    case .object(let members):
      guard depth < JSONLimits.depth else { throw .tooDeep }
      var keys = Set<ExactKey>(minimumCapacity: members.count)
      for (key, value) in members {
        guard keys.insert(ExactKey(key)).inserted else { throw .keyIsTwice(key) }
        try value.check(insideBrackets: depth + 1)
      }
    }
  }
}
