// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// The bytes of pairs of hexadecimal digits; blanks are skipped.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }

/// The folder of Package.swift, found from where this file was compiled.
let packageRoot = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
