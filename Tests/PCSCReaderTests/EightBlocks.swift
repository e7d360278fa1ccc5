// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// The case by which the ways to a tag are compared: one message in place of another of the same
/// length, which differs from it in eight blocks of four bytes.
///
/// They take nine writes, because the old message goes first.
enum EightBlocks {
  static let writes = 9
  /// From the container to the end mark.
  static let size = 34

  /// With its two bytes of head and its end mark, 30 bytes.
  static func message(_ letter: Character) -> [UInt8] {
    [0xD1, 0x01, 0x17, 0x55, 0x04] + Array(String(repeating: letter, count: 22).utf8)
  }

  /// The memory of a formatted chip with this message on it.
  static func memory(_ model: VicinityModel, _ letter: Character) -> [UInt8] {
    let container: [UInt8] =
      switch model {
      case .slix: [0xE1, 0x40, 0x0D, 0x09]
      case .single: [0xE1, 0x40, 0x1F, 0x00]
      default: [0xE1, 0x40, 0x3F, 0x01]
      }
    let message = message(letter)
    let data = container + [0x03, UInt8(message.count)] + message + [0xFE]
    return data + [UInt8](repeating: 0, count: model.blockCount * 4 - data.count)
  }

  static func chip(
    _ model: VicinityModel, numbered number: UInt8, holding letter: Character,
    _ faults: FaultPlan = .none
  ) throws -> ChipInField {
    let zeros = [UInt8](repeating: 0, count: 7 - model.uidStart.count)
    let chip = VirtualVicinityChip(
      model, uid: model.uidStart + zeros + [number], memory: memory(model, letter))
    return ChipInField(try #require(chip), faults)
  }
}

/// A virtual chip on a reader of the tests.
final class ChipInField: VicinityAir {
  let chip: VirtualVicinityChip
  let field: VicinityField

  init(_ chip: VirtualVicinityChip, _ faults: FaultPlan = .none) {
    self.chip = chip
    field = VicinityField(faults)
    field.place(chip)
  }

  var uid: [UInt8] { chip.uid }
  var blockSize: Int { chip.model.blockSize }

  func answer(to request: [UInt8]) -> [UInt8]? {
    if case .answer(let bytes) = field.send(request) { return bytes }
    return nil
  }
}
