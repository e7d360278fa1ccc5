// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// Bytes from hexadecimal text; spaces are for the reader of the test.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }
