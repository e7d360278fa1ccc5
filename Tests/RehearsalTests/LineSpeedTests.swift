// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing
import VirtualReader

@testable import LibNFCReader

/// The faster line, which libnfc itself never asks for.
struct LineSpeedTests {
  private func use(_ virtual: VirtualReader, speed: Int) throws -> Bool {
    let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path):\(speed)"))
    return try reader.select(.typeA) != nil
  }

  @Test func theLineIsMadeFasterAndSlowAgain() throws {
    let virtual = try VirtualReader()
    virtual.place { chip(.ntag213, 1) }
    #expect(try use(virtual, speed: 460_800))
    #expect(try use(virtual, speed: 115_200))
    #expect(try use(virtual, speed: 230_400))
    #expect(try use(virtual, speed: 115_200))
  }

  @Test func aChipThatWasLeftFastIsFound() throws {
    let virtual = try VirtualReader()
    virtual.place { chip(.ntag213, 1) }
    // So a program leaves it that dies with the faster line open.
    try LineSpeed.bring(virtual.path, named: "left behind", to: 460_800)
    #expect(try use(virtual, speed: 115_200))
    try LineSpeed.bring(virtual.path, named: "left behind", to: 460_800)
    #expect(try use(virtual, speed: 460_800))
    // nfcpy leaves it at a speed that libnfc does not know.
    try LineSpeed.bring(virtual.path, named: "left behind", to: 921_600)
    #expect(try use(virtual, speed: 115_200))
  }

  @Test func theFasterLineSavesTime() throws {
    func modelled(_ speed: Int) throws -> Duration {
      let virtual = try VirtualReader()
      virtual.place { chip(.ntag213, 1) }
      let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path):\(speed)"))
      _ = try reader.select(.typeA)
      let before = virtual.counters.modelled
      for _ in 0..<20 { _ = try reader.exchange([0x3A, 4, 0x27]) }
      return virtual.counters.modelled - before
    }
    // The serial part of such an exchange is about 15 ms at the usual speed, a quarter at the faster.
    #expect(try modelled(115_200) - modelled(460_800) > .milliseconds(20 * 10))
  }
}
