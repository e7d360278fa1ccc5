#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Writes workbooks with openpyxl, pandas and by hand into a folder.

formats.xlsx: each row is a number, with the format of its column's first cell.
openpyxl.xlsx, pandas.xlsx: the rows that WorkbookPeerTests expects.
styles.ods: each row is a value, with the style of its column's first cell.
Needs `pip install openpyxl==3.1.5 pandas==2.2.3`.
"""

import datetime
import sys
import zipfile

import openpyxl
import pandas

folder = sys.argv[1]

FORMATS = [
    "General", "0", "00000", "000-000", "#,##0", "0.00", "0%", "0.00E+00", "@", '"F-"000', "##00",
    "yyyy-mm-dd", "dd.mm.yyyy", "d.m.yy", "yyyy\\-mm\\-dd;@", "dd/mm/yyyy", "d. mmmm yyyy", "h:mm",
    "00000;@", "[Red]000", "0;-0", ";;;", 'yyyy"年"m"月"d"日"', "#", "0_)", "_-* #,##0_-", "00 00",
    "0.0", "0000000", "00-00", "(000) 000-0000", "0;0", "0;;", '"Nr. "0', '0" Stück"', "[<=999]000;0",
    '[>100]"gross "0;0', "yyyy", "yy", "mm", "dd", "d/m/yyyy", "yyyymmdd", "dd-mm-yy", "dd\\.mm\\.yyyy",
    "mmm yy", "ddd", "yyyy-mm-dd hh:mm", "[$-409]dd/mm/yyyy", "[$€-407] 0", '0 "€"', "#,##0.00", "# ##0",
    "0,", "0.0,,", "# ?/?", "???", "?0", "0*x", "*00", "General;General", 'General"x"', "\\F000", "0E+0",
    "0.", ".0", "[h]:mm", "mm:ss", '"A"0"B"', "0_-", "_(0_)", "[Blue]0;[Red]-0", "00000-0000", "yyyy/mm/dd",
    "d.m.yyyy", "@;0", "0;@;0", '"x"', "0;-0;0;@", "[$-F800]dddd", "yyyy-mm-dd;;", "m/d/yy", "###0",
]
VALUES = [
    0, 7, 56, 59.5, 61, 1067, 45296, 123456, 1234567, 12.5, 0.4, 1066.5, 45296.25, -7, 4901234567890,
    123456789012345, 1e-7, 0.1 + 0.2, 2958465, 1, 10, 99, 100, 999, 1000, 9999, 99999, 100000, 0.5, 0.05,
    1.005, 2.5, -0.4, -12.5, 36526, 60, 43831, 44620.999, 1e15, 999999999999999, 1e21,
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

# styles.ods: each row is a value, with the style of its column's first cell. The stored text is none
# that anyone has seen, as libraries leave it that do not know how a style looks.
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{name}="{OASIS}{path}:1.0"'
    for name, path in [
        ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"),
        ("number", "datastyle"), ("manifest", "manifest"),
    ])
LONG = ' number:style="long"'
DATA = {
    "plain": ("number", '<number:number number:min-integer-digits="1"/>'),
    "padded": ("number", '<number:number number:min-integer-digits="6"/>'),
    "five": ("number", '<number:number number:decimal-places="0" number:min-integer-digits="5"/>'),
    "none": ("number", '<number:number number:decimal-places="0" number:min-integer-digits="0"/>'),
    "named": (
        "number", "<number:text>F-</number:text>"
        '<number:number number:decimal-places="0" number:min-integer-digits="3"/>'
        "<number:text> b</number:text>"),
    "grouped": (
        "number", '<number:number number:decimal-places="0" number:min-integer-digits="1"'
        ' number:grouping="true"/>'),
    "two": ("number", '<number:number number:decimal-places="2" number:min-integer-digits="1"/>'),
    "text": ("text", "<number:text-content/>"),
    "percent": ("percentage", '<number:number number:decimal-places="0"/><number:text>%</number:text>'),
    "truth": ("boolean", "<number:boolean/>"),
    "day": (
        "date", f"<number:day{LONG}/><number:text>.</number:text><number:month{LONG}/>"
        f"<number:text>.</number:text><number:year{LONG}/>"),
    "short": (
        "date", "<number:year/><number:text>/</number:text><number:month/><number:text>/</number:text>"
        "<number:day/>"),
    "time": ("time", f"<number:hours{LONG}/><number:text>:</number:text><number:minutes{LONG}/>"),
}
STYLES = "".join(
    f'<number:{kind}-style style:name="data-{name}">{parts}</number:{kind}-style>'
    f'<style:style style:name="{name}" style:family="table-cell" style:data-style-name="data-{name}"/>'
    for name, (kind, parts) in DATA.items())
COMMON = (
    '<number:number-style style:name="data-common"><number:number number:decimal-places="0"'
    ' number:min-integer-digits="4"/></number:number-style>'
    '<style:style style:name="Common" style:family="table-cell" style:data-style-name="data-common"/>'
    '<style:style style:name="Child" style:family="table-cell" style:parent-style-name="Common"/>')
STYLES += (
    '<style:style style:name="empty" style:family="table-cell"/>'
    '<style:style style:name="child" style:family="table-cell" style:parent-style-name="Child"/>')
NAMES = [None, *DATA, "empty", "child", "Child"]


def ods_cell(kind, value, style, text):
    """A cell whose stored text is not what its style shows."""
    named = f' table:style-name="{style}"' if style else ""
    member = "date-value" if kind == "date" else "value"
    return (
        f'<table:table-cell{named} office:value-type="{kind}" office:{member}="{value}">'
        f"<text:p>{text}</text:p></table:table-cell>")


def ods_row(cells, style=None):
    named = f' table:default-cell-style-name="{style}"' if style else ""
    return f"<table:table-row{named}>{''.join(cells)}</table:table-row>"


rows = []
for value in ["0", "7", "56", "1067", "1067.0", "123456", "4901234567890", "123456789012345", "-7",
              "12.5", "0.4", "1E+3"]:
    rows.append(ods_row(ods_cell("float", value, name, "9") for name in NAMES))
    rows.append(ods_row(ods_cell("float", value, None, "9") for name in NAMES))
for value in ["2024-01-05", "2024-02-29T00:00:00", "1999-12-31"]:
    rows.append(ods_row(ods_cell("date", value, name, "seen") for name in NAMES if name != "time"))
rows.append(ods_row([ods_cell("float", "7", None, "9"), ods_cell("float", "7", "plain", "9")], "five"))
columns = "".join(
    f'<table:table-column table:default-cell-style-name="{name or "Default"}"/>' for name in NAMES)
with zipfile.ZipFile(f"{folder}/styles.ods", "w") as file:
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    file.writestr("mimetype", kind)
    file.writestr("content.xml", (
        f'<office:document-content {SPACES} office:version="1.3"><office:automatic-styles>{STYLES}'
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="Sheet1">{columns}{"".join(rows)}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"))
    file.writestr("styles.xml", (
        f'<office:document-styles {SPACES} office:version="1.3"><office:styles>{COMMON}'
        "</office:styles></office:document-styles>"))
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{media}"/>'
        for path, media in [("/", kind), ("content.xml", "text/xml"), ("styles.xml", "text/xml")])
    file.writestr(
        "META-INF/manifest.xml", f"<manifest:manifest {SPACES}>{entries}</manifest:manifest>")
