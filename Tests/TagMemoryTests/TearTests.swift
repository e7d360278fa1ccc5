// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TestSupport
import Testing

@testable import TagMemory

/// How a page is torn in the middle of its own write.
enum Tear: CaseIterable {
  case half
  case noise
}

/// A memory that only knows what the data sheets promise: pages, and bits that are only ever set.
struct TornMemory {
  var bytes: [UInt8]

  mutating func write(_ write: PageWrite) {
    set(Int(write.page), write.new.bytes)
  }

  mutating func tear(_ write: PageWrite, _ tear: Tear, _ random: inout Splitmix64) {
    let page = Int(write.page)
    let old = Array(bytes[page * 4..<page * 4 + 4])
    // The container and the lock pages are torn-proof on an NTAG; on others only whole halves of
    // them are supposed here, because noise in a one-time-programmable page cannot be repaired.
    if tear == .half || page < 4 {
      set(page, Array(write.new.bytes[..<2]) + old[2...])
    } else {
      set(page, [random.byte(), random.byte(), random.byte(), random.byte()])
    }
  }

  private mutating func set(_ page: Int, _ new: [UInt8]) {
    for index in 0..<4 {
      let at = page * 4 + index
      bytes[at] = page < 4 ? bytes[at] | new[index] : new[index]
    }
  }
}

struct TearTests {
  /// One tag before a write.
  struct Before: CustomTestStringConvertible {
    let name: String
    let chip: Chip
    let image: Type2Image
    var testDescription: String { "\(chip.rawValue), \(name)" }
  }

  static func before(_ chip: Chip) -> [Before] {
    let control = chip.layout.controlTLVs
    let room = chip.layout.userBytes.count
    func tlv(_ message: [UInt8], long: Bool = false, end: Bool = true) -> [UInt8] {
      let count = message.count
      let length: [UInt8] =
        long || count > 254 ? [0xFF, UInt8(count >> 8), UInt8(count & 255)] : [UInt8(count)]
      return [0x03] + length + message + (end ? [0xFE] : [])
    }
    let evil: [UInt8] = link(size: 12, letter: "e")
    var areas: [(String, [UInt8])] = [
      ("blank", []),
      ("empty", control + tlv([])),
      ("empty, then old bytes", control + tlv([]) + link(size: 20, letter: "o")),
      ("shorter link", control + tlv(link(size: 9, letter: "s"))),
      ("longer link", control + tlv(link(size: 38, letter: "l"))),
      ("http link", control + tlv(link(size: 20, letter: "h", prefix: 3))),
      ("one NULL", [0] + tlv(link(size: 20, letter: "n"))),
      ("two NULLs", [0, 0] + tlv(link(size: 20, letter: "n"))),
      ("three NULLs", [0, 0, 0] + tlv(link(size: 20, letter: "n"))),
      ("long length without need", [0, 0] + tlv(link(size: 20, letter: "n"), long: true)),
      ("no terminator", control + tlv(link(size: 20, letter: "t"), end: false) + [0x41]),
      ("terminator first", control + [0xFE] + evil),
      ("foreign data", Array("{\"made\":\"by\",\"others\":[1,2,3]}".utf8)),
      ("foreign data behind three bytes", [0, 0, 0] + Array("{\"made\":\"by others\"}".utf8)),
      ("a link in a proprietary TLV", [0xFD, 12] + evil),
      ("a link in an unknown TLV, after a NULL", [0, 0x80, 12] + evil),
      ("overrun", control + [0x03, 0xF0] + evil),
      ("not a message", control + [0x03, 0x0C] + Array(evil.reversed())),
      // Reserved bytes: 3 at byte 24, in the middle of the header, and 5 at byte 40.
      ("reserved in the header", hex("0203 38 03 03 03") + [0, 0, 0] + hex("00fe")),
      ("reserved in the message", hex("0203 58 05 03") + tlv(link(size: 10, letter: "r"))),
      ("two reservations", hex("0103 38 10 03 0203 60 03 03 0300fe")),
      // The control TLV of a 144-byte NTAG213, on whatever chip this is.
      ("another chip's lock control", hex("0103a00c34") + tlv(link(size: 20, letter: "c"))),
    ]
    if room >= 300 {
      areas += [
        ("long message", control + tlv(link(size: 300, letter: "w"))),
        ("long message, crossing", [0, 0] + tlv(link(size: 300, letter: "w"))),
      ]
    }
    var all = areas.map {
      Before(name: $0.0, chip: chip, image: TagMemoryTests.image(chip, area: $0.1))
    }
    var factory = Type2Image(delivered: chip)
    factory[0] = Page(0x04, 0x11, 0x22, 0xBF)
    all.append(Before(name: "factory", chip: chip, image: factory))
    var unformatted = TagMemoryTests.image(chip, area: [0x03, 12] + evil, container: .zero)
    unformatted[1] = Page(1, 2, 3, 4)
    all.append(Before(name: "unformatted, not blank", chip: chip, image: unformatted))
    return all
  }

  static func messages(_ chip: Chip) -> [[UInt8]] {
    // A record that carries a whole TLV with another link in it: it must never come to light.
    let hidden = [0x03, 12] + link(size: 12, letter: "x")
    let carrier = [0xD2, 0x01, UInt8(hidden.count + 2), 0x61, 0x20, 0x20] + hidden
    var messages = [[], link(size: 9), link(size: 28), link(size: 37, prefix: 3), carrier]
    if chip.capacity > 300 { messages.append(link(size: 290)) }
    return messages
  }

  @Test(arguments: Chip.allCases)
  func noTornWriteShowsAnotherLink(chip: Chip) throws {
    var random = Splitmix64(seed: 0x7EA5_0001)
    var torn = 0
    for before in Self.before(chip) {
      for message in Self.messages(chip) {
        let image = before.image
        let place = try MessagePlace(on: image, formatting: true)
        guard message.count <= place.capacity else { continue }
        let plan = try WritePlan(writing: message, on: image, formatting: true)
        try Self.tearEverywhere(plan, before, message, &random, &torn)
      }
    }
    #expect(torn > 500, "the test must test something")
  }

  private static func tearEverywhere(
    _ plan: WritePlan, _ before: Before, _ message: [UInt8], _ random: inout Splitmix64,
    _ torn: inout Int
  ) throws {
    let userEnd = before.chip.layout.userBytes.upperBound
    let old = phoneReads(before.image.bytes, userEnd: userEnd)
    var memory = TornMemory(bytes: before.image.bytes)
    for (index, write) in plan.writes.enumerated() {
      for tear in Tear.allCases {
        var half = memory
        half.tear(write, tear, &random)
        torn += 1
        let name = "\(before.testDescription), write \(index) of \(plan.writes.count), \(tear)"
        let seen = phoneReads(half.bytes, userEnd: userEnd)
        checkTorn(seen, old: old, new: message, half.bytes, before.chip, "\(name)\n\(plan)")
        try checkRewrite(half.bytes, before.chip, message, name)
      }
      memory.write(write)
      let seen = phoneReads(memory.bytes, userEnd: userEnd)
      let isNew = seen == .message(message)
      let isEmpty = seen == .nothing || seen == .message([])
      #expect(
        isNew || isEmpty || (seen == old && index == 0 && plan.writes.count == 1),
        "\(before.testDescription), after write \(index)\n\(plan)")
    }
    let isRight = phoneReads(memory.bytes, userEnd: userEnd) == .message(message)
    #expect(isRight, "\(before.testDescription)\n\(plan)")
    #expect(memory.bytes == plan.result.bytes)
  }

  /// A page torn in its own write may hold anything, but no other link, and damage has a name.
  private static func checkTorn(
    _ seen: Seen, old: Seen, new: [UInt8], _ bytes: [UInt8], _ chip: Chip, _ name: String
  ) {
    guard seen != old, seen != .message(new), seen != .nothing, seen != .message([]) else { return }
    if case .message(let other) = seen, let shown = uri(in: other) {
      Issue.record("another link: \(shown), \(name)")
    }
    switch TagState(Type2Image(chip: chip, bytes: bytes)).content {
    case .damaged, .foreign, .empty: break
    case let content: Issue.record("a torn tag is called \(content.machineName), \(name)")
    }
  }

  private static func checkRewrite(
    _ bytes: [UInt8], _ chip: Chip, _ message: [UInt8], _ name: String
  ) throws {
    let again: WritePlan
    do {
      again = try WritePlan(
        writing: message, on: Type2Image(chip: chip, bytes: bytes), formatting: true)
    } catch {
      Issue.record("\(name): \(error) \(Type2Image(chip: chip, bytes: bytes).bytes)")
      return
    }
    let seen = phoneReads(again.result.bytes, userEnd: chip.layout.userBytes.upperBound)
    #expect(seen == .message(message), "rewritten after \(name)\n\(again)")
  }

  /// The first URI record of a message, read strictly, as its raw payload.
  private static func uri(in bytes: [UInt8]) -> [UInt8]? {
    guard let message = try? NDEFMessage(decoding: bytes) else { return nil }
    return message.records.first { $0.tnf == .wellKnown && $0.type == [0x55] }?.payload
  }
}
