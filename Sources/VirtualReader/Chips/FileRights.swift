// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Who may do what with a file of an NTAG 424 DNA (NT4H2421Gx rev 3.0, 8.2.3.3).
struct FileRights {
  /// What a session is given that wants to use a right.
  enum Verdict: Equatable {
    /// By a key, so that the file's own protection applies, or because everyone has the right.
    case granted(byKey: Bool)
    /// No one has the right.
    case closed
    case keyMissing
  }

  private let read: UInt8
  private let write: UInt8
  private let readWrite: UInt8
  private let change: UInt8

  /// Takes the answer to GetFileSettings.
  init(_ settings: [UInt8]) {
    func nibbles(_ place: Int) -> (high: UInt8, low: UInt8) {
      let byte = place < settings.count ? settings[place] : 0xFF
      return (byte >> 4, byte & 0x0F)
    }
    (readWrite, change) = nibbles(2)
    (read, write) = nibbles(3)
  }

  func reading(with key: UInt8?) -> Verdict { Self.judge([read, readWrite], key) }
  func writing(with key: UInt8?) -> Verdict { Self.judge([write, readWrite], key) }
  func changing(with key: UInt8?) -> Verdict { Self.judge([change], key) }

  /// Whether a condition is one that the sheet knows: a key, free access, or none.
  static func isCondition(_ nibble: UInt8) -> Bool { nibble <= 4 || nibble >= 0xE }

  private static func judge(_ conditions: [UInt8], _ key: UInt8?) -> Verdict {
    if let key, conditions.contains(key) { return .granted(byKey: true) }
    if conditions.contains(0xE) { return .granted(byKey: false) }
    return conditions.allSatisfy { $0 == 0xF } ? .closed : .keyMissing
  }
}
