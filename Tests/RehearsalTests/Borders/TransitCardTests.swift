// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing
import VirtualReader

/// Cards with systems and services of others, read as far as they show anything without a key.
struct TransitCardTests {
  private static let purse: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0xCC, 9, 0, 0, 2]

  private static func entry(_ number: UInt8) -> [UInt8] {
    [0x16, 1, 0, 2, 0x30, 0xB0, 0xE3, 0x0B, 0xE3, 0x3F, 0xB8, 0x0B, 0, 0, number, 0]
  }

  @Test(arguments: [1, 8, 10, 12, 15])
  func everyEntryIsReadWhateverTheCardGivesAtOnce(_ limit: Int) throws {
    let history = (1...20).map { Self.entry(UInt8(21 - $0)) }
    let card = try #require(
      VirtualFelicaCard.transit(
        idm: Type3Sheet.idm, attributes: Self.purse, history: history, longestRead: limit))
    let station = try TagStation()
    let id = try station.lay(card.state)
    let tag = try station.felicaInField()
    #expect(tag.technology == .felica(pmm: card.pmm, systemCode: [0x00, 0x03]))
    let felica = FelicaTag(tag, on: station.reader)
    #expect(try felica.choose(system: 0x0003))
    #expect(try felica.systems() == [0x0003, 0xFE00])
    let services: [UInt16] = [0x008B, 0x090F, 0x108F, 0x10CB]
    #expect(try felica.services(among: services) == [0x008B, 0x090F, 0x108F])
    #expect(try felica.readFirst(1, of: 0x008B) == [Self.purse])
    #expect(try felica.readFirst(20, of: 0x090F) == history)
    #expect(try felica.readFirst(3, of: 0x108F).count == 3)
    #expect(try felica.readFirst(3, of: 0x10CB).isEmpty)
    #expect(try !felica.choose(system: 0x12FC))
    #expect(try station.state(of: id) == card.state)
    #expect(station.virtual.counters.programmedPages == 0)
  }

  @Test func itIsNoTagForLinks() throws {
    let card = try #require(
      VirtualFelicaCard.transit(idm: Type3Sheet.idm, attributes: Self.purse))
    let station = try TagStation()
    let id = try station.lay(card.state)
    #expect(throws: TagError.notNDEF(system: 0x0003)) {
      try openTag(station.felicaInField(), on: station.reader)
    }
    #expect(try station.state(of: id) == card.state)
  }

  /// A card with NFC's system, holding a message, after this one.
  private static func card(behind code: UInt16, _ message: [UInt8]) throws -> VirtualFelicaCard {
    try #require(
      VirtualFelicaCard(
        idm: Type3Sheet.idm, pmm: [0, 0x20, 0, 0, 0, 0, 0, 0],
        limits: FelicaLimits(read: 12, write: 8),
        systems: [
          FelicaSystem(code: code, services: []),
          FelicaSystem(
            code: 0x12FC,
            services: [
              FelicaService(
                codes: [0x0009, 0x000B], blocks: Type3Sheet.large.blocks(holding: message))
            ]),
        ]))
  }

  /// A card with NFC's system after another one has another name there, by which it is found.
  @Test func theSystemOfNDEFIsFoundAfterOthers() throws {
    let card = try Self.card(behind: 0x8008, link(size: 20))
    let station = try TagStation()
    let id = try station.lay(card.state)
    let message = link(size: 33, letter: "m")
    #expect(try station.felicaInField().uid.bytes.first == 0x11)
    #expect(try station.selectFelica().put(message) == .written(pages: 5))
    let after = try VirtualFelicaCard(state: station.state(of: id)).systems[1].services[0].blocks
    #expect(after.prefix(4) == Type3Sheet.large.blocks(holding: message).prefix(4))
  }

  /// Nothing is ever written to a transit card, whatever room for a link it has besides.
  @Test func aTransitCardWithNDEFIsOnlyRead() throws {
    let message = link(size: 20)
    let card = try Self.card(behind: 0x0003, message)
    let station = try TagStation()
    let id = try station.lay(card.state)
    let tag: any WritableTag = try openTag(station.felicaInField(), on: station.reader)
    #expect(try tag.content(forMessageOf: 20) == .message(message))
    for other in [link(size: 33, letter: "m"), []] {
      let order = TagOrder(message: other, permissions: .overwriteForeign)
      let refusal = TagError.notNDEF(system: 0x0003)
      #expect(throws: refusal) { try tag.prepare(order) }
      #expect(throws: refusal) { try tag.put(order) }
    }
    #expect(try tag.put(TagOrder(message: message)) == .alreadyThere)
    #expect(try station.state(of: id) == card.state)
    #expect(station.virtual.counters.programmedPages == 0)
  }
}
