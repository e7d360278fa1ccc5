// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
import TagMemory

/// The settings file of a tag in the simulator of Qt: sections, and bytes as an escaped string.
struct QtSettings {
  static let firstBytes = Array("[Target]".utf8)

  private var values: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: line[..<equals], as: UTF8.self)
      if values[name] == nil { values[name] = Array(line[(equals + 1)...]) }
    }
  }

  func text(_ name: String) -> String? {
    values[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes in `@ByteArray(…)`, with or without quotes around it.
  func byteArray(_ name: String) -> [UInt8]? {
    guard var value = values[name]?[...] else { return nil }
    let quote = UInt8(ascii: "\"")
    if value.first == quote {
      guard value.last == quote, value.count > 1 else { return nil }
      value = value.dropFirst().dropLast()
    }
    let opening = Array("@ByteArray(".utf8)
    guard value.starts(with: opening), value.last == UInt8(ascii: ")") else { return nil }
    return Self.unescaped(value.dropFirst(opening.count).dropLast())
  }

  /// The bytes after the escapes; digits after `\x` and `\0` continue as long as there are any.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let character = rest.popFirst() {
      guard character == UInt8(ascii: "\\") else {
        bytes.append(character)
        continue
      }
      guard let kind = rest.popFirst() else { return nil }
      switch kind {
      case UInt8(ascii: "x"):
        guard let byte = number(&rest, radix: 16) else { return nil }
        bytes.append(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        rest = text[(rest.startIndex - 1)...]
        guard let byte = number(&rest, radix: 8) else { return nil }
        bytes.append(byte)
      case UInt8(ascii: "a"): bytes.append(0x07)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "v"): bytes.append(0x0B)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      default: bytes.append(kind)
      }
    }
    return bytes
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, radix: UInt8) -> UInt8? {
    var value = 0
    var count = 0
    while let digit = rest.first?.hexValue, digit < radix {
      value = value * Int(radix) + Int(digit)
      guard value <= 0xFF else { return nil }
      count += 1
      rest.removeFirst()
    }
    return count == 0 ? nil : UInt8(truncatingIfNeeded: value)
  }
}

extension DumpFile {
  static func qt(_ settings: QtSettings) throws(DumpError) -> DumpFile {
    guard let bytes = settings.byteArray("Data"), !bytes.isEmpty else { throw .noMemory }
    // The simulator's own UID, where there is one, is set apart by colons.
    let declared = settings.text("UID").flatMap { text in
      HexText.bytes(String(text.map { $0 == ":" ? " " : $0 }))
    }
    switch settings.text("Type") {
    case "TagType1":
      let dump = Type1Dump(bytes: bytes)
      return DumpFile(format: .qt, uid: declared ?? dump.uid, memory: .type1(dump))
    case "TagType2":
      var findings: [DumpFinding] = []
      let pages = Array(bytes.pages.prefix(DumpLimits.pageCount))
      let dump = Type2Dump(pages: pages, answers: .init(), noting: &findings)
      return DumpFile(
        format: .qt, uid: declared ?? dump.uid, memory: .type2(dump), findings: findings)
    default:
      throw .kindUnsupported
    }
  }
}
