// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// NTAG 424 DNA: NT4H2421Gx rev 3.0. DESFire: the public sheets of EV1 to EV3 and AN11004 for the
// NDEF application; the limits 3Bh and 34h fit one frame of 64 bytes. The "Type4" cards are no
// one's product: each shows one corner of the NFC Forum's specification.

extension Type4Model {
  package static let allModels: [Type4Model] = [
    mapping1, mapping2, mapping2Small, mapping2ReadOnly, mapping3, ntag424,
    desfireEV1, desfireEV2, desfireEV3, desfireUnformatted,
  ]

  package static let mapping1 = ndef(
    "Type4-1.0",
    Type4Parameters(version: 0x10, read: 0x3B, write: 0x34, size: 256))

  package static let mapping2 = ndef(
    "Type4-2.0",
    Type4Parameters(
      read: 0xF0, write: 0xF0, size: 2048, cardFrame: 256, waitingTimeExtensions: 1))

  /// The least that the specification allows: MLe 000F, and frames of 32 bytes.
  package static let mapping2Small = ndef(
    "Type4-2.0 small",
    Type4Parameters(
      read: 0x0F, write: 0x0D, fileID: 0xE205, size: 128, cardFrame: 32, pageSize: 4,
      waitingTimeExtensions: 2))

  package static let mapping2ReadOnly = ndef(
    "Type4-2.0 read-only",
    Type4Parameters(read: 0x3B, write: 0x34, size: 256, isWritable: false),
    content: [0, 0x11, 0xD1, 0x01, 0x0D, 0x55, 0x04] + Array("example.com/".utf8))

  /// Lengths of two bytes, a length of four before the message, offsets beyond 7FFF.
  package static let mapping3 = ndef(
    "Type4-3.0",
    Type4Parameters(
      version: 0x30, read: 0x800, write: 0x800, size: 0xA000, cardFrame: 256, pageSize: 32,
      waitingTimeExtensions: 1))

  /// The sheet promises that a write of up to 128 bytes is done as a whole.
  package static let ntag424 = Type4Model(
    name: "NTAG424 DNA", atqa: [0x03, 0x44], ats: [0x06, 0x77, 0x77, 0x71, 0x02, 0x80],
    files: [
      .capabilities(
        [
          0, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00,
          0x05, 0x06, 0xE1, 0x05, 0x00, 0x80, 0x82, 0x83,
        ], size: 32),
      Type4File(id: 0xE104, size: 256),
      Type4File(
        id: 0xE105, size: 128, content: [0x00, 0x7E], isReadable: false, isWritable: false),
    ],
    limits: Type4Limits(
      read: 256, write: 255, behindEnd: .wrongParameters, tooMuchToWrite: .wrongLength,
      shortRead: .done),
    native: NativeAbilities(
      version: [
        [0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05], [0x04, 0x04, 0x02, 0x01, 0x02, 0x11, 0x05],
      ],
      production: [0xCF, 0x8D, 0xBC, 0x44, 0x50, 0x2A, 0x18],
      fileSettings: [
        0x01: [0x00, 0x00, 0x00, 0xE0, 0x20, 0x00, 0x00],
        0x02: [0x00, 0x00, 0xE0, 0xEE, 0x00, 0x01, 0x00],
        0x03: [0x00, 0x03, 0x30, 0x23, 0x80, 0x00, 0x00],
      ],
      fileIDs: [0x01: 0xE103, 0x02: 0xE104, 0x03: 0xE105],
      keys: [UInt8: [UInt8]](
        uniqueKeysWithValues: (0...4).map { ($0, [UInt8](repeating: 0, count: 16)) }),
      isSigned: true),
    pageSize: 16, wholeWrite: 128)

  package static let desfireEV1 = desfire(
    "DESFire EV1 NDEF", hardware: [0x01, 0x00, 0x16], software: [0x01, 0x04, 0x16], ndef: 0x0400)
  package static let desfireEV2 = desfire(
    "DESFire EV2 NDEF", hardware: [0x12, 0x00, 0x18], software: [0x02, 0x01, 0x18], ndef: 0x0800)
  package static let desfireEV3 = desfire(
    "DESFire EV3 NDEF", hardware: [0x33, 0x00, 0x1A], software: [0x03, 0x00, 0x1A], ndef: 0x1000)

  /// As it is delivered, without any application.
  package static let desfireUnformatted = desfire(
    "DESFire EV2", hardware: [0x12, 0x00, 0x18], software: [0x02, 0x01, 0x18], ndef: nil)

  /// The sheets promise whole writes only for files with a backup, which NDEF does not use.
  private static func desfire(
    _ name: String, hardware: [UInt8], software: [UInt8], ndef size: Int?
  ) -> Type4Model {
    var files: [Type4File] = []
    if let size {
      files = [
        .capabilities(
          [0, 0x0F, 0x20, 0, 0x3B, 0, 0x34, 0x04, 0x06, 0xE1, 0x04, UInt8(size >> 8), 0, 0, 0]),
        Type4File(id: 0xE104, size: size),
      ]
    }
    return Type4Model(
      name: name, atqa: [0x03, 0x44], ats: [0x06, 0x75, 0x77, 0x81, 0x02, 0x80],
      application: size == nil ? nil : ndefApplication, files: files,
      limits: Type4Limits(read: 0x3B, write: 0x34, shortRead: .done),
      native: NativeAbilities(
        version: [
          [0x04, 0x01, 0x01] + hardware + [0x05], [0x04, 0x01, 0x01] + software + [0x05],
        ],
        production: [0xBA, 0x54, 0x71, 0x46, 0x20, 0x17, 0x21],
        // READ_SIG came with EV2.
        isSigned: hardware[0] & 0x0F > 1,
        // EEEE10 is the application that AN11004 gives to NDEF.
        applications: size == nil ? [] : [[0x10, 0xEE, 0xEE]]),
      pageSize: 32)
  }
}
