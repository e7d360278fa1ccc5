// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension Type2Image {
  /// Whether some of what was read may be text of a mirror, while the registers are not known.
  ///
  /// A mirror shows the tag's own UID, six digits of a counter, or both. Most links hold no such
  /// text, and then the registers need not be read.
  package func mayShowMirror(of uid: [UInt8]) -> Bool {
    guard let layout = chip?.layout, layout.features.contains(.mirror), configuration == nil else {
      return false
    }
    let uidText = uid.flatMap { upperHex($0).utf8 }
    let runs = bytes[layout.userBytes].split { !Self.isUpperCaseDigit($0) }
    return runs.contains { Self.mayBeCounter($0) || Self.holds($0, uidText) }
  }

  private static func isUpperCaseDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }

  /// Six digits on their own may be any count.
  ///
  /// Between other digits only counts below 65,536 are suspected, which begin with two zeros:
  /// nearly every long number holds six digits.
  private static func mayBeCounter(_ run: ArraySlice<UInt8>) -> Bool {
    let length = MirrorSetting.Content.counter.length
    guard run.count != length else { return true }
    return run.indices.dropLast(length - 1).contains { run[$0] == 0x30 && run[$0 + 1] == 0x30 }
  }

  private static func holds(_ run: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
    guard !text.isEmpty, run.count >= text.count else { return false }
    return run.indices.dropLast(text.count - 1).contains { run[$0...].starts(with: text) }
  }
}
