#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Writes the same cells with each library that people make their lists with, into a folder.

One file a maker, named after it. Row by row: texts, numbers, days, truth values, formulas, and what a
maker has beside them, such as formats, conditions, hyperlinks and arrays.
Needs what .ci/setup installs.
"""

import datetime
import sys

import odf.opendocument
import odf.style
import odf.number
import odf.table
import odf.text
import openpyxl
import openpyxl.formatting.rule
import openpyxl.styles.differential
import openpyxl.worksheet.formula
import pandas
import pyexcel
import xlsxwriter

folder = sys.argv[1]

# Not among them is _x0041_: openpyxl does not escape it, and Excel shows an A, but LibreOffice does not.
TEXTS = [
    "001", "Łódź", "Straße 7", "東京 😀", "a  b", " x ", "x\ny", "x_y", "=1+1x", "'007", "TRUE",
    "1,5", "5 %", "2024-01-05", "https://go.tagtag.shop/k/3?a=1&b=<2>", "\"q\"", "e\u0301", "\u00a0",
]
NUMBERS = [0, 7, 56, 1067, 123456, 4901234567890, 123456789012345, -7, 12.5, 0.4, 1e-7, 1e21, 45296]
DAYS = [datetime.date(2024, 1, 5), datetime.date(2024, 2, 29), datetime.date(1999, 12, 31)]
MOMENTS = [datetime.datetime(2024, 1, 5, 8, 30), datetime.datetime(2024, 1, 5)]
FORMATS = [
    "0", "00000", "0.00", "#,##0", "0%", "yyyy-mm-dd", "dd.mm.yyyy", "d.m.yy", "@", '"F-"000', "h:mm",
    "[$-407]d. mmmm yyyy", "#", "0_)", "@;0", "000-000",
]


def with_openpyxl():
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (TEXTS, NUMBERS, DAYS, MOMENTS, [True, False, None]):
        sheet.append(row)
    for value in (7, 1067, 45296, 12.5, "Text"):
        sheet.append([value] * len(FORMATS))
        for column, code in enumerate(FORMATS, start=1):
            sheet.cell(sheet.max_row, column).number_format = code
    # The texts that begin with an equals sign are formulas to it.
    sheet.append(["=1+1", "=HYPERLINK(\"https://a.example/neu\",\"Shop\")", 7, 70, 700])
    last = sheet.max_row
    sheet[f"A{last}"].hyperlink = "https://a.example/other"
    look = openpyxl.styles.differential.DifferentialStyle(
        numFmt=openpyxl.styles.numbers.NumberFormat(numFmtId=170, formatCode="0.0"))
    rule = openpyxl.formatting.rule.Rule(
        type="cellIs", operator="lessThan", formula=["100"], dxf=look)
    sheet.conditional_formatting.add(f"C{last}:E{last}", rule)
    sheet.append([1, 2, 3])
    sheet[f"E{last + 1}"] = openpyxl.worksheet.formula.ArrayFormula(
        f"E{last + 1}:F{last + 1}", f"=A{last + 1}:B{last + 1}*2")
    sheet.append(["merged", None, "beside"])
    sheet.merge_cells(f"A{last + 2}:B{last + 2}")
    book.save(f"{folder}/openpyxl.xlsx")


def with_xlsxwriter():
    book = xlsxwriter.Workbook(f"{folder}/xlsxwriter.xlsx")
    sheet = book.add_worksheet("Läden")
    day = book.add_format({"num_format": "dd.mm.yyyy"})
    for column, text in enumerate(TEXTS):
        sheet.write_string(0, column, text)
    for column, number in enumerate(NUMBERS):
        sheet.write_number(1, column, number)
    for column, moment in enumerate(DAYS + MOMENTS):
        sheet.write_datetime(2, column, moment, day)
    for row, value in enumerate((7, 1067, 45296, 12.5, "Text"), start=3):
        for column, code in enumerate(FORMATS):
            sheet.write(row, column, value, book.add_format({"num_format": code}))
    sheet.write_boolean(8, 0, True)
    sheet.write_formula(8, 1, "=1+1")
    sheet.write_formula(8, 2, "=1+1", None, 2)
    sheet.write_url(8, 3, "https://a.example/neu/3", string="https://a.example/k/3")
    sheet.write_rich_string(8, 4, "a", book.add_format({"bold": True}), "b", "c")
    sheet.write_array_formula("F9:G9", "{=A10:B10*2}")
    for column, number in enumerate((7, 70, 700)):
        sheet.write_number(9, column, number)
    sheet.conditional_format("A10:C10", {
        "type": "cell", "criteria": "<", "value": 100,
        "format": book.add_format({"num_format": "0.0"})})
    sheet.merge_range("A11:B11", "merged")
    sheet.write_dynamic_array_formula("A12:A13", "=LEN(A1:A2)")
    sheet.write_number(13, 0, 5)
    sheet.set_row(13, None, None, {"hidden": True})
    book.close()


def with_pandas():
    frame = pandas.DataFrame({
        "id": ["001", "002", None], "number": [1, 20, 4901234567890], "part": [1.0, 2.5, None],
        "day": pandas.to_datetime(["2024-01-05", "2024-02-29", None]),
        "date": DAYS, "yes": [True, False, None], "text": TEXTS[:3], "price": [1067.0, 7.0, 56.0],
        "odd": TEXTS[5:8],
    })
    frame.to_excel(f"{folder}/pandas-openpyxl.xlsx", index=False, engine="openpyxl")
    frame.to_excel(f"{folder}/pandas-xlsxwriter.xlsx", index=False, engine="xlsxwriter")
    frame.to_excel(f"{folder}/pandas-odf.ods", index=False, engine="odf")


def with_pyexcel():
    # One that is too large for a whole number is refused by it.
    rows = [
        [text for text in TEXTS if text != "=1+1x"], [number for number in NUMBERS if number < 1e15], DAYS, MOMENTS, [True, False, ""],
        ["name", 1067.0, 12.0],
    ]
    for kind in ("xlsx", "ods"):
        pyexcel.save_as(array=rows, dest_file_name=f"{folder}/pyexcel.{kind}")


def with_odfpy():
    document = odf.opendocument.OpenDocumentSpreadsheet()
    day = odf.number.DateStyle(name="day")
    for part in (
            odf.number.Day(style="long"), odf.number.Text(text="."), odf.number.Month(style="long"),
            odf.number.Text(text="."), odf.number.Year(style="long")):
        day.addElement(part)
    document.automaticstyles.addElement(day)
    padded = odf.number.NumberStyle(name="padded")
    padded.addElement(odf.number.Number(decimalplaces="0", minintegerdigits="5"))
    document.automaticstyles.addElement(padded)
    for name in ("day", "padded"):
        style = odf.style.Style(name=f"cell-{name}", family="table-cell", datastylename=name)
        document.automaticstyles.addElement(style)
    table = odf.table.Table(name="List")

    def add(cells):
        row = odf.table.TableRow()
        for attributes, text in cells:
            cell = odf.table.TableCell(**attributes)
            if text is not None:
                cell.addElement(odf.text.P(text=text))
            row.addElement(cell)
        table.addElement(row)

    plain = [text for text in TEXTS if "\n" not in text and text.strip() == text and "  " not in text]
    add(({"valuetype": "string"}, text) for text in plain)
    add(({"valuetype": "float", "value": number}, str(number)) for number in NUMBERS)
    for style in (None, "cell-padded", "cell-day"):
        named = {"stylename": style} if style else {}
        add(({"valuetype": "float", "value": number, **named}, "seen") for number in NUMBERS[:7])
        add(({"valuetype": "date", "datevalue": day.isoformat(), **named}, "seen") for day in DAYS)
    add([({"valuetype": "boolean", "booleanvalue": "true"}, "TRUE"),
         ({"valuetype": "percentage", "value": 0.5}, "50%"),
         ({"valuetype": "currency", "value": 5, "currency": "EUR"}, "5"),
         ({"valuetype": "float", "value": 2, "formula": "of:=1+1"}, "2"),
         ({"formula": "of:=1+1"}, None)])
    document.spreadsheet.addElement(table)
    document.save(f"{folder}/odfpy.ods")


with_openpyxl()
with_xlsxwriter()
with_pandas()
with_pyexcel()
with_odfpy()
