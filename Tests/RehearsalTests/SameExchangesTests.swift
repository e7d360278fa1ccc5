// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import ReaderProcess
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A reader says and hears the same, whether its driver runs here or in a process of its own.
struct SameExchangesTests {
  @Test func theLineCarriesTheSameBytes() throws {
    let here = try conversation { try LibNFCReader(ReaderName($0)) }
    let there = try steady(here) {
      try conversation { try ReaderProcess($0, program: builtTool) }
    }
    #expect(here == there)
    // Opening and giving back are among it.
    #expect(here.toHost.count > 400)
  }

  /// What was said to the one who asked, and all bytes of the line.
  private struct Conversation: Equatable {
    var said: [String] = []
    var fromHost: [UInt8] = []
    var toHost: [UInt8] = []
  }

  @Test func theReaderSaysTheSameOfItself() throws {
    let virtual = try VirtualReader()
    let name = "pn532_uart:\(virtual.path)"
    let (identity, families) = try {
      let reader = try LibNFCReader(ReaderName(name))
      return (reader.identity, reader.modulations)
    }()
    let reader = try ReaderProcess(name, program: builtTool)
    #expect(reader.identity == identity)
    #expect(reader.families == families)
    #expect(!families.isEmpty)
  }

  @Test(arguments: ["/dev/ttyUSB99", "/dev/null", "usb:9-9", "nonsense", "/dev/ttyS0:77"])
  func theSameReasonsForNotOpening(_ name: String) {
    func reason(_ open: () throws(ReaderOpeningError) -> any TagReader) -> ReaderOpeningError? {
      do throws(ReaderOpeningError) {
        _ = try open()
        return nil
      } catch {
        return error
      }
    }
    let here = reason { () throws(ReaderOpeningError) in try LibNFCReader(ReaderName(name)) }
    let there = reason { () throws(ReaderOpeningError) in
      try ReaderProcess(name, program: builtTool)
    }
    #expect(here != nil)
    #expect(here == there)
  }

  /// Everything that a reader can be asked, with two tags and with none.
  private func conversation(
    _ open: (String) throws -> any TagReader
  ) throws -> Conversation {
    let virtual = try VirtualReader()
    var whole = Conversation()
    do {
      let reader = try open("pn532_uart:\(virtual.path)")
      func ask<Answer>(_ call: () throws -> Answer) {
        do { whole.said.append("\(try call())") } catch { whole.said.append("\(error)") }
      }
      for family in TagFamily.allCases { ask { try reader.select(family) } }
      ask { try reader.exchange([0x30, 4]) }
      let tag = virtual.place { chip(.ntag213, 1) }
      ask { try reader.select(.typeA, uid: TagUID(uid(1))) }
      for command in [[0x60], [0x30, 4], [0xA2, 5, 1, 2, 3, 4], [0x30, 0xF0]] as [[UInt8]] {
        ask { try reader.exchange(command, .quick) }
        ask { try reader.select(.typeA) }
        ask { try reader.exchange(command, .careful) }
        ask { try reader.select(.typeA) }
      }
      ask { try reader.exchange([UInt8](repeating: 0, count: 300)) }
      ask { try reader.halt() }
      ask { try reader.switchField(on: false) }
      ask { try reader.switchField(on: true) }
      ask { try reader.felicaTags() }
      virtual.lift(tag)
    }
    // In how many pieces the bytes of the host come is chance.
    for line in virtual.transcript {
      switch line.event {
      case .fromHost(let bytes): whole.fromHost += bytes
      case .toHost(let bytes): whole.toHost += bytes
      default: break
      }
    }
    return whole
  }
}
