// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// A request of ISO 15693 as procedures send it, taken apart for readers that make their own of it.
struct VicinityRequest: Hashable, Sendable {
  let code: UInt8
  /// The tag that it is for; nil when it is for any.
  let uid: TagUID?
  let parameters: [UInt8]
  /// What it means depends on the command; a reader that makes its own request cannot be told it.
  let hasOption: Bool

  static let readSingle: UInt8 = 0x20
  static let writeSingle: UInt8 = 0x21
  static let lock: UInt8 = 0x22
  static let readSeveral: UInt8 = 0x23
  static let systemInformation: UInt8 = 0x2B
  static let lockStates: UInt8 = 0x2C

  private static let uidSize = 8

  /// nil for what has no equal in a reader's own commands: an inventory, a request to the selected
  /// tag, and the commands of makers (ISO 15693-3, 7.3.1).
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let flags = bytes[0]
    guard flags & 0x1C == 0, bytes[1] < 0xA0 else { return nil }
    var rest = bytes.dropFirst(2)
    if flags & 0x20 != 0 {
      guard rest.count >= Self.uidSize else { return nil }
      uid = TagUID(rest.prefix(Self.uidSize).reversed())
      rest = rest.dropFirst(Self.uidSize)
    } else {
      uid = nil
    }
    code = bytes[1]
    parameters = Array(rest)
    hasOption = flags & 0x40 != 0
  }

  /// Whether it changes the tag.
  var changesTag: Bool { code == Self.writeSingle || code == Self.lock }
}
