// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// The bytes of hexadecimal text; spaces are only for the eye.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }

/// Upper-case digits without spaces.
func hexText(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
