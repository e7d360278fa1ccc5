// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import Workbook

@Test func `texts beyond the memory are read from the temporary file, in any order`() throws {
  let texts = SharedTexts(textsInMemory: 100_000, indexInMemory: 1_027)
  var random = Splitmix64(seed: 20)
  var expected: [[UInt8]] = []
  for _ in 0..<1_000 {
    let text = random.bytes(upTo: Int.random(in: 0...9, using: &random) == 0 ? 40_000 : 60)
    expected.append(text)
    try texts.add(text)
  }
  try texts.finish()
  #expect(texts.spilledCount > 300_000)
  for number in Array(expected.indices) + expected.indices.shuffled(using: &random) {
    var bytes: [UInt8] = [7]
    #expect(try texts.append(number, to: &bytes))
    #expect(bytes == [7] + expected[number])
  }
  var bytes: [UInt8] = []
  #expect(try !texts.append(1_000, to: &bytes))
  #expect(try !texts.append(-1, to: &bytes))
}

@Test func `the texts of a large workbook do not fill the memory`() async throws {
  guard !isSanitized else { return }
  await #expect(processExitsWith: .success) {
    let count = 900
    let folder = try TemporaryDirectory()
    let letters = String(repeating: "x", count: 65_000)
    func text(_ number: Int) -> String { "<t>\(number) \(letters)</t>" }
    var book = SampleWorkbook(rows: "")
    book.texts = (0..<count).map(text)
    book.rows = (0..<count).map { "<row><c t=\"s\"><v>\($0)</v></c></row>" }.joined()
    // Packed, because the checksum of all that takes a while here.
    let parts = try book.parts.map { try ZipMaker.Entry(packing: $0.name, Array($0.text.utf8)) }
    let path = try folder.write(ZipMaker(parts).bytes, to: "a.xlsx")
    var isRight = true
    var rows = 0
    let growth = try peakGrowth {
      let reader = try WorkbookReader(path: path)
      _ = try reader.read { row in
        isRight = isRight && row.text(row.cells[0]) == "\(rows) \(letters)"
        rows += 1
        return true
      }
    }
    try #require(isRight && rows == count)
    // Nearly 60 MB of texts.
    try #require(growth < 40 << 20, "\(growth)")
  }
}

@Test func `bytes are found wherever pieces part them`() {
  let text = Array("xxmergeCellxx".utf8)
  for size in 1...text.count {
    var search = ByteSearch(Array("mergeCell".utf8))
    var other = ByteSearch(Array("mergeCells".utf8))
    for start in stride(from: 0, to: text.count, by: size) {
      Array(text[start..<min(text.count, start + size)]).withUnsafeBytes {
        search.search($0)
        other.search($0)
      }
    }
    #expect(search.isFound)
    #expect(!other.isFound)
  }
}
