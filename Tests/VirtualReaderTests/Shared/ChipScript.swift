// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import VirtualReader

/// A conversation with a chip, written as lines of "frame > answer" in hexadecimal.
///
/// "select" activates the chip again, "power" takes the field away first. An answer is data, ACK,
/// NAK with its code, or silence. Spaces are free, so that pages can be apart.
func expect(
  _ chip: some TypeAChip, says script: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var expected: [String] = []
  var heard: [String] = []
  for line in script.split(separator: "\n") {
    let parts = line.split(separator: ">", omittingEmptySubsequences: false)
    let frame = parts[0].filter { $0 != " " }
    switch frame {
    case "": continue
    case "select": chip.activated()
    case "power":
      chip.fieldLost()
      chip.activated()
    default:
      let answer = words(chip.answer(to: hex(frame), tearing: nil).answer)
      expected.append("\(frame) > \(parts.count > 1 ? parts[1].filter { $0 != " " } : "")")
      heard.append("\(frame) > \(answer)")
    }
  }
  #expect(heard == expected, sourceLocation: sourceLocation)
}

func words(_ answer: ChipAnswer) -> String {
  switch answer {
  case .data(let bytes): HexText.text(bytes)
  case .acknowledge: "ACK"
  case .refuse(let code): "NAK\(code)"
  case .silence: "silence"
  case .quiet: "quiet"
  }
}

/// The bytes of a text of digits and spaces.
func hex(_ text: some StringProtocol) -> [UInt8] { bytes(ofHex: text) }

/// A factory chip with the UID of a chip whose signature is public.
func newChip(_ model: ChipModel, seed: UInt64 = 0) throws -> VirtualType2Chip {
  try #require(VirtualType2Chip(model, uid: hex("043991C2FC6780"), seed: seed))
}

/// The chip with the journal of everything that happens to it from now on.
func watched(_ model: ChipModel) throws -> VirtualType2Chip {
  let chip = try newChip(model)
  chip.journal = []
  return chip
}

extension ChipModel: CustomTestStringConvertible {
  package var testDescription: String { name }
}
