// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Every write of a message torn in every way on cards of every kind: the card must never show another
/// link, and putting the message again must end right.
struct TornType4Tests {
  /// A card before the message is put on it.
  struct Before: Sendable, CustomStringConvertible {
    let name: String
    let model: Type4Model
    let file: [UInt8]
    let message: [UInt8]

    var description: String { "\(model.name), \(name)" }

    /// The message takes two frames of a DESFire and several of the smallest card; what is longer
    /// takes more than an NTAG 424 writes as a whole.
    static func all(_ model: Type4Model) -> [Before] {
      let sizes = model == .ntag424 ? [40, 200] : [70]
      return sizes.flatMap { size in
        [
          ("blank", []), ("shorter", link(size: 20, letter: "s")),
          ("as long", link(size: size, letter: "o")),
          ("longer", link(size: size + 20, letter: "l")),
        ].map {
          Before(
            name: $0.0, model: model, file: model.ndefContent($0.1),
            message: link(size: size, letter: "n"))
        }
      }
    }
  }

  private static func tears(_ seed: Int) -> [Tear] {
    [.pageOld, .pageNew, .pageHalf, .pagesWritten(1)]
      + (0..<6).map { .pageNoise(UInt64(seed * 10 + $0)) }
  }

  static let models: [Type4Model] = [
    .mapping2Small, .mapping2, .mapping3, .desfireEV1, .ntag424,
  ]

  @Test(arguments: models.indices)
  func noTornWriteShowsAnotherLink(_ index: Int) throws {
    let sound = try TagStation()
    let cases = try TornPut.all(Before.all(Self.models[index]), tears: Self.tears) {
      try Self.writes(of: $0, on: sound)
    }
    #expect(cases.count >= 80, "the test must test something")

    let tearing = try TagStation(FaultPlan(tearing: cases))
    for torn in cases {
      try Self.judge(try Self.tear(torn, on: tearing), after: torn, on: sound)
    }
  }

  /// How many writes the put takes when nothing goes wrong.
  private static func writes(of before: Before, on station: TagStation) throws -> Int {
    let laid = station.lay(before.model, file: before.file)
    let outcome = try station.selectCard().put(before.message)
    #expect(before.model.phone(reads: laid.file) == .message(before.message))
    try station.remove(laid)
    guard case .written(let writes) = outcome else { return 0 }
    return writes
  }

  /// The file after the card was torn off in the middle of a write.
  private static func tear(_ torn: TornPut<Before>, on station: TagStation) throws -> [UInt8] {
    let laid = station.lay(torn.before.model, file: torn.before.file)
    let tag = try station.selectCard()
    torn.tearOff { () throws(TagError) in try tag.put(torn.before.message) }
    let file = laid.file
    try station.remove(laid)
    return file
  }

  /// What a phone sees on the torn card, what we call it, and what putting the message again does.
  private static func judge(
    _ file: [UInt8], after torn: TornPut<Before>, on station: TagStation
  ) throws {
    let before = torn.before
    let model = before.model
    let laid = station.lay(model, file: file)
    let tag = try station.selectCard()
    let content = try tag.content(forMessageOf: before.message.count)
    let seen = model.phone(reads: file)
    let harmless = [model.phone(reads: before.file), .message(before.message), .message([])]
    if !harmless.contains(seen) {
      if case .message(let other) = seen {
        #expect(!isLink(other), "another link: \(torn)")
      }
      // Only the length itself can be noise.
      switch (torn.tear, content) {
      case (.pageNoise, .damaged): break
      default: Issue.record("called \(content.machineName): \(torn)")
      }
    }
    _ = try tag.put(before.message)
    #expect(
      laid.file == model.ndefContent(before.message, over: file), "\(torn)")
    // After both messages nothing changes.
    let used = max(before.message.count, 300) + 4
    #expect(laid.file.dropFirst(used) == before.file.dropFirst(used), "\(torn)")
    try station.remove(laid)
  }
}
