// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import TagMemory
import TestSupport
import Testing

@testable import TagDump

/// The bytes of hexadecimal text; spaces and line ends are only for the eye.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }

/// `https://example.com/a`.
let exampleLink = hex("d1010e55046578616d706c652e636f6d2f61")
let exampleTLV = hex("0312") + exampleLink + hex("fe")
/// A made-up UID, with the check bytes that belong to it in pages 0 to 2.
let exampleUID = hex("04112233445566")
let exampleSerial = hex("041122bf 33445566 44480000")

/// A chip with the example link on it, as a reader that has no password sees it.
func exampleImage(_ chip: Chip) -> Type2Image {
  var image = Type2Image(delivered: chip)
  let area = chip.layout.controlTLVs + exampleTLV
  let bytes = exampleSerial + chip.layout.container.bytes + area + [0, 0, 0]
  for at in stride(from: 0, to: bytes.count - 3, by: 4) {
    image[at / 4] = Page(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3])
  }
  return image
}

let versionAnswers: [Chip: [UInt8]] = [
  .ultralightEV1Small: hex("0004030101000b03"), .ultralightEV1Large: hex("0004030101000e03"),
  .ntag210: hex("0004040101000b03"), .ntag212: hex("0004040101000e03"),
  .ntag213: hex("0004040201000f03"), .ntag215: hex("0004040201001103"),
  .ntag216: hex("0004040201001303"),
]

func exampleDump(_ chip: Chip) -> Type2Dump {
  Type2Dump(
    image: exampleImage(chip), version: versionAnswers[chip],
    signature: [UInt8](repeating: 0x5A, count: 32),
    counters: [
      nil, Type2Dump.Counter(value: 0, tearing: 0xBD),
      Type2Dump.Counter(value: 0x010203, tearing: nil),
    ],
    failedAuthentications: 2)
}

/// The memory of a dump that must be of Type 2.
func type2(_ dump: DumpFile) throws -> Type2Dump {
  guard case .type2(let memory) = dump.memory else { throw DumpError.kindUnsupported }
  return memory
}

/// Text as a tool writes it, from its lines.
func file(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

/// One hand-made dump of each kind that is read.
struct Fixture: CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let format: DumpFormat
  let family: String
  let uid: [UInt8]?
  var content = DumpedContent.message(exampleLink)

  var testDescription: String { name }

  static let all = [
    Fixture(
      name: "flipper2.nfc", bytes: file(flipper(version: 2)), format: .flipper(version: 2),
      family: "Type 2", uid: exampleUID),
    Fixture(
      name: "flipper4.nfc", bytes: file(flipper(version: 4)), format: .flipper(version: 4),
      family: "Type 2", uid: exampleUID),
    Fixture(
      name: "flipper-classic.nfc", bytes: file(flipperClassic), format: .flipper(version: 4),
      family: "MIFARE Classic", uid: hex("01020304")),
    Fixture(
      name: "flipper-felica.nfc", bytes: file(flipperFeliCa), format: .flipper(version: 4),
      family: "Type 3 (FeliCa)", uid: hex("0102030405060708")),
    Fixture(
      name: "flipper-15693.nfc", bytes: file(flipperVicinity), format: .flipper(version: 4),
      family: "Type 5 / ISO 15693", uid: hex("e004010203040506")),
    Fixture(
      name: "flipper-desfire.nfc",
      bytes: file([
        "Filetype: Flipper NFC device", "Version: 4", "Device type: Mifare DESFire",
        "UID: 04 11 22 33 44 55 66",
      ]),
      format: .flipper(version: 4), family: "ISO-DEP", uid: exampleUID, content: .noMemory),
    Fixture(
      name: "proxmark-mfu.json", bytes: file([proxmarkType2]), format: .proxmarkJSON,
      family: "Type 2", uid: exampleUID),
    Fixture(
      name: "proxmark-mfc.json",
      bytes: file([
        proxmark("mfc v2", uid: "01020304", blocks: classicBlocks)
      ]),
      format: .proxmarkJSON, family: "MIFARE Classic", uid: hex("01020304")),
    Fixture(
      name: "proxmark-15.json",
      bytes: file([
        proxmark("15693 v4", uid: "06050403020104E0", blocks: vicinityMemory.pieces(of: 4))
      ]),
      format: .proxmarkJSON, family: "Type 5 / ISO 15693", uid: hex("e004010203040506")),
    Fixture(
      name: "proxmark-mfu.bin", bytes: proxmarkBinaryType2, format: .proxmarkBinary,
      family: "Type 2", uid: exampleUID),
    Fixture(
      name: "proxmark-15.bin", bytes: proxmarkBinaryVicinity, format: .proxmarkBinary,
      family: "Type 5 / ISO 15693", uid: hex("e004010203040506")),
    Fixture(
      name: "ntag213.bin", bytes: exampleImage(.ntag213).bytes, format: .raw, family: "Type 2",
      uid: exampleUID),
    Fixture(
      name: "ultralight.mfd", bytes: exampleImage(.ultralight).bytes, format: .libnfc,
      family: "Type 2", uid: exampleUID),
    Fixture(
      name: "classic.MFD", bytes: classicBlocks.flatMap { $0 }, format: .libnfc,
      family: "MIFARE Classic", uid: hex("01020304")),
    Fixture(
      name: "vicinity.bin", bytes: vicinityMemory, format: .raw, family: "Type 5 / ISO 15693",
      uid: nil),
    Fixture(
      name: "ultralight-app.json", bytes: file([metrodroidUltralight]), format: .metrodroid,
      family: "Type 2", uid: exampleUID),
    Fixture(
      name: "felica-app.json", bytes: file([metrodroidFeliCa]), format: .metrodroid,
      family: "Type 3 (FeliCa)", uid: hex("0102030405060708")),
    Fixture(
      name: "transcript2.json",
      bytes: file([
        #"{"tech": "t2", "memory": "\#(upperHex(exampleImage(.ultralight).bytes))"}"#
      ]),
      format: .transcript, family: "Type 2", uid: exampleUID),
    Fixture(
      name: "transcript4.json",
      bytes: file([
        #"{"tech": "t4", "cc": "000f20003b00340406e10400400000", "#
          + #""ndef_file": "0012\#(upperHex(exampleLink))"}"#
      ]),
      format: .transcript, family: "Type 4", uid: nil),
    Fixture(
      name: "pages.txt", bytes: file(printedPages), format: .printed, family: "Type 2",
      uid: exampleUID),
    Fixture(
      name: "blocks.txt", bytes: file(printedBlocks), format: .printed, family: "MIFARE Classic",
      uid: hex("01020304")),
    Fixture(
      name: "simulated1.nfc", bytes: file(qtType1), format: .qt, family: "Type 1 (Topaz)",
      uid: hex("11223344556677")),
    Fixture(
      name: "simulated2.nfc",
      bytes: file([
        "[Target]", "Name=two", "Type=TagType2", "", "[TagType2]",
        "Data=\(qtBytes(exampleImage(.ultralight).bytes))",
      ]),
      format: .qt, family: "Type 2", uid: exampleUID),
  ]
}
