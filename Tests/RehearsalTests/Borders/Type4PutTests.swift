// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import NDEF
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Real libnfc, the block protocol and a virtual card: what is put is in its file, to the byte.
struct Type4PutTests {
  @Test(arguments: Type4Model.writable.indices)
  func theFileHoldsTheMessageAndNothingElseChanges(_ index: Int) throws {
    let model = Type4Model.writable[index]
    let station = try TagStation()
    let sizes = [6, 46, min(130, model.capacity), min(300, model.capacity), model.capacity]
    var old = model.ndefContent([])
    let laid = station.lay(model)
    for (number, size) in sizes.enumerated() {
      let message = link(size: size, letter: number % 2 == 0 ? "e" : "o")
      let tag = try station.selectCard()
      guard case .written = try tag.put(message) else {
        Issue.record("\(model.name), \(size): nothing was written")
        continue
      }
      let new = model.ndefContent(message, over: old)
      #expect(laid.file == new, "\(model.name), \(size)")
      old = new
      let again = try station.selectCard()
      #expect(try again.content(forMessageOf: 0) == .message(message))
      #expect(try again.put(message) == .alreadyThere)
    }
    let tag = try station.selectCard()
    let large = link(size: model.capacity + 1)
    #expect(
      throws: TagError.memory(
        .messageTooLarge(size: model.capacity + 1, capacity: model.capacity))
    ) { try tag.put(large) }
    #expect(laid.file == old && tag.file.capacity == model.capacity)
    _ = try station.selectCard().put([])
    #expect(model.phone(reads: laid.file) == .message([]))
  }

  /// 40 characters, of which the prefix code stands for eight.
  private static let link40 = "https://go.example.com/s/0123456789abcde"

  /// What putting the link costs a new card, a card with another link, and a card that is right.
  @Test func aLinkCostsWhatTheTableSays() throws {
    let station = try TagStation()
    let message = try NDEFMessage([.uri(Self.link40)]).encoded()
    let other = try NDEFMessage([.uri("https://ab.cdefghij.net/x/zyxwvutsrqponm")]).encoded()
    let costs: [(Type4Model, new: Int, right: Int, rewrite: Int)] = [
      // Select, the application, the container and READ, the file and READ, UPDATE, READ; a card with
      // a message is asked for its settings.
      (.ntag424, 8, 6, 9),
      // Two UPDATEs, and one more for length 0.
      (.desfireEV1, 9, 6, 10), (.desfireEV2, 9, 6, 10), (.desfireEV3, 9, 6, 10),
      (.mapping2, 9, 6, 10),
      // The container has two bytes more.
      (.mapping3, 10, 7, 11),
      // 15 bytes a READ, 13 an UPDATE.
      (.mapping2Small, 15, 8, 16),
    ]
    for (model, new, right, rewrite) in costs {
      let laid = station.lay(model)
      func cost(_ message: [UInt8]) throws -> Int {
        try reselected(station)
        return try station.cost { _ = try station.selectCard().put(message) }.commands
      }
      #expect(try cost(message) == new, "\(model.name), new")
      #expect(try cost(message) == right, "\(model.name), right")
      #expect(try cost(other) == rewrite, "\(model.name), rewrite")
      try station.remove(laid)
    }
  }

  /// As when a tag is put on the reader: nothing is selected.
  private func reselected(_ station: TagStation) throws { try station.reader.halt() }

  @Test func whatIsOnlyReadIsRead() throws {
    let station = try TagStation()
    let message = link(size: 40)
    for model in [Type4Model.mapping1, .mapping2ReadOnly] {
      let laid = station.lay(model, holding: message)
      let before = laid.file
      let tag = try station.selectCard()
      #expect(try tag.content(forMessageOf: 0) == .message(message))
      #expect(throws: TagError.self) { try tag.put(link(size: 41)) }
      #expect(laid.file == before)
      try station.remove(laid)
    }
  }

  @Test func cardsWithoutNDEFAreNamed() throws {
    let station = try TagStation()
    let blank = station.lay(.desfireUnformatted)
    do {
      _ = try station.selectCard()
      Issue.record("a card without files was opened")
    } catch TagError.unformatted(let version) {
      #expect(version.title == "MIFARE DESFire EV2")
    }
    try station.remove(blank)
    station.virtual.place { VirtualPaymentCard(seed: 1) }
    #expect(throws: TagError.noApplication(CardStatus(rawValue: 0x6A82))) {
      try station.selectCard()
    }
  }

  @Test func settingsAndVersionsAreRead() throws {
    let station = try TagStation()
    let titles: [(Type4Model, String)] = [
      (.ntag424, "NTAG 4xx DNA"), (.desfireEV1, "MIFARE DESFire EV1"),
      (.desfireEV2, "MIFARE DESFire EV2"), (.desfireEV3, "MIFARE DESFire EV3"),
    ]
    for (model, title) in titles {
      let laid = station.lay(model)
      let tag = try station.selectCard()
      #expect(try tag.readVersion()?.title == title)
      #expect(tag.chipName == (model == .ntag424 ? "NTAG424" : "DESFire"))
      #expect(try tag.readSettings()?.writer == (model == .ntag424 ? .anyone : nil))
      // READ_SIG came with EV2.
      let signature = try tag.readSignature()
      #expect((signature == nil) == (model == .desfireEV1) && signature?.count ?? 56 == 56)
      #expect(
        try tag.signatureVerdict(by: SignatureChecker()) == (signature == nil ? nil : .virtual))
      // What was asked in between leaves the file where it was.
      #expect(try tag.put(link(size: 20)) != .alreadyThere)
      try station.remove(laid)
    }
  }
}
