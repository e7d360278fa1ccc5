// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How the letters of a CSV file are written.
package struct CSVEncoding: Hashable, Sendable {
  /// The name that a manifest has for it.
  package let name: String
  let form: Form

  /// What turns its bytes into letters.
  enum Form: Hashable, Sendable {
    case utf8
    case utf16(isLittleEndian: Bool)
    /// Its byte order is that of its mark, or the one that its zeros show.
    case utf16AsMarked
    case windows1252
    /// The C library, by its own name for it.
    case system(String)
  }

  package static let utf8 = CSVEncoding(name: "UTF-8", form: .utf8)
  package static let utf16 = CSVEncoding(name: "UTF-16", form: .utf16AsMarked)
  package static let utf16LittleEndian = CSVEncoding(
    name: "UTF-16LE", form: .utf16(isLittleEndian: true))
  package static let utf16BigEndian = CSVEncoding(
    name: "UTF-16BE", form: .utf16(isLittleEndian: false))
  package static let windows1252 = CSVEncoding(name: "windows-1252", form: .windows1252)
  static let utf32LittleEndian = CSVEncoding(name: "UTF-32LE", form: .system("UTF-32LE"))
  static let utf32BigEndian = CSVEncoding(name: "UTF-32BE", form: .system("UTF-32BE"))
  static let iso2022JP = CSVEncoding(name: "ISO-2022-JP", form: .system("ISO-2022-JP-3"))
  static let gb18030 = CSVEncoding(name: "GB18030", form: .system("GB18030"))

  /// The C library's name for it.
  var systemName: String {
    switch form {
    case .utf8: "UTF-8"
    case .utf16(let isLittleEndian): isLittleEndian ? "UTF-16LE" : "UTF-16BE"
    case .utf16AsMarked: "UTF-16LE"
    case .windows1252: "CP1252"
    case .system(let name): name
    }
  }

  /// Whether it has two or four bytes for each letter, so that ASCII letters have zeros beside them.
  var isWide: Bool {
    switch form {
    case .utf16, .utf16AsMarked: true
    case .system: name.hasPrefix("UTF-32")
    case .utf8, .windows1252: false
    }
  }

  /// Whether each of its letters is one byte.
  var isSingleByte: Bool {
    switch form {
    case .utf8, .utf16, .utf16AsMarked: false
    case .windows1252: true
    case .system(let system): !isWide && !Self.multiByte.contains(system)
    }
  }

  private static let multiByte: Set = [
    "CP932", "EUC-JP-MS", "ISO-2022-JP-3", "GB18030", "BIG5-HKSCS", "UHC",
  ]

  /// Whether a file that begins with the mark of this one can be what `other` says.
  func isMarkOf(_ other: CSVEncoding) -> Bool {
    self == other || (other == .utf16 && [.utf16LittleEndian, .utf16BigEndian].contains(self))
      || (other.name == "UTF-32" && name.hasPrefix("UTF-32"))
  }

  /// The characters of Windows-1252 at 80 to 9F; zero where it has none.
  static let windows1252Controls: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
