// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct TornWriteTests {
  static let old = [UInt8](repeating: 0, count: 10)
  static let new = [UInt8](1...10)

  @Test("pages end at their own borders, not at those of the write")
  func pages() {
    for (offset, pages) in [(0, 3), (2, 3), (3, 4), (4, 3)] {
      #expect(TornWrite.pageCount(of: 10, at: offset, pageSize: 4) == pages, "\(offset)")
    }
    #expect(TornWrite.pageCount(of: 0, at: 0, pageSize: 4) == 0)
  }

  @Test func stops() {
    let table: [(Tear?, String)] = [
      (nil, "0102030405060708090a"), (.pageNew, "0102030405060708090a"),
      (.pageOld, "00000000000000000000"), (.pagesWritten(0), "01000000000000000000"),
      (.pagesWritten(1), "01020304000000000000"), (.pagesWritten(2), "01020304050607080000"),
      (.pagesWritten(3), "0102030405060708090a"), (.pageHalf, "01020304000000000000"),
      (.pagesWritten(-1), "00000000000000000000"),
    ]
    for (tear, expected) in table {
      let result = TornWrite.result(Self.old, into: Self.new, at: 2, pageSize: 4, by: tear)
      #expect(hexText(result) == expected, "\(String(describing: tear))")
    }
  }

  @Test("noise leaves each page old, new or spoilt, at most one spoilt, and in any order")
  func noise() {
    var seen: Set<String> = []
    for seed in 0..<500 as Range<UInt64> {
      let result = TornWrite.result(
        Self.old, into: Self.new, at: 2, pageSize: 4, by: .pageNoise(seed))
      #expect(result.count == 10)
      var marks = ""
      for piece in [0..<2, 2..<6, 6..<10] {
        let bytes = Array(result[piece])
        marks += bytes == Array(Self.new[piece]) ? "n" : bytes.allSatisfy { $0 == 0 } ? "o" : "x"
      }
      #expect(marks.filter { $0 == "x" }.count <= 1)
      seen.insert(marks)
    }
    #expect(seen.isSuperset(of: ["nnn", "xoo", "oxo", "oox", "nxo", "xno", "oxn", "nnx"]))
  }
}
