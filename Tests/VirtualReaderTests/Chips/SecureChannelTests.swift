// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

/// The numbers of AN12196 (rev 1.8), read from the card's side.
struct SecureChannelTests {
  /// Table 14: the random numbers of both sides, and the number of the transaction.
  private static func channel() -> SecureChannel {
    SecureChannel(
      key: 0, [UInt8](repeating: 0, count: 16), reader: hex("13C5DB8A5930439FC3DEF9A4C675360F"),
      card: hex("B9E2FC789B64BF237CCCAA20EC7E6E48"), transaction: hex("9D00C4DF"))
  }

  /// Table 19, which is the second command of its session: ChangeFileSettings and its answer.
  @Test("a sealed command is opened, and its answer signed")
  func sealed() {
    var channel = Self.channel()
    #expect(channel.open(0x8D, header: [], [1, 2, 3], .plain) == [1, 2, 3])
    let body = hex("61B6D97903566E84C3AE5274467E89EAD799B7C1A0EF7A04")
    #expect(
      channel.open(0x5F, header: [0x02], body, .full) == hex("4000E0C1F121200000430000430000"))
    #expect(channel.signed(0x00) == hex("57BFF87B1241E93D"))
  }

  @Test("what was changed on the way, or belongs to another place, is not opened")
  func changed() {
    let body = hex("61B6D97903566E84C3AE5274467E89EAD799B7C1A0EF7A04")
    for bit in 0..<8 * body.count {
      var channel = Self.channel()
      _ = channel.open(0x8D, header: [], [], .plain)
      var wrong = body
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(channel.open(0x5F, header: [0x02], wrong, .full) == nil)
    }
    var channel = Self.channel()
    #expect(channel.open(0x5F, header: [0x02], body, .full) == nil)
    #expect(channel.open(0x5F, header: [0x01], body, .full) == nil)
    for count in 0..<body.count {
      var channel = Self.channel()
      _ = channel.open(0x8D, header: [], [], .plain)
      #expect(channel.open(0x5F, header: [0x02], Array(body.prefix(count)), .full) == nil)
    }
  }
}
