// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct ManualParityTests {
  @Test func wrapsWhatItUnwraps() {
    for content in ["", "00", "FF", "9320", "93708804E1412CA89C"].map(hex) {
      let wrapped = ManualParity.wrapped(AirFrame(content))
      #expect(wrapped.bitCount == content.count * 9)
      #expect(ManualParity.unwrapped(wrapped) == AirFrame(content))
    }
    #expect(ManualParity.unwrapped(AirFrame([0x26], lastBits: 7)) == AirFrame([0x26], lastBits: 7))
    #expect(ManualParity.wrapped(.fourBits(0xA)) == .fourBits(0xA))
  }

  @Test("93 is four ones, so its parity bit is 1; 20 is one, so its is 0")
  func knownFrame() {
    #expect(ManualParity.wrapped(AirFrame(hex("9320"))) == AirFrame(hex("934100"), lastBits: 2))
    #expect(ManualParity.unwrapped(AirFrame(hex("934100"), lastBits: 2)) == AirFrame(hex("9320")))
    #expect(ManualParity.unwrapped(AirFrame(hex("934000"), lastBits: 2)) == nil)
  }

  @Test func anExchangeWithTheHostsParity() {
    var bench = Bench()
    bench.place(PlainChip(uid: hex("278B7034")))
    _ = bench.ask("320101")
    _ = bench.ask("08630200630300630d10633d07")
    #expect(
      bench.ask("4226") == "4300" + hexText(ManualParity.wrapped(AirFrame(hex("0400"))).bytes))
    _ = bench.ask("08633d02")
    let wrapped = ManualParity.wrapped(AirFrame(hex("278B7034E8"))).bytes
    #expect(bench.ask("42934100") == "4300" + hexText(wrapped))
    #expect(bench.ask("06633c") == "0705", "45 bits came back")
  }
}
