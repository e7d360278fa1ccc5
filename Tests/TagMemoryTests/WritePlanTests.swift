// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct WritePlanTests {
  /// Traces replayed by others and by the project: before, message, the WRITE commands in order.
  static let traces: [(String, Type2Image, [UInt8], [String])] = [
    (
      "factory NTAG213", image(.ntag213), exampleLink,
      [
        "a206010e5504", "a2076578616d", "a208706c652e", "a209636f6d2f", "a20a61fe0000",
        "a205340312d1",
      ]
    ),
    (
      "rewritten NTAG213",
      image(
        .ntag213,
        area: hex("0103a00c340316d1011255046578616d706c652e636f6d2f6f6c646572fe0000")),
      exampleLink,
      ["a205340300d1", "a206010e5504", "a20a61fe6465", "a205340312d1"]
    ),
    (
      "other control TLVs, reserved bytes, a proprietary TLV",
      unknown(
        """
        01020304 05060708 00000000 e1100600 000103c0 10220203 e0040200 fd020000
        0313d500 10000102 03040506 0708090a ffff0b0c 0d0e0ffe ffffffff 00000000
        """),
      hex("d500110102030405060708090a0b0c0d0e0f1011"),
      [
        "a2080300d500", "a20911010203", "a20a04050607", "a20b08090a0b", "a20cffff0c0d",
        "a20d0e0f1011", "a20ffe000000", "a2080314d500",
      ]
    ),
    (
      "a message that ends with the area",
      unknown("01020304 05060708 00000000 e1100100 0305d500 023132fe"),
      hex("d50003313233"),
      ["a2040300d500", "a20503313233", "a2040306d500"]
    ),
    (
      "erased in one write", unknown("01020304 05060708 00000000 e1100100 0305d500 023132fe"), [],
      ["a2040300fe00"]
    ),
  ]

  @Test(arguments: traces.indices)
  func writesWhatTheTraceShows(index: Int) throws {
    let (name, before, message, writes) = Self.traces[index]
    let plan = try WritePlan(writing: message, on: before)
    #expect(traced(plan.writes) == writes.map(hex), "\(name)")
  }

  @Test func aLongLengthIsCommittedByOneWrite() throws {
    let before = unknown(
      "01020304 05060708 00000000 e1102100 0303d000" + String(repeating: "00000000", count: 67))
    let message = hex("d500fc") + [UInt8](repeating: 0, count: 252)
    let plan = try WritePlan(writing: message, on: before)
    #expect(
      traced(plan.writes)
        == ["a204030000ff", "a205d500fc00", "a244000000fe", "a20403ff00ff"].map(hex))
  }

  @Test func aLongLengthMayCrossAPage() throws {
    let before = image(.ntag216, area: hex("0000 03 00 fe"))
    let plan = try WritePlan(writing: link(size: 300), on: before)
    #expect(plan.writes.first?.description == "05  FE 00 00 00 -> 01 2C C1 01  body")
    #expect(plan.writes.last?.description == "04  00 00 03 00 -> 00 00 03 FF  commit")
  }

  @Test func aFortyCharacterLinkTakesElevenWritesOnAFactoryTag() throws {
    let text = "https://go.example.com/s/0123456789abcde"
    #expect(text.utf8.count == 40)
    let message: [UInt8] = [0xD1, 0x01, 33, 0x55, 4] + text.utf8.dropFirst(8)
    let plan = try WritePlan(writing: message, on: image(.ntag213))
    #expect(plan.writes.count == 11)
    #expect(plan.pagesToVerify == 4...15)
    let again = try WritePlan(writing: message, on: plan.result)
    #expect(again.writes.isEmpty)
    #expect(again.result == plan.result)
  }

  @Test func aPlanIsPrintedLineByLine() throws {
    let plan = try WritePlan(writing: hex("d500"), on: image(.ntag213))
    #expect(
      plan.description == """
        06  00 00 00 00 -> 00 FE 00 00  body
        05  34 03 00 FE -> 34 03 02 D5  commit
        """)
  }

  @Test func theContainerComesLastOnATagThatIsFormatted() throws {
    let blank = image(.ultralight, container: .zero)
    #expect(throws: TagMemoryError.notFormatted) {
      try WritePlan(writing: exampleLink, on: blank)
    }
    let plan = try WritePlan(writing: exampleLink, on: blank, formatting: true)
    #expect(
      traced(plan.writes)
        == [
          "a204fe12d101", "a2050e550465", "a20678616d70", "a2076c652e63", "a2086f6d2f61",
          "a209fe000000", "a2040312d101", "a203e1100600",
        ].map(hex))
    #expect(plan.writes.last?.purpose == .format)
  }

  @Test func theControlTLVOfAnUltralightCIsWrittenWithTheContainer() throws {
    let blank = image(.ultralightC, area: [], container: .zero)
    let plan = try WritePlan(writing: [], on: blank, formatting: true)
    #expect(
      traced(plan.writes)
        == ["a204fe03a010", "a205440300fe", "a2040103a010", "a203e1101200"].map(hex))
  }

  @Test func aHalfWrittenContainerIsCompleted() throws {
    let torn = image(.ntag213, container: Page(0xE1, 0x10, 0, 0))
    let plan = try WritePlan(writing: exampleLink, on: torn, formatting: true)
    #expect(plan.result[3] == Page(0xE1, 0x10, 0x12, 0x00))
  }

  @Test(arguments: [
    Page(0xFF, 0xFF, 0xFF, 0xFC), Page(0xE0, 0x11, 0x00, 0x00), Page(0, 0, 0, 0x0F),
  ])
  func aContainerThatCanNeverBeRightIsRefused(found: Page) {
    let intended = Page(0xE1, 0x10, 0x12, 0x00)
    #expect(throws: TagMemoryError.containerSpoilt(found: found, intended: intended)) {
      try WritePlan(writing: exampleLink, on: image(.ntag213, container: found), formatting: true)
    }
  }

  @Test func aClosedTagThatHoldsTheMessageNeedsNoWrite() throws {
    for chip in Chip.allCases {
      var tag = try WritePlan(writing: link(size: 18), on: image(chip), formatting: true).result
      let locks = try LockPlan(on: tag)
      for write in locks.writes {
        tag = tag.applying([write])
        #expect(try WritePlan(writing: link(size: 18), on: tag).writes == [], "\(chip), \(write)")
        #expect(throws: TagMemoryError.readOnly, "\(chip), \(write)") {
          try WritePlan(writing: link(size: 19), on: tag)
        }
      }
    }
  }

  @Test func whatTheTagForbidsIsRefused() {
    func refusal(_ image: Type2Image, _ size: Int = 18) -> TagMemoryError? {
      do throws(TagMemoryError) {
        _ = try WritePlan(writing: link(size: size), on: image)
        return nil
      } catch {
        return error
      }
    }
    let readOnly = image(.ntag213, container: Page(0xE1, 0x10, 0x12, 0x0F))
    #expect(refusal(readOnly) == .readOnly)
    #expect(
      refusal(image(.ntag213, container: Page(0xE1, 0x10, 0x12, 0x80))) == .readAccessClosed(8))
    #expect(
      refusal(image(.ntag213, container: Page(0xE1, 0x20, 0x12, 0x00)))
        == .versionUnsupported(major: 2, minor: 0))
    #expect(refusal(image(.ntag213), 138) == .messageTooLarge(size: 138, capacity: 137))
    var locked = image(.ntag213)
    locked[2] = Page(0x44, 0x48, 0x80, 0x00)
    #expect(refusal(locked) == .pageLocked(page: 7))
    var dynamic = image(.ntag213)
    dynamic[0x28] = Page(0x02, 0, 0, 0xBD)
    #expect(refusal(dynamic) == nil)
    #expect(refusal(dynamic, 60) == .pageLocked(page: 18))
    var protected = image(.ntag213)
    protected[0x29] = Page(0x04, 0, 0, 0x06)
    #expect(refusal(protected) == .passwordRequired(from: 6))
    #expect(throws: Never.self) {
      try WritePlan(writing: exampleLink, on: protected, authenticated: true)
    }
    var mirrored = image(.ntag213)
    mirrored[0x29] = Page(0x54, 0, 0x0C, 0xFF)
    #expect(refusal(mirrored) == .mirrorActive(address: 49))
    var unread = image(.ntag213)
    unread[9] = nil
    #expect(refusal(unread) == .pageNotRead(page: 9))
    #expect(
      refusal(image(.ntag213, area: hex("0103a00c34"), container: Page(0xE1, 0x10, 1, 0)))
        == .messageTooLarge(size: 18, capacity: 1))
  }
}
