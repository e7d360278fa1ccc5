// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

/// Whether bytes are a picture, a film or the like: text has no zeros, but for that of two bytes each, and
/// workbooks begin as packed files do.
package func isOtherFile(_ bytes: [UInt8]) -> Bool {
  let start = bytes.prefix(4096)
  guard WorkbookKind(start) == nil, start.contains(0) else { return false }
  // Of UTF-16 and UTF-32, every second byte of most letters is a zero, all at odd or all at even places.
  let zeros = start.indices.filter { start[$0] == 0 }
  let odd = zeros.count { $0 % 2 == 1 }
  return max(odd, zeros.count - odd) * 4 < start.count
}
