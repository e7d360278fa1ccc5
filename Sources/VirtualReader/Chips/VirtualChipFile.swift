// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The one place that knows which kind of chip a state file describes.
package enum VirtualChipFile {
  package static func read(_ bytes: [UInt8]) throws(ChipStateError) -> any VirtualChip {
    let model = try ChipStateLines(bytes).model
    if Type4Model.named(model) != nil { return try VirtualType4Chip(state: bytes) }
    switch model {
    case VirtualClassicChip.modelName: return try VirtualClassicChip(state: bytes)
    case VirtualFelicaLiteChip.modelName: return try VirtualFelicaLiteChip(state: bytes)
    case VirtualFelicaCard.modelName: return try VirtualFelicaCard(state: bytes)
    case VirtualTopazChip.modelName: return try VirtualTopazChip(state: bytes)
    // These keep nothing, so their name says all of them.
    case VirtualPaymentCard.modelName: return VirtualPaymentCard(seed: 0)
    case VirtualPassport.modelName: return VirtualPassport(seed: 0)
    default: return try VirtualType2Chip(state: bytes)
    }
  }
}
