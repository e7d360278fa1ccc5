// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import PCSCReader

struct AnswerToResetTests {
  @Test(
    arguments: [
      // A storage card: 3B 8F 80 01 80 4F 0C, the workgroup, standard, name, four bytes, checksum.
      ("3B8F8001804F0CA0000003060B00140000000077", .vicinity),
      ("3B8F8001804F0CA0000003060B00000000000063", .vicinity),
      ("3B8F8001804F0CA000000306090000000000 0061", .vicinity),
      ("3B8F8001804F0CA0000003060C0007000000 0063", .vicinity),
      // One name before and one after those of PicoPass.
      ("3B8F8001804F0CA0000003060B00160000000075", .vicinity),
      ("3B8F8001804F0CA0000003060B00210000000042", .vicinity),
      ("3B8F8001804F0CA0000003060A00170000000075", .other),
      ("3B8F8001804F0CA0000003060A00200000000042", .other),
      ("3B8F8001804F0CA000000306030001000000006A", .storageCard(isClassic: true)),
      ("3B8F8001804F0CA0000003060300020000000069", .storageCard(isClassic: true)),
      ("3B8F8001804F0CA0000003060300260000000000", .storageCard(isClassic: true)),
      ("3B8F8001804F0CA0000003060300390000000000", .storageCard(isClassic: true)),
      ("3B8F8001804F0CA0000003060300030000000068", .storageCard(isClassic: false)),
      ("3B8F8001804F0CA00000030603003A0000000051", .storageCard(isClassic: false)),
      ("3B8F8001804F0CA000000306030000000000006B", .storageCard(isClassic: false)),
      ("3B8F8001804F0CA00000030611003B0000000042", .felica),
      ("3B8F8001804F0CA00000030603003B0000000000", .felica),
      ("3B8F8001804F0CA00000030605000100000000 00", .other),
      // Without the four bytes that no one uses.
      ("3B8B8001804F08A0000003060B0014", .vicinity),
      // Smart cards: DESFire, NTAG 424, and one of Type B.
      ("3B8180018080", .smartCard(historicalCount: 1)),
      ("3B80800101", .smartCard(historicalCount: 0)),
      ("3B888001000000007381938080", .smartCard(historicalCount: 8)),
      // Cards with contacts.
      ("3B6500002063CB6800", .other),
      ("3F2F008069AF0204013200000E83 9F16", .other),
    ] as [(String, TagKind)])
  func tellsWhatIsThere(_ text: String, _ kind: TagKind) {
    #expect(TagKind(answerToReset: hex(text)) == kind)
  }

  @Test func shortensWithoutHarm() {
    let whole = hex("3B8F8001804F0CA0000003060B00140000000077")
    for count in 0...whole.count {
      let kind = TagKind(answerToReset: Array(whole.prefix(count)))
      let expected: TagKind =
        switch count {
        case 0..<4: .other
        case 4..<15: .smartCard(historicalCount: 15)
        default: .vicinity
        }
      #expect(kind == expected, "\(count) bytes")
    }
  }
}
