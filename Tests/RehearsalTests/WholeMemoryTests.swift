// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Real libnfc, the pseudo-terminal and a virtual chip: what is written is in the chip and is read.
struct WholeMemoryTests {
  @Test(arguments: ChipModel.allModels.map(\.name))
  func everyUserPageIsWrittenReadAndCompared(_ name: String) throws {
    let model = try #require(ChipModel.allModels.first { $0.name == name })
    let virtual = try VirtualReader()
    let placed = virtual.place { chip(model, 1) }
    let reader = try open(virtual)
    let tag = try #require(try reader.select(.typeA))
    #expect(tag.uid.bytes == uid(1))

    var expected = try memory(of: placed, in: virtual)
    var random = Splitmix64(seed: UInt64(model.pages))
    for page in model.userPages {
      let content = random.bytes(4)
      #expect(try reader.ask(tag, [0xA2, UInt8(page)] + content) == [])
      expected[page] = content
    }
    #expect(try memory(of: placed, in: virtual) == expected)

    for page in stride(from: 4, through: model.userPages.upperBound - 3, by: 4) {
      let answer = try reader.ask(tag, [0x30, UInt8(page)])
      #expect(answer == Array(expected[page..<page + 4].joined()), "page \(page)")
    }
  }
}
