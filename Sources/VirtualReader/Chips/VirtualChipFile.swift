// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The one place that knows which kind of chip a state file describes.
package enum VirtualChipFile {
  package static func read(_ bytes: [UInt8]) throws(ChipStateError) -> any VirtualChip {
    if try ChipStateLines(bytes).model == VirtualClassicChip.modelName {
      return try VirtualClassicChip(state: bytes)
    }
    return try VirtualType2Chip(state: bytes)
  }
}
