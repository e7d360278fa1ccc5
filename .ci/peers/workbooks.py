#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Writes workbooks with openpyxl and pandas into a folder.

formats.xlsx: each row is a number, with the format of its column's first cell.
openpyxl.xlsx, pandas.xlsx: the rows that WorkbookPeerTests expects.
Needs `pip install openpyxl==3.1.5 pandas==2.2.3`.
"""

import datetime
import sys

import openpyxl
import pandas

folder = sys.argv[1]

FORMATS = [
    "General", "0", "00000", "000-000", "#,##0", "0.00", "0%", "0.00E+00", "@", '"F-"000', "##00",
    "yyyy-mm-dd", "dd.mm.yyyy", "d.m.yy", "yyyy\\-mm\\-dd;@", "dd/mm/yyyy", "d. mmmm yyyy", "h:mm",
    "00000;@", "[Red]000", "0;-0", ";;;", 'yyyy"年"m"月"d"日"', "#", "0_)", "_-* #,##0_-", "00 00",
]
VALUES = [
    0, 7, 56, 59.5, 61, 1067, 45296, 123456, 1234567, 12.5, 0.4, 1066.5, 45296.25, -7, 4901234567890,
    123456789012345, 1e-7, 0.1 + 0.2, 2958465,
]

book = openpyxl.Workbook()
sheet = book.active
for value in VALUES:
    sheet.append([value] * len(FORMATS))
    for column, code in enumerate(FORMATS, start=1):
        sheet.cell(sheet.max_row, column).number_format = code
book.save(f"{folder}/formats.xlsx")

book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Läden"
sheet.append(["001", "Łódź", 1067, " a  b ", "x\ny"])
sheet["C1"].number_format = "00000"
sheet.append([datetime.date(2024, 1, 5), True, "=1+1", 12.5, "東京 😀"])
sheet["A2"].number_format = "dd.mm.yyyy"
sheet["A4"] = "merged"
sheet.merge_cells("A4:B5")
sheet["C5"] = "beside"
sheet.row_dimensions[5].hidden = True
sheet.column_dimensions["E"].hidden = True
book.create_sheet("Secret")["A1"] = "x"
book["Secret"].sheet_state = "hidden"
book.save(f"{folder}/openpyxl.xlsx")

frame = pandas.DataFrame({
    "id": ["001", "002", None], "number": [1, 20, 4901234567890], "part": [1.0, 2.5, None],
    "day": pandas.to_datetime(["2024-01-05", "2024-02-29", None]),
})
frame.to_excel(f"{folder}/pandas.xlsx", index=False)
