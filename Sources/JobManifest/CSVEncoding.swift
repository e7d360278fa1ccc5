// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How the letters of a CSV file are written.
package enum CSVEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "UTF-8"
  case windows1252 = "Windows-1252"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"

  /// The characters of Windows-1252 at 80 to 9F; zero where it has none.
  static let windows1252Controls: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}

/// Turns the bytes of a CSV file into UTF-8 as they come.
///
/// Without a mark at its beginning, a file is taken for UTF-8 until a byte says otherwise. As long as
/// all before it was ASCII, which is the same in both, the file then turns out to be Windows-1252.
struct CSVDecoder {
  private(set) var encoding = CSVEncoding.utf8
  /// What the latest call came upon; in a whole file there is at most one of each kind.
  private(set) var notes: [Note] = []
  /// Whether the file begins like a workbook of Excel or LibreOffice, which is not text at all.
  private(set) var isWorkbook = false
  private var hasFault = false
  private var isBegun = false
  private var isASCII = true
  /// Bytes at the end of a piece whose letter is not complete.
  private var carried: [UInt8] = []

  struct Note {
    /// The byte in the output of the call.
    let offset: Int
    /// From here on it is Windows-1252; otherwise the encoding has no letter for the byte.
    let isGuess: Bool
  }

  /// Appends what the bytes say; `isLast` tells that nothing follows them.
  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    notes.removeAll()
    var input = carried
    bytes.withUnsafeBufferPointer { input.append(contentsOf: $0) }
    carried.removeAll()
    var offset = 0
    if !isBegun {
      guard input.count >= 4 || isLast else {
        carried = input
        return
      }
      isBegun = true
      offset = begin(input)
    }
    while offset < input.count {
      let start = offset
      switch encoding {
      case .utf8: decodeUTF8(input, &offset, into: &output)
      case .windows1252: decodeWindows1252(input, &offset, into: &output)
      case .utf16LittleEndian, .utf16BigEndian: decodeUTF16(input, &offset, into: &output)
      }
      // What is left is the beginning of a letter, or at the end of the file the rest of one.
      guard offset == start else { continue }
      if isLast {
        if encoding == .utf8, isASCII {
          becomeWindows1252(at: output.count)
          continue
        }
        noteFault(at: output.count)
        output += "\u{FFFD}".utf8
      } else {
        carried = Array(input[offset...])
      }
      return
    }
  }

  /// Looks for a byte order mark, or for the zeros that ASCII letters have in UTF-16.
  private mutating func begin(_ input: [UInt8]) -> Int {
    if input.starts(with: [0xEF, 0xBB, 0xBF]) {
      isASCII = false
      return 3
    }
    if input.starts(with: [0xFF, 0xFE]) {
      encoding = .utf16LittleEndian
      return 2
    }
    if input.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16BigEndian
      return 2
    }
    guard input.count >= 4 else { return 0 }
    // A ZIP archive, and the compound file that Excel wrote up to 2003.
    isWorkbook =
      input.starts(with: [0x50, 0x4B, 0x03, 0x04]) || input.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    switch (input[0], input[1], input[2], input[3]) {
    case (1..., 0, 1..., 0): encoding = .utf16LittleEndian
    case (0, 1..., 0, 1...): encoding = .utf16BigEndian
    default: break
    }
    return 0
  }

  private mutating func noteFault(at offset: Int) {
    if !hasFault { notes.append(Note(offset: offset, isGuess: false)) }
    hasFault = true
  }

  private mutating func becomeWindows1252(at offset: Int) {
    encoding = .windows1252
    notes.append(Note(offset: offset, isGuess: true))
  }

  private mutating func decodeUTF8(
    _ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]
  ) {
    let start = offset
    defer { output += input[start..<offset] }
    while offset < input.count {
      let lead = input[offset]
      if lead < 0x80 {
        offset += 1
        continue
      }
      // The least second byte shuts out forms that are too long, the greatest one surrogates and
      // what is beyond Unicode.
      let (length, least, greatest): (Int, UInt8, UInt8) =
        switch lead {
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0: (3, 0xA0, 0xBF)
        case 0xED: (3, 0x80, 0x9F)
        case 0xE1...0xEF: (3, 0x80, 0xBF)
        case 0xF0: (4, 0x90, 0xBF)
        case 0xF1...0xF3: (4, 0x80, 0xBF)
        case 0xF4: (4, 0x80, 0x8F)
        default: (0, 0, 0)
        }
      let there = input[offset...].prefix(length)
      let isRight =
        length > 0 && (there.count < 2 || (least...greatest).contains(there[offset + 1]))
        && there.dropFirst(2).allSatisfy { $0 & 0xC0 == 0x80 }
      guard isRight else {
        let place = output.count + offset - start
        if isASCII {
          becomeWindows1252(at: place)
        } else {
          noteFault(at: place)
          encoding = .windows1252
        }
        return
      }
      guard there.count == length else { return }
      isASCII = false
      offset += length
    }
  }

  private mutating func decodeWindows1252(
    _ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]
  ) {
    while offset < input.count {
      let byte = input[offset]
      offset += 1
      switch byte {
      case 0..<0x80: output.append(byte)
      case 0xA0...: output.append(character: UInt32(byte))
      default:
        let value = CSVEncoding.windows1252Controls[Int(byte & 0x1F)]
        if value == 0 { noteFault(at: output.count) }
        output.append(character: value == 0 ? 0xFFFD : value)
      }
    }
  }

  private mutating func decodeUTF16(
    _ input: [UInt8], _ offset: inout Int, into output: inout [UInt8]
  ) {
    func unit(_ offset: Int) -> UInt32? {
      guard offset + 1 < input.count else { return nil }
      let first = UInt32(input[offset])
      let second = UInt32(input[offset + 1])
      return encoding == .utf16LittleEndian ? second << 8 | first : first << 8 | second
    }
    while let first = unit(offset) {
      guard first & 0xF800 == 0xD800 else {
        output.append(character: first)
        offset += 2
        continue
      }
      if first < 0xDC00 {
        guard let second = unit(offset + 2) else { return }
        if second & 0xFC00 == 0xDC00 {
          output.append(character: 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
          offset += 4
          continue
        }
      }
      noteFault(at: output.count)
      output.append(character: 0xFFFD)
      offset += 2
    }
  }
}

extension [UInt8] {
  /// Appends a Unicode scalar value in UTF-8.
  fileprivate mutating func append(character value: UInt32) {
    func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift & 0x3F) | 0x80 }
    switch value {
    case 0..<0x80: append(UInt8(truncatingIfNeeded: value))
    case 0..<0x800:
      append(UInt8(truncatingIfNeeded: value >> 6) | 0xC0)
      append(low(0))
    case 0..<0x10000:
      append(UInt8(truncatingIfNeeded: value >> 12) | 0xE0)
      append(low(6))
      append(low(0))
    default:
      append(UInt8(truncatingIfNeeded: value >> 18) | 0xF0)
      append(low(12))
      append(low(6))
      append(low(0))
    }
  }
}
