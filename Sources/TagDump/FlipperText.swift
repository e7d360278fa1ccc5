// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The lines `name: value` of a Flipper file.
struct FlipperText {
  private var fields: [String: Field] = [:]

  struct Field {
    let value: Substring
    let line: Int
  }

  static let firstBytes = Array("Filetype: Flipper NFC device".utf8)

  init(_ bytes: [UInt8]) {
    for (index, line) in bytes.lines.enumerated() where !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      let name = String(line[..<colon])
      // A Flipper takes the first line of a name, so what follows it counts for nothing.
      if fields[name] == nil { fields[name] = Field(value: value, line: index + 1) }
    }
  }

  subscript(name: String) -> Field? { fields[name] }

  func text(_ name: String) -> String? {
    fields[name].map { String($0.value.trimmed) }
  }

  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// The bytes of a field; a value that is not hexadecimal is noted and left out.
  func bytes(_ name: String, noting findings: inout [DumpFinding]) -> [UInt8]? {
    guard let field = fields[name] else { return nil }
    guard let bytes = HexText.bytes(field.value.trimmed) else {
      findings.append(.valueMalformed(line: field.line))
      return nil
    }
    return bytes
  }

  /// The same for a field in which bytes may be unknown, and which must have this many.
  func maskedBytes(_ name: String, count: Int, noting findings: inout [DumpFinding]) -> [UInt8?]? {
    guard let field = fields[name] else { return nil }
    guard let bytes = HexText.maskedBytes(field.value.trimmed), bytes.count == count else {
      findings.append(.valueMalformed(line: field.line))
      return nil
    }
    return bytes
  }
}

extension Substring {
  /// The text without spaces at its end.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
