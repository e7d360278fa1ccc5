// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct Type2DumpTests {
  @Test func aChipIsGuessedOnlyFromASoundSerialNumberOfNXP() throws {
    var findings: [DumpFinding] = []
    var pages = exampleImage(.ntag215).bytes.pages
    let sound = Type2Dump(pages: pages, answers: .init(), noting: &findings)
    #expect(sound.image.chip == .ntag215)
    #expect(findings == [.chipGuessed(.ntag215)])

    findings = []
    pages[0] = Page(0x05, 0x11, 0x22, 0xBE)
    let clone = Type2Dump(pages: pages, answers: .init(), noting: &findings)
    #expect(clone.image.chip == nil)
    #expect(clone.content == .message(exampleLink))
    #expect(findings == [])
  }

  @Test func sizesThatTwoChipsHaveProveNothing() {
    var findings: [DumpFinding] = []
    let pages = exampleImage(.ntag210).bytes.pages
    #expect(Type2Dump(pages: pages, answers: .init(), noting: &findings).image.chip == nil)
    #expect(findings == [])
  }

  @Test func aDeclaredChipWithTooManyPagesIsNotBelieved() {
    var findings: [DumpFinding] = []
    var answers = Type2Dump.Answers()
    answers.declaredChip = .ultralight
    let pages = exampleImage(.ntag213).bytes.pages
    let dump = Type2Dump(pages: pages, answers: answers, noting: &findings)
    #expect(dump.image.chip == .ntag213)
    #expect(findings == [.chipGuessed(.ntag213)])
  }

  @Test func keysOfAnUltralightCAreNotZero() {
    let dump = exampleDump(.ultralightC)
    #expect(dump.image.secretPages == 44..<48)
    #expect((44..<48).allSatisfy { dump.image[$0] == nil })
    #expect(dump.image[43] == .zero)
  }

  @Test func savedCountersThatNoOneReadAreUnknown() {
    typealias Counter = Type2Dump.Counter
    #expect(Counter(saved: 0, tearing: 0) == nil)
    #expect(Counter(saved: nil, tearing: 0xBD) == nil)
    #expect(Counter(saved: 0, tearing: 0xBD) == Counter(value: 0, tearing: 0xBD))
    #expect(Counter(saved: 7, tearing: 0) == Counter(value: 7, tearing: nil))
    #expect(Counter(saved: 0x100_0000, tearing: 0xBD) == nil, "a counter has three bytes")
    #expect(Counter(saved: -1, tearing: 0xBD) == nil)
  }
}
