// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The built program as the system loads it.
struct HardenedProgramTests {
  private let file: [UInt8]

  init() throws {
    file = try contents(of: builtTool)
  }

  /// "Full RELRO": what the loader has filled in can be written by no one afterwards, and it fills
  /// in everything at once.
  @Test func itsTablesAreClosedAfterTheStart() throws {
    // ELF of 64 bits: the program headers, of 56 bytes each.
    try #require(Array(file.prefix(5)) == [0x7F, 0x45, 0x4C, 0x46, 2])
    let (table, count) = (number(at: 32, of: 8), number(at: 56, of: 2))
    let headers = (0..<count).map { table + $0 * 56 }
    #expect(headers.contains { number(at: $0, of: 4) == 0x6474_E552 }, "no PT_GNU_RELRO")
    let dynamic = try #require(headers.first { number(at: $0, of: 4) == 2 })
    let (start, size) = (number(at: dynamic + 8, of: 8), number(at: dynamic + 32, of: 8))
    let entries = stride(from: start, to: start + size, by: 16).map {
      (tag: number(at: $0, of: 8), value: number(at: $0 + 8, of: 8))
    }
    #expect(entries.contains { $0.tag == 30 && $0.value & 8 != 0 }, "no DF_BIND_NOW")
    #expect(entries.contains { $0.tag == 0x6FFF_FFFB && $0.value & 1 != 0 }, "no DF_1_NOW")
  }

  /// A number with its lowest byte first.
  private func number(at offset: Int, of size: Int) -> Int {
    file[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
