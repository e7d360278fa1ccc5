// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

/// The numbers of AN12196, "NTAG 424 DNA and NTAG 424 DNA TagTamper features and hints", rev 1.8.
struct CardSessionTests {
  /// 6.6, table 14, and 6.10, table 20: both sides' random numbers, what they send, what they share.
  @Test(arguments: [
    (
      "A04C124213C186F22399D33AC2A30215", "13C5DB8A5930439FC3DEF9A4C675360F",
      "35C3E05A752E0144BAC0DE51C1F22C56B34408A23D8AEA266CAB947EA8E0118D",
      "3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F08120663", "9D00C4DF"
    ),
    (
      "B875CEB0E66A6C5CD00898DC371F92D1", "B98F4C50CF1C2E084FD150E33992B048",
      "FF0306E47DFBC50087C4D8A78E88E62DE1E8BE457AA477C707E2F0874916A8B1",
      "0CC9A8094A8EEA683ECAAC5C7BF20584206D0608D477110FC6B3D5D3F65C3A6A", "7614281A"
    ),
  ])
  func theKeyIsProven(
    _ challenge: String, _ random: String, _ answer: String, _ proof: String,
    _ transaction: String
  ) throws {
    let ours = try CardAuthentication(
      key: CardAuthentication.factoryKey, challenge: hex(challenge), random: hex(random))
    #expect(ours.answer == hex(answer))
    #expect(try ours.session(provenBy: hex(proof)).transaction == hex(transaction))
    for bit in 0..<8 * 20 {
      var wrong = hex(proof)
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      // A changed block spoils itself and the one after it, never what is proven unseen.
      #expect(throws: CardSessionError.notProven) { try ours.session(provenBy: wrong) }
    }
    for count in 0..<32 {
      #expect(throws: CardSessionError.length(count)) {
        try ours.session(provenBy: Array(hex(proof).prefix(count)))
      }
    }
  }

  @Test func onlyWholeChallengesAreAnswered() {
    for count in 0..<16 {
      let short = [UInt8](repeating: 0, count: count)
      let whole = [UInt8](repeating: 0, count: 16)
      for (key, challenge, random) in [
        (short, whole, whole), (whole, short, whole), (whole, whole, short),
      ] {
        #expect(throws: CardSessionError.length(count)) {
          try CardAuthentication(key: key, challenge: challenge, random: random)
        }
      }
    }
  }

  /// The session of table 14.
  private static func session() throws -> CardSession {
    let ours = try CardAuthentication(
      key: CardAuthentication.factoryKey, challenge: hex("A04C124213C186F22399D33AC2A30215"),
      random: hex("13C5DB8A5930439FC3DEF9A4C675360F"))
    return try ours.session(
      provenBy: hex("3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F08120663"))
  }

  /// 6.8.2, table 18 (WriteData; its header is the one that is sent, not the one that is printed),
  /// and 6.9, table 19 (ChangeFileSettings): the keys, the counter, the codes of both directions.
  @Test func commandsAreSealedAndAnswersAccepted() throws {
    var session = try Self.session()
    let link = "https://choose.url.com/ntag424?e="
    let text =
      Array(link.utf8.dropFirst(8)) + [UInt8](repeating: 0x30, count: 32)
      + Array("&c=".utf8) + [UInt8](repeating: 0x30, count: 16)
    let content = hex("0051D1014D5504") + text
    let file = content + [UInt8](repeating: 0, count: 128 - content.count)
    let written = try session.sealed(0x8D, header: hex("02000000800000"), file)
    #expect(
      written
        == hex(
          """
          02000000800000
          421C73A27D827658AF481FDFF20A5025B559D0E3AA21E58D347F343CFFC768BF
          E596C706BC00F2176781D4B0242642A0FF5A42C461AAF894D9A1284B8C76BCFA
          658ACD40555D362E08DB15CF421B51283F9064BCBE20E96CAE545B407C9D651A
          3315B27373772E5DA2367D2064AE054AF996C6F1F669170FA88CE8C4E3A4A7BB
          BEF0FD971FF532C3A802AF745660F2B4 D1D9A8499661EBF3
          """))
    try session.accept(hex("FC222E5F7A542452"), status: 0x00)
    let changed = try session.sealed(
      0x5F, header: [0x02], hex("4000E0C1F121200000430000430000"))
    #expect(changed == hex("02 61B6D97903566E84C3AE5274467E89EA D799B7C1A0EF7A04"))
    try session.accept(hex("57BFF87B1241E93D"), status: 0x00)
    #expect(session.counter == 2)
  }

  @Test func anAnswerThatSomeoneElseMadeIsNotAccepted() throws {
    for bit in 0..<64 {
      var session = try Self.session()
      session.count()
      var wrong = hex("57BFF87B1241E93D")
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CardSessionError.notProven) { try session.accept(wrong, status: 0x00) }
    }
    for count in 0..<8 {
      var session = try Self.session()
      #expect(throws: CardSessionError.length(count)) {
        try session.accept([UInt8](repeating: 0, count: count), status: 0x00)
      }
    }
    var session = try Self.session()
    // The right code of another command, and of another status.
    #expect(throws: CardSessionError.notProven) {
      try session.accept(hex("57BFF87B1241E93D"), status: 0x00)
    }
    #expect(throws: CardSessionError.notProven) {
      try session.accept(hex("57BFF87B1241E93D"), status: 0xAF)
    }
  }

  @Test func aSessionIsNotShown() throws {
    let session = try Self.session()
    #expect("\(session)" == "CardSession(not shown)")
    #expect(String(reflecting: session) == "CardSession(not shown)")
  }
}
