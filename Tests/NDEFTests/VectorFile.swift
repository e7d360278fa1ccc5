// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// The shared file of vectors, which lies beside the project on some machines only.
enum VectorFile {
  static let path: String = {
    if let shared = getenv("TAGPRESS_SHARED") {
      return String(cString: shared) + "/data/ndef-vectors.json"
    }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/../shared/data/ndef-vectors.json"
  }()

  static var isThere: Bool { access(path, R_OK) == 0 }

  static func read() -> JSON {
    guard let file = fopen(path, "r") else { return .null }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    var reader = JSONText(bytes: bytes)
    return reader.value()
  }
}

/// Just enough of JSON for that file, which is known to be well-formed.
enum JSON {
  case null
  case number(Int)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let value) = self { value } else { nil } }
  var array: [JSON] { if case .array(let elements) = self { elements } else { [] } }
}

struct JSONText {
  let bytes: [UInt8]
  var position = 0

  private mutating func next() -> UInt8 {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x3A].contains(bytes[position]) {
      position += 1
    }
    return position < bytes.count ? bytes[position] : 0
  }

  mutating func value() -> JSON {
    switch next() {
    case UInt8(ascii: "{"):
      position += 1
      var members: [String: JSON] = [:]
      while next() == UInt8(ascii: "\"") {
        let key = string()
        members[key] = value()
      }
      position += 1
      return .object(members)
    case UInt8(ascii: "["):
      position += 1
      var elements: [JSON] = []
      while next() != UInt8(ascii: "]"), position < bytes.count { elements.append(value()) }
      position += 1
      return .array(elements)
    case UInt8(ascii: "\""):
      return .string(string())
    default:
      let word = bytes[position...].prefix { ![0x2C, 0x5D, 0x7D, 0x0A, 0x20].contains($0) }
      position += max(1, word.count)
      return Int(String(decoding: word, as: UTF8.self)).map(JSON.number) ?? .null
    }
  }

  private mutating func string() -> String {
    var units: [UInt16] = []
    var start = position + 1
    position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      units += String(decoding: bytes[start..<position], as: UTF8.self).utf16
      let escape = bytes[position + 1]
      position += 2
      switch escape {
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        position += 4
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      default: units.append(UInt16(escape))
      }
      start = position
    }
    units += String(decoding: bytes[start..<position], as: UTF8.self).utf16
    position += 1
    return String(decoding: units, as: UTF16.self)
  }
}
