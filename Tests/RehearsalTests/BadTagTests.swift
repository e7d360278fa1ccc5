// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Tags that are broken or not what they say.
struct BadTagTests {
  private func select(
    _ virtual: VirtualReader, _ make: @Sendable () -> any VirtualChip
  ) throws -> (LibNFCReader, TagInField) {
    virtual.place(make)
    let reader = try open(virtual)
    return (reader, try #require(try reader.select(.typeA)))
  }

  @Test func aWornPageSaysItTookWhatItDidNot() throws {
    let virtual = try VirtualReader()
    let (reader, tag) = try select(virtual) {
      let worn = chip(.ntag213, 1)
      worn.worn[9] = .keepsOldValue
      return worn
    }
    let before = try reader.ask(tag, [0x30, 9])
    #expect(try reader.ask(tag, [0xA2, 9, 1, 2, 3, 4]) == [])
    #expect(try reader.ask(tag, [0x30, 9]) == before)
  }

  @Test func aPageWhoseMemoryFailsIsRefused() throws {
    let virtual = try VirtualReader()
    let (reader, tag) = try select(virtual) {
      let worn = chip(.ntag213, 1)
      worn.worn[9] = .refuses
      return worn
    }
    #expect(throws: ReaderError.refused(5)) { try reader.ask(tag, [0xA2, 9, 1, 2, 3, 4]) }
  }

  @Test func aCloneHasLessMemoryThanItSays() throws {
    let virtual = try VirtualReader()
    let (reader, tag) = try select(virtual) {
      VirtualType2Chip(.ntag213, uid: uid(1), claiming: .ntag216) ?? chip(.ntag213, 1)
    }
    // GET_VERSION says NTAG216; page 80h does not exist.
    #expect(try reader.ask(tag, [0x60]) == [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03])
    #expect(throws: ReaderError.refused(0)) { try reader.ask(tag, [0x30, 0x80]) }
  }

  @Test func aChipThatStopsAnsweringIsSilent() throws {
    let virtual = try VirtualReader()
    let (reader, tag) = try select(virtual) {
      let dying = chip(.ntag213, 1)
      dying.commandsLeft = 1
      return dying
    }
    #expect(try reader.ask(tag, [0x30, 4]).count == 16)
    #expect(throws: ReaderError.silent) { try reader.ask(tag, [0x30, 4]) }
  }

  @Test func aClassicIsRecognisedByItsSelect() throws {
    let virtual = try VirtualReader()
    let make: @Sendable () -> any VirtualChip = {
      VirtualClassicChip(uid: [1, 2, 3, 4]) ?? chip(.ntag213, 1) as any VirtualChip
    }
    let (_, tag) = try select(virtual, make)
    let classic = TagTechnology.typeA(atqa: 0x0004, sak: 0x08, ats: [])
    #expect(tag == TagInField(uid: try #require(TagUID([1, 2, 3, 4])), technology: classic))
  }
}
