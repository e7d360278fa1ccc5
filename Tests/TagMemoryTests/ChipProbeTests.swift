// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct ChipProbeTests {
  /// Asks until the probe is done; the pages it asked for, and the chip.
  private static func probe(_ memory: ReadableMemory) throws -> ([UInt8], Chip?) {
    let header = try #require(memory.answer(.read(page: 0)))
    var answers: [UInt8: [UInt8]?] = [:]
    for _ in 0..<5 {
      switch ChipProbe(header: header, answers: answers) {
      case .read(let page):
        try #require(answers[page] == nil)
        answers.updateValue(memory.answer(.read(page: page)), forKey: page)
      case .done(let chip):
        return (answers.keys.sorted(), chip)
      }
    }
    Issue.record("the probe never ends")
    return ([], nil)
  }

  @Test func chipsWithoutAVersionAreToldApart() throws {
    let cases: [(Chip, Page?, [UInt8])] = [
      (.ultralight, nil, [0x0F]), (.ultralight, .zero, [0x0F]),
      (.ntag203, nil, [0x29]), (.ultralightC, nil, [0x29]), (.ultralightC, .zero, [0x0F, 0x29]),
      (.ntag213, nil, [0x29, 0x2C]),
    ]
    for (chip, container, pages) in cases {
      var memory = ReadableMemory(image(chip, container: container))
      for wraps in [false, true] {
        memory.wrapsBehindEnd = wraps
        let (asked, found) = try Self.probe(memory)
        #expect(found == chip && asked == pages, "\(chip), wraps: \(wraps)")
      }
    }
  }

  @Test func aCopyThatRefusesToReadOverItsEndIsAnUltralightToo() throws {
    let header = try #require(ReadableMemory(image(.ultralight)).answer(.read(page: 0)))
    var answers: [UInt8: [UInt8]?] = [:]
    for page: UInt8 in [0x0F, 0x29, 0x10] {
      #expect(ChipProbe(header: header, answers: answers) == .read(page: page))
      answers.updateValue(nil, forKey: page)
    }
    #expect(ChipProbe(header: header, answers: answers) == .done(.ultralight))
  }

  @Test func otherMemoriesAreNotGuessed() throws {
    for pages in [20, 41, 43, 46, 48, 64, 135, 231] {
      var bytes = image(.ultralight).bytes
      bytes += [UInt8](repeating: 0x41, count: pages * 4 - bytes.count)
      let memory = ReadableMemory(Type2Image(chip: nil, bytes: bytes), end: pages)
      #expect(try Self.probe(memory).1 == nil, "\(pages)")
    }
    // An NTAG213 copy that hides everything after page 15 is not an Ultralight.
    #expect(try Self.probe(ReadableMemory(image(.ntag213), end: 16)).1 == nil)
  }

  @Test func theHeaderIsReadFirst() {
    #expect(ChipProbe(header: [], answers: [:]) == .read(page: 0))
    #expect(ChipProbe(header: [1, 2, 3], answers: [0x29: []]) == .read(page: 0))
  }
}
