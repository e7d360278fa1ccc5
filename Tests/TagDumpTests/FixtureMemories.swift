// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import TagMemory

@testable import TagDump

/// A MIFARE Classic 1K with the example link in sectors 1 and 2, its directory included.
let classicBlocks: [[UInt8]] = {
  let zero = [UInt8](repeating: 0, count: 16)
  let freeTrailer = hex("ffffffffffffff078069ffffffffffff")
  var blocks = [[UInt8]](repeating: zero, count: 64)
  for sector in 0..<16 { blocks[sector * 4 + 3] = freeTrailer }
  blocks[0] = hex("01020304 04 080400 0000000000000000")
  blocks[1] = hex("f3 01 03e1 03e1 0000 0000 0000 0000 0000")
  blocks[3] = hex("a0a1a2a3a4a5787788c1d3f7d3f7d3f7")
  for sector in [1, 2] { blocks[sector * 4 + 3] = hex("d3f7d3f7d3f77f078840d3f7d3f7d3f7") }
  // Enough of NULLs in front that the message runs over the trailer of sector 1.
  let area = [UInt8](repeating: 0, count: 40) + exampleTLV + [UInt8](repeating: 0, count: 35)
  for (index, at) in stride(from: 0, to: 96, by: 16).enumerated() {
    blocks[index < 3 ? 4 + index : 5 + index] = Array(area[at..<at + 16])
  }
  return blocks
}()

let feliCaBlocks: [[UInt8]] = [
  hex("10 04 01 000d 00000000 00 01 000012 0035"),
  Array(exampleLink.prefix(16)),
  exampleLink.dropFirst(16) + [UInt8](repeating: 0, count: 14),
]

/// 28 blocks of 4 bytes; the container counts itself, as many do.
let vicinityMemory: [UInt8] = {
  let start = hex("e1400e01") + exampleTLV
  return start + [UInt8](repeating: 0, count: 112 - start.count)
}()

extension [UInt8] {
  func pieces(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<$0 + size]) }
  }
}

func spaced(_ bytes: [UInt8]) -> String { spacedHex(bytes) }

/// The lines of an NTAG213, before version 4 and since.
func flipper(version: Int) -> [String] {
  let device =
    version < 4
    ? ["Device type: NTAG213"]
    : ["Device type: NTAG/Ultralight", "NTAG/Ultralight type: NTAG213"]
  let pages = exampleImage(.ntag213).bytes.pieces(of: 4)
  return ["Filetype: Flipper NFC device", "Version: \(version)", "# A comment: with a colon"]
    + device
    + [
      "UID: \(spaced(exampleUID))", "ATQA: 00 44", "SAK: 00",
      "Signature: \(spaced([UInt8](repeating: 0x5A, count: 32)))",
      "Mifare version: 00 04 04 02 01 00 0F 03",
      "Counter 0: 0", "Tearing 0: 00", "Counter 1: 0", "Tearing 1: BD", "Counter 2: 66051",
      "Tearing 2: 00", "Pages total: 45", "Pages read: 45",
    ]
    + pages.enumerated().map { "Page \($0): \(spaced($1))" }
    + ["Failed authentication attempts: 2"]
}

let flipperClassic =
  [
    "Filetype: Flipper NFC device", "Version: 4", "Device type: Mifare Classic",
    "UID: 01 02 03 04", "ATQA: 00 04", "SAK: 08", "Mifare Classic type: 1K",
    "Data format version: 2",
  ]
  + classicBlocks.enumerated().map { number, block in
    let keys = "?? ?? ?? ?? ?? ??"
    let middle = spaced(Array(block[6..<10]))
    return number % 4 == 3
      ? "Block \(number): \(keys) \(middle) \(keys)" : "Block \(number): \(spaced(block))"
  }

let flipperFeliCa =
  [
    "Filetype: Flipper NFC device", "Version: 4", "Device type: FeliCa",
    "UID: 01 02 03 04 05 06 07 08", "Data format version: 1", "Blocks total: 4", "Blocks read: 4",
  ]
  + feliCaBlocks.enumerated().map { "Block \($0): 00 00 \(spaced($1))" }
  + ["Block 3: 01 B1 \(spaced([UInt8](repeating: 0, count: 16)))"]

let flipperVicinity = [
  "Filetype: Flipper NFC device", "Version: 4", "Device type: SLIX",
  "UID: E0 04 01 02 03 04 05 06", "DSFID: 00", "Block Count: 28", "Block Size: 04",
  "Data Content: \(spaced(vicinityMemory))",
]

func proxmark(
  _ kind: String, uid: String, card: String = "", blocks: [[UInt8]]
) -> String {
  let lines = blocks.enumerated().map { #""\#($0)": "\#(upperHex($1))""# }
  return #"{"Created": "proxmark3", "FileType": "\#(kind)", "Card": {"UID": "\#(uid)"\#(card)}, "#
    + #""blocks": {\#(lines.joined(separator: ",\n"))}}"#
}

let proxmarkType2 = proxmark(
  "mfu", uid: upperHex(exampleUID),
  card: #", "Version": "0004040201000F03", "Signature": "\#(String(repeating: "5A", count: 32))", "#
    + #""Counter0": "000000", "Tearing0": "00", "Counter1": "000000", "Tearing1": "BD", "#
    + #""Counter2": "030201", "Tearing2": "00""#,
  blocks: exampleImage(.ntag213).bytes.pieces(of: 4))

let proxmarkBinaryType2 =
  hex("0004040201000f03 0000 00 2c") + [UInt8](repeating: 0x5A, count: 32)
  + hex("00000000 000000bd 03020100") + exampleImage(.ntag213).bytes

let proxmarkBinaryVicinity: [UInt8] = {
  let head = hex("06050403020104e0 00 00 00 00 04 1c 01") + [UInt8](repeating: 0, count: 64)
  let data = vicinityMemory + [UInt8](repeating: 0, count: 2048 - vicinityMemory.count)
  return head + data + [UInt8](repeating: 0, count: 12)
}()

let metrodroidUltralight: String = {
  let pages = exampleImage(.ultralightEV1Small).bytes.pieces(of: 4).map {
    #"{"data": "\#(upperHex($0).lowercased())"}"#
  }
  return #"{"tagId": "04112233445566", "mifareUltralight": {"cardModel": "EV1_MF0UL11", "#
    + #""pages": [\#(pages.joined(separator: ", "))]}}"#
}()

let metrodroidFeliCa: String = {
  let blocks = feliCaBlocks.enumerated().map { #""\#($0)": {"data": "\#(upperHex($1))"}"# }
  return #"{"tagId": "0102030405060708", "felica": {"systems": {"34996": {"services": {"11": "#
    + #"{"blocksMap": {\#(blocks.joined(separator: ", "))}}}}}}}"#
}()

let printedPages = exampleImage(.ultralight).bytes.pieces(of: 4).enumerated().map { number, page in
  let address = upperHex([UInt8(number)])
  // The first pages are set apart by colons, with words after; the others by spaces.
  return number == 1
    ? "[\(address)] * \(page.map { upperHex($0) }.joined(separator: ":")) (UID3-UID6)"
    : "[\(address)] . \(spaced(page)) |....|"
}

let printedBlocks = classicBlocks.enumerated().map { number, block in
  "S\(number / 4)|B\(number % 4) Key: FFFFFFFFFFFF [Data ] [\(upperHex(block))]"
}

/// Bytes as the simulator's settings have them: letters as they are, all else escaped.
func qtBytes(_ bytes: [UInt8]) -> String {
  let text = bytes.map { byte in
    switch byte {
    case 0: "\\0"
    case 0x0A: "\\n"
    case UInt8(ascii: "g")...UInt8(ascii: "z"): String(UnicodeScalar(byte))
    default: "\\x" + String(byte, radix: 16)
    }
  }
  return "\"@ByteArray(\(text.joined()))\""
}

/// A message that runs from byte 100 over the reserved blocks; a quoted value, and its own UID.
let qtType1: [String] = {
  var memory = hex("11223344556677 00 e1100f00") + [UInt8](repeating: 0, count: 116)
  let area = [UInt8](repeating: 0, count: 86) + exampleTLV
  for (address, byte) in zip(Array(12..<104) + Array(128..<160), area) {
    if address >= memory.count {
      memory += [UInt8](repeating: 0, count: 1 + address - memory.count)
    }
    memory[address] = byte
  }
  memory[10] = 0x1F
  return [
    "[Target]", "Name=one", "UID=11:22:33:44:55:66:77", "Type=TagType1", "", "[TagType1]",
    "HR0=18", "Data=\(qtBytes(memory))",
  ]
}()
