// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct AsciiMirrorTests {
  static let start =
    "04E1412C124C2880F6480000E1101200"

  // The examples that NXP prints for the NTAG213 (rev 3.2, section 8.7): CFG0 and CFG1, the user
  // memory as written, and as it reads with the UID 04E141124C2880 and the counter 003F31h.
  @Test(arguments: [
    (
      "54000CFF", "00000000",
      "0103A00C340328D1012455016E78702E636F6D2F696E6465782E68746D6C3F6D3D"
        + "3030303030303030303030303030FE",
      "0103A00C340328D1012455016E78702E636F6D2F696E6465782E68746D6C3F6D3D"
        + "3034453134313132344332383830FE"
    ),
    (
      "94000CFF", "10000000",
      "0103A00C340320D1011C55016E78702E636F6D2F696E6465782E68746D6C3F6D3D303030303030FE",
      "0103A00C340320D1011C55016E78702E636F6D2F696E6465782E68746D6C3F6D3D303033463331FE"
    ),
    (
      "D4000CFF", "10000000",
      "0103A00C34032FD1012B55016E78702E636F6D2F696E6465782E68746D6C3F6D3D"
        + "303030303030303030303030303078303030303030FE",
      "0103A00C34032FD1012B55016E78702E636F6D2F696E6465782E68746D6C3F6D3D"
        + "303445313431313234433238383078303033463331FE"
    ),
  ])
  func publishedExamples(cfg0: String, cfg1: String, written: String, shown: String) throws {
    let chip = try #require(VirtualType2Chip(.ntag213, uid: hex("04E141124C2880")))
    let memory = padded(hex(written), to: 144)
    for page in 0..<36 {
      let frame = [0xA2, UInt8(4 + page)] + memory[page * 4..<page * 4 + 4]
      #expect(chip.answer(to: frame, tearing: nil).answer == .acknowledge)
    }
    expect(chip, says: "A2 29 \(cfg0) > ACK\nA2 2A \(cfg1) > ACK")
    // The reading itself counts one.
    chip.counters[0].value = 0x003F30
    chip.fieldLost()
    chip.activated()
    let tail = "000000BD\(cfg0)\(cfg1)0000000000000000"
    let all = HexText.text(padded(hex(shown), to: 144))
    expect(chip, says: "3A 00 2C > \(Self.start)\(all)\(tail)")
    // READ shows the same text in pieces.
    expect(chip, says: "30 0C > \(all.dropFirst(64).prefix(32))")
    // The cells themselves keep what was written.
    #expect((4..<40).flatMap(chip.cells(ofPage:)) == memory)
  }

  private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  // MIRROR, MIRROR_PAGE and ACCESS; the first byte of the text, or nil for a mirror that is off.
  @Test(
    arguments: [
      (ChipModel.ntag213, "40", "04", "00", 16),
      (.ntag213, "70", "04", "00", 19),
      (.ntag213, "60", "24", "00", 146),
      (.ntag213, "70", "24", "00", nil),
      (.ntag213, "40", "03", "00", nil),
      (.ntag213, "40", "28", "00", nil),
      (.ntag213, "00", "04", "00", nil),
      (.ntag213, "A0", "26", "10", 154),
      (.ntag213, "B0", "26", "10", nil),
      (.ntag213, "80", "04", "00", nil),
      (.ntag213, "80", "04", "18", nil),
      (.ntag213, "C0", "04", "00", nil),
      (.ntag213, "F0", "22", "10", 139),
      (.ntag216, "60", "DE", "00", 890),
      (.ntag215, "50", "7E", "00", 505),
      (.ntag210, "30", "04", "00", 19),
      (.ntag210, "20", "0C", "00", 50),
      (.ntag210, "30", "0C", "00", nil),
      (.ntag212, "00", "20", "00", 128),
      (.ultralightEV1Small, "40", "04", "00", nil),
    ] as [(ChipModel, String, String, String, Int?)])
  func placeOfTheText(
    model: ChipModel, mirror: String, page: String, access: String, place: Int?
  ) throws {
    let chip = try newChip(model)
    let configuration = try #require(model.configurationPage)
    chip.memory[configuration] = hex("\(mirror)00\(page)FF")
    chip.memory[configuration + 1] = hex("\(access)050000")
    chip.fieldLost()
    #expect(chip.mirror?.start == place)
  }

  @Test func counterBehindThePasswordAppearsAfterIt() throws {
    let chip = try newChip(.ntag213)
    chip.counters[0].value = 0xABCDEF
    expect(
      chip,
      says: """
        A2 29 840004FF > ACK
        A2 2A 18050000 > ACK
        power
        3A 04 05 > 0103A00C 340300FE
        1B FFFFFFFF > 0000
        3A 04 05 > 41424344 463000FE
        """)
  }

  @Test func newMirrorHoldsFromTheNextActivation() throws {
    expect(
      try newChip(.ntag210),
      says: """
        A2 10 000004FF > ACK
        3A 04 07 > 0300FE00 00000000 00000000 00000000
        select
        3A 04 07 > 30343339 39314332 46433637 38300000
        """)
  }
}
