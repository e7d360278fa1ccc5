// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagReading

struct CardCommandTests {
  private static let commands: [(CardCommand, String)] = [
    (.select(application: hex("D2760000850101")), "00A40400 07 D2760000850101 00"),
    (.select(file: 0xE103, isOld: false), "00A4000C 02 E103"),
    (.select(file: 0xE104, isOld: true), "00A40000 02 E104"),
    (.read(at: 0, count: 15), "00B00000 0F"),
    (.read(at: 0x7FFF, count: 256), "00B07FFF 00"),
    (.read(at: 2, count: 257), "00B00002 00 0101"),
    (.read(at: 0x8000, count: 16), "00B10000 05 5403008000 12"),
    (.read(at: 0x12345, count: 252), "00B10000 05 5403012345 FF"),
    (.read(at: 0x12345, count: 256), "00B10000 000005 5403012345 0104"),
    (.update([0xAA], at: 0x0102), "00D60102 01 AA"),
    (.update([0xAA, 0xBB], at: 0x8000), "00D70000 09 5403008000 5302 AABB"),
    (.native(0x60), "90600000 00"),
    (.native(0xF5, [0x02]), "90F50000 01 02 00"),
  ]

  @Test func everyCommandHasItsShortestForm() {
    for (command, text) in Self.commands { #expect(hexText(command.bytes) == hexText(hex(text))) }
  }

  @Test func longDataHasALongLength() {
    let data = [UInt8](repeating: 7, count: 256)
    #expect(CardCommand.update(Array(data.dropLast()), at: 0).bytes.starts(with: hex("00D60000FF")))
    #expect(CardCommand.update(data, at: 0).bytes.starts(with: hex("00D60000000100")))
    let wide = CardCommand.update(data, at: 0x8000).bytes
    #expect(wide.starts(with: hex("00D70000 000109 5403008000 53820100")))
    #expect(wide.count == 16 + 256)
  }

  @Test func aDataObjectIsTakenApart() {
    for count in [0, 1, 0x7F, 0x80, 0xFF, 0x100] {
      let data = [UInt8](repeating: 9, count: count)
      let sent = CardCommand.update(data, at: 0x8000).bytes
      let object = Array(sent.suffix(count + (count < 0x80 ? 2 : count < 0x100 ? 3 : 4)))
      #expect(CardCommand.content(ofDataObject: object) == data)
      for short in 0..<object.count {
        #expect(CardCommand.content(ofDataObject: Array(object.prefix(short))) == nil)
      }
    }
    #expect(CardCommand.content(ofDataObject: hex("5402AABB")) == nil)
    #expect(CardCommand.content(ofDataObject: hex("538102AABB")) == nil)
  }

  @Test func anAnswerEndsWithItsStatus() {
    #expect(CardAnswer([]) == nil && CardAnswer([0x90]) == nil)
    #expect(CardAnswer(hex("9000")) == CardAnswer(data: [], status: .done))
    #expect(CardAnswer(hex("0017 6282")) == CardAnswer(data: [0, 0x17], status: .endOfFile))
  }
}
