// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing
import Workbook

@Test(arguments: [
  (1, 1, "A1"), (3, 17, "C17"), (26, 2, "Z2"), (27, 2, "AA2"), (702, 9, "ZZ9"), (703, 9, "AAA9"),
  (16_384, 1_048_576, "XFD1048576"),
])
func `a cell has the name that spreadsheet programs show`(column: Int, row: Int, name: String) {
  #expect(cellName(column: column, row: row) == name)
}

@Test(
  arguments: [
    ([0x50, 0x4B, 3, 4, 20, 0, 0, 0], .zip), ([0x50, 0x4B, 5, 6], .zip),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .compound),
    ([0xD0, 0xCF, 0x11, 0xE0], nil), (Array("id,city".utf8), nil), ([], nil),
  ] as [([UInt8], WorkbookKind?)])
func `a workbook is known by its first bytes`(first: [UInt8], kind: WorkbookKind?) {
  #expect(WorkbookKind(first) == kind)
}
