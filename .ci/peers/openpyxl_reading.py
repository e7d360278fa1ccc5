# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The TagPress authors
"""Prints how many seconds openpyxl takes to look at every row of a workbook, read only.
Needs `pip install openpyxl==3.1.5`.
"""

import sys
import time

import openpyxl

start = time.perf_counter()
book = openpyxl.load_workbook(sys.argv[1], read_only=True)
for row in book.active.iter_rows(values_only=True):
    pass
print(time.perf_counter() - start)
