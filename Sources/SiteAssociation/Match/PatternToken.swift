// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A piece of a pattern as it is written.
enum PatternToken: Equatable {
  case text([UInt8])
  /// `?`, exactly one character.
  case character
  /// `*`, any characters or none.
  case run
  /// `$(name)`.
  case variable(String)
}

extension [PatternToken] {
  /// Splits a pattern; without variables a `$(` is plain text, and so is one that is never closed.
  init(_ pattern: String, hasVariables: Bool) {
    self = []
    let bytes = [UInt8](pattern.utf8)
    var text: [UInt8] = []
    var lastClosing = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
    if !hasVariables { lastClosing = -1 }
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "?"):
        flush(&text)
        let token = byte == UInt8(ascii: "*") ? PatternToken.run : .character
        // Two stars in a row match what one does.
        if token != .run || last != .run { append(token) }
      case UInt8(ascii: "$") where offset < lastClosing && bytes[offset] == UInt8(ascii: "("):
        flush(&text)
        let name = bytes[(offset + 1)...].prefix { $0 != UInt8(ascii: ")") }
        append(.variable(String(decoding: name, as: UTF8.self)))
        offset = name.endIndex + 1
      default:
        text.append(byte)
      }
    }
    flush(&text)
  }

  private mutating func flush(_ text: inout [UInt8]) {
    if !text.isEmpty { append(.text(text)) }
    text = []
  }
}

// A path is compared without regard to the slashes at its ends (recorded results of Apple's matcher:
// `/buy` = `/buy/` = `/buy//`, `abc` = `/abc` = `//abc`), which is settled once, here.
extension [PatternToken] {
  /// Takes the slashes off the end, as they are taken off the path of a link.
  mutating func dropTrailingSlashes() {
    guard case .text(var text) = last else { return }
    while text.last == UInt8(ascii: "/") { text.removeLast() }
    removeLast()
    if !text.isEmpty { append(.text(text)) }
  }

  /// Begins the pattern with exactly one slash.
  ///
  /// A star needs none, because it matches one. What a variable begins with differs from value to value.
  mutating func startWithOneSlash() {
    switch first {
    case .text(let text):
      self[0] = .text([UInt8(ascii: "/")] + text.drop { $0 == UInt8(ascii: "/") })
    case .character:
      insert(.text([UInt8(ascii: "/")]), at: 0)
    case .run, .variable, nil:
      break
    }
  }

  /// Puts a slash before a wildcard or a variable at the beginning.
  mutating func startWithSlashBeforeWildcard() {
    switch first {
    case .run, .variable: insert(.text([UInt8(ascii: "/")]), at: 0)
    case .text, .character, nil: break
    }
  }

  /// Takes `/*` off the end and says whether it was there.
  mutating func dropSubtree() -> Bool {
    guard last == .run, case .text(var text) = dropLast().last, text.last == UInt8(ascii: "/")
    else {
      return false
    }
    removeLast(2)
    text.removeLast()
    if !text.isEmpty { append(.text(text)) }
    return true
  }
}
