// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What in the bytes of a file says for certain how its letters are written.

/// The bytes at the beginning of a file that only say how it is written.
enum ByteOrderMark {
  /// The longer marks first, because one begins like a shorter one.
  private static let all: [(bytes: [UInt8], encoding: CSVEncoding)] = [
    ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ([0x84, 0x31, 0x95, 0x33], .gb18030), ([0xEF, 0xBB, 0xBF], .utf8),
    ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
  ]

  static func find(in bytes: ArraySlice<UInt8>) -> (encoding: CSVEncoding, length: Int)? {
    all.first { bytes.starts(with: $0.bytes) }.map { ($0.encoding, $0.bytes.count) }
  }
}

/// UTF-16 or UTF-32, if the zeros beside ASCII letters show it; other encodings have no zeros.
func wideEncoding(of sample: ArraySlice<UInt8>) -> CSVEncoding? {
  var zeros = [0, 0, 0, 0]
  for (index, byte) in sample.enumerated() where byte == 0 { zeros[index & 3] += 1 }
  let quarter = sample.count / 4
  // Every letter has a zero at one end in UTF-32, and ASCII letters have two more.
  if quarter > 0, sample.count & 3 == 0 {
    if zeros[3] == quarter, zeros[2] > 0 { return .utf32LittleEndian }
    if zeros[0] == quarter, zeros[1] > 0 { return .utf32BigEndian }
  }
  let even = zeros[0] + zeros[2]
  let odd = zeros[1] + zeros[3]
  // One zero for 16 letters is little: a table has a separator or a line end more often. A letter
  // such as U+4E00 has its zero on the other side.
  guard sample.count >= 4, (even + odd) * 32 >= sample.count else { return nil }
  if odd > 4 * even { return .utf16LittleEndian }
  if even > 4 * odd { return .utf16BigEndian }
  return nil
}

/// Whether ASCII has the escapes with which Japanese mail begins its letters (RFC 1468).
func isISO2022JP(_ sample: ArraySlice<UInt8>) -> Bool {
  var rest = sample
  while let escape = rest.firstIndex(of: 0x1B) {
    rest = rest[(escape + 1)...]
    if rest.starts(with: "$B".utf8) || rest.starts(with: "$@".utf8) || rest.starts(with: "$(".utf8)
      || rest.starts(with: "(I".utf8)
    {
      return true
    }
  }
  return false
}

/// What is at the beginning of some bytes, if they are UTF-8.
enum UTF8Letter {
  case whole(Int)
  case incomplete
  case invalid

  init(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    // The least second byte shuts out forms that are too long, the greatest one surrogates and
    // what is beyond Unicode.
    let (length, least, greatest): (Int, UInt8, UInt8) =
      switch bytes[start] {
      case 0..<0x80: (1, 0, 0)
      case 0xC2...0xDF: (2, 0x80, 0xBF)
      case 0xE0: (3, 0xA0, 0xBF)
      case 0xED: (3, 0x80, 0x9F)
      case 0xE1...0xEF: (3, 0x80, 0xBF)
      case 0xF0: (4, 0x90, 0xBF)
      case 0xF1...0xF3: (4, 0x80, 0xBF)
      case 0xF4: (4, 0x80, 0x8F)
      default: (0, 0, 0)
      }
    let there = bytes.prefix(length)
    guard length > 0, there.count < 2 || (least...greatest).contains(there[start + 1]),
      there.dropFirst(2).allSatisfy({ $0 & 0xC0 == 0x80 })
    else {
      self = .invalid
      return
    }
    self = there.count == length ? .whole(length) : .incomplete
  }
}

/// Whether bytes that come in pieces are UTF-8.
struct UTF8Check {
  private(set) var isRight = true
  private var longLetters = 0
  private var shortLetters = 0
  /// Letters of Latin words, such as the second one of `Zürich`.
  private var lettersInWords = 0
  /// Letters with one of ASCII behind them, and signs such as `°`, which stand alone.
  private var expectedLetters = 0
  private var lastIsASCIILetter = false
  private var waiting: [UInt8] = []

  init() {}

  /// All of the bytes, or the first of some whose last letter need not be complete.
  init(_ bytes: ArraySlice<UInt8>, isWhole: Bool) {
    read(bytes)
    if isWhole, !waiting.isEmpty { isRight = false }
  }

  mutating func read(_ bytes: ArraySlice<UInt8>) {
    guard isRight else { return }
    var rest = waiting.isEmpty ? bytes : (waiting + bytes)[...]
    waiting.removeAll()
    while let next = rest.firstIndex(where: { $0 >= 0x80 }) {
      if next > rest.startIndex { lastIsASCIILetter = rest[next - 1].isASCIILetter }
      rest = rest[next...]
      switch UTF8Letter(rest) {
      case .whole(let length):
        if length > 2 { longLetters += 1 } else { shortLetters += 1 }
        if length == 2, lastIsASCIILetter { lettersInWords += 1 }
        if length == 2, rest.isSign || rest.dropFirst(2).first?.isASCIILetter == true {
          expectedLetters += 1
        }
        lastIsASCIILetter = false
        rest = rest.dropFirst(length)
      case .incomplete:
        waiting = Array(rest)
        return
      case .invalid:
        isRight = false
        return
      }
    }
    if let last = rest.last { lastIsASCIILetter = last.isASCIILetter }
  }

  /// Whether so few letters are there, and none beside letters of ASCII, that the bytes may be UTF-8
  /// by accident: `女` in GB18030 is `Ů` in UTF-8.
  var mayBeAccident: Bool {
    isRight && longLetters == 0 && (1...2).contains(shortLetters) && lettersInWords == 0
      && expectedLetters == 0
  }

  /// Whether the bytes are UTF-8 because they were written so.
  ///
  /// In an encoding with one byte for each letter, no word looks like UTF-8. Where letters have two
  /// bytes, some few letters may look so by accident.
  func isNoAccident(in stated: CSVEncoding) -> Bool {
    guard isRight, waiting.isEmpty, longLetters + shortLetters > 0 else { return false }
    return stated.isSingleByte || longLetters > 0 || lettersInWords > 0 || shortLetters > 3
  }
}

extension ArraySlice<UInt8> {
  /// Whether a letter of two bytes in UTF-8 is a sign of Latin 1.
  fileprivate var isSign: Bool {
    let (first, second) = (self[startIndex], self[startIndex + 1])
    return first == 0xC2 || first == 0xC3 && (second == 0x97 || second == 0xB7)
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
