// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONValue {
  /// The value over several lines: the order given, two spaces to a level, a line end at the end.
  package var pretty: String {
    var writer = JSONWriter(style: .pretty)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// The value on one line without its line end, for JSON Lines.
  package var compact: String {
    var writer = JSONWriter(style: .compact)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Lays a value out in a style; equal values give equal bytes.
struct JSONWriter {
  let style: JSONStyle
  /// The indentation of the line on which the value begins.
  var outerIndentation = ""
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  init(style: JSONStyle, outerIndentation: String = "") {
    self.style = style
    self.outerIndentation = outerIndentation
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .number(let number): bytes += number.literal.utf8
    case .string(let string): write(string)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        startItem(at: index)
        write(element)
      }
      close(with: UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        startItem(at: index)
        write(key: member.key, value: member.value)
      }
      close(with: UInt8(ascii: "}"), isEmpty: members.isEmpty)
    }
  }

  mutating func write(key: String, value: JSONValue) {
    write(key)
    bytes += style.colon.utf8
    write(value)
  }

  private mutating func startItem(at index: Int) {
    if index == 0 { depth += 1 } else { bytes.append(UInt8(ascii: ",")) }
    if style.newline != nil { startLine() } else if index > 0 { bytes += style.gap.utf8 }
  }

  private mutating func close(with bracket: UInt8, isEmpty: Bool) {
    if !isEmpty {
      depth -= 1
      if style.newline != nil { startLine() }
    }
    bytes.append(bracket)
  }

  private mutating func startLine() {
    bytes += (style.newline ?? "").utf8
    bytes += outerIndentation.utf8
    for _ in 0..<depth { bytes += style.indentation.utf8 }
  }

  /// Writes a string so that no terminal and no script takes a part of it for a command.
  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    if string.utf8.allSatisfy(\.isPlain) {
      bytes += string.utf8
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes += #"\""#.utf8
      case "\\": bytes += #"\\"#.utf8
      case "\u{08}": bytes += #"\b"#.utf8
      case "\u{0C}": bytes += #"\f"#.utf8
      case "\n": bytes += #"\n"#.utf8
      case "\r": bytes += #"\r"#.utf8
      case "\t": bytes += #"\t"#.utf8
      case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case _ where scalar.isInvisible:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16, uppercase: true)
    bytes += #"\u"#.utf8
    bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
    bytes += digits.utf8
  }
}

extension UInt8 {
  /// A character that stands for itself in a string, as nearly all of them do.
  fileprivate var isPlain: Bool {
    (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension Unicode.Scalar {
  /// Controls, line ends that scripts take for theirs, and what only changes how others are shown,
  /// such as the marks that turn the direction of writing.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
