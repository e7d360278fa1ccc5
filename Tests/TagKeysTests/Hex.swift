// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The bytes of pairs of hexadecimal digits; blanks are skipped.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The folder of Package.swift, found from where this file was compiled.
let packageRoot = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
