// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

/// Signatures of real tags, in public dumps, issues and data sheets.
struct RealTag: Sendable, CustomTestStringConvertible {
  let chip: SignedChip?
  let keyName: String
  let uid: String
  let signature: String

  var testDescription: String { uid }

  init(_ chip: SignedChip?, _ keyName: String, _ uid: String, _ signature: String) {
    self.chip = chip
    self.keyName = keyName
    self.uid = uid
    self.signature = signature
  }
}

let realTags = [
  RealTag(
    .ntag21x, "NTAG 210 to 216 and NTAG 5", "043991C2FC6780",
    "AF0D47F0EFFFDC7B8B7B78DD939BE6C1BF15330A1A82B6C887B16963545F3185"),
  RealTag(
    .ntag21x, "NTAG 210 to 216 and NTAG 5", "04B8313A307380",
    "31B5998B1D1C6AF2C6C7AEC2E14429952FA9E757292BFB39E16DDC43E2CEC580"),
  RealTag(
    .ntag5, "NTAG 210 to 216 and NTAG 5", "E0040158CEEE0300",
    "D29D7B55B2F90494E9A886B939B580857BE5C1471D448D56D40ACD38143010C8"),
  RealTag(
    .ultralightEV1, "MIFARE Ultralight EV1", "04F1DD9A3A1090",
    "3551B40EA1048B1EABD00B771C73C270D9F9DBCAB69BD7620B424BFD408EBA61"),
  RealTag(
    .icode, "ICODE SLIX2, ICODE 3 and ICODE DNA", "E0040118009B5FEE",
    "32D9E7579CD77E6F1FA11419231E874826984C5F189FDE1421684563A9663377"),
  RealTag(
    .mifareClassicEV1, "MIFARE Classic EV1", "524374E2",
    "F8758CE30A58553A9985C458FB9C7D340FCFB04847B928A0667939272BC58B5E"),
  RealTag(
    .ultralightAES, "MIFARE Ultralight AES", "043F88C2451390",
    "5C2055A7373F119C3FDD9843020B06AA0E6DE18C16496C425C4AD971A50F05FA"
      + "1A67B9E39CA60C355EEEEBF8214A84A5"),
  RealTag(
    .ntag424DNA, "NTAG 424 DNA, DESFire EV2 and DESFire Light", "04518DFAA96180",
    "D1940D17CFEDA4BFF80359AB975F9F6514313E8F90C1D3CAAF5941AD744A1CDF"
      + "9A83F883CAFE0FE95D1939B1B7E47113993324473B785D21"),
]

struct SignatureCheckerTests {
  let checker = SignatureChecker()
  let ntag = realTags[0]

  func verdict(_ uid: String, _ signature: String, _ chip: SignedChip? = nil) -> SignatureVerdict {
    checker.verdict(signature: hex(signature), uid: hex(uid), chip: chip)
  }

  @Test(arguments: realTags)
  func realTagIsGenuine(_ tag: RealTag) throws {
    let key = try #require(OriginalityKey.published.first { $0.name == tag.keyName })
    #expect(verdict(tag.uid, tag.signature, tag.chip) == .genuine(key))
    #expect(verdict(tag.uid, tag.signature) == .genuine(key))
  }

  /// Every bit of the UID and of the signature matters.
  @Test(arguments: realTags)
  func oneChangedBitIsNotGenuine(_ tag: RealTag) {
    let uid = hex(tag.uid)
    let signature = hex(tag.signature)
    for bit in 0..<(8 * uid.count) {
      var changed = uid
      changed[bit / 8] ^= 0x80 >> (bit % 8)
      let found = checker.verdict(signature: signature, uid: changed)
      #expect(found == .notByKnownKey, "bit \(bit) of the UID")
    }
    for byte in signature.indices {
      var changed = signature
      changed[byte] ^= 0x01
      let found = checker.verdict(signature: changed, uid: uid)
      #expect(found == .notByKnownKey, "byte \(byte) of the signature")
    }
  }

  @Test func anotherChipsSignatureIsNamed() throws {
    let key = try #require(OriginalityKey.published.first { $0.chips.contains(.ntag21x) })
    #expect(verdict(ntag.uid, ntag.signature, .ultralightEV1) == .signedForOtherChips(key))
  }

  @Test(arguments: 0...70)
  func onlyThreeLengthsAreSignatures(_ count: Int) {
    let bytes = (0..<count).map { UInt8($0 + 1) }
    let found = checker.verdict(signature: bytes, uid: hex(ntag.uid))
    let isLength = [32, 48, 56].contains(count)
    #expect(found == (isLength ? .notByKnownKey : .malformed(.length(count))))
  }

  @Test func aCurveThatTheChipDoesNotUseIsMalformed() {
    #expect(verdict(ntag.uid, ntag.signature, .ntag424DNA) == .malformed(.length(32)))
  }

  @Test(arguments: 0...12)
  func uidsHave4Or7Or8Bytes(_ count: Int) {
    let found = checker.verdict(
      signature: hex(ntag.signature), uid: [UInt8](repeating: 4, count: count))
    let isUID = [4, 7, 8].contains(count)
    #expect(found == (isUID ? .notByKnownKey : .malformed(.uidLength(count))))
  }

  @Test func patternsAreNamed() {
    func filled(_ byte: UInt8) -> SignatureVerdict {
      checker.verdict(signature: [UInt8](repeating: byte, count: 32), uid: hex(ntag.uid))
    }
    #expect(filled(0x00) == .malformed(.allZero))
    #expect(filled(0xFF) == .malformed(.allOnes))
    #expect(filled(0xCA) == .fake(.oneByte(0xCA)))
    // A Fudan imitation: its pages 0 and 1, four times.
    let pages = "1D424A9DB9950000"
    let fudan = verdict("1D424AB9950000", pages + pages + pages + pages)
    #expect(fudan == .fake(.repeated(bytes: 8)))
    // "TagPress virtual tag, not signed", and what is more than that.
    let text = "5461675072657373207669727475616C207461672C206E6F74207369676E6564"
    let zeros = String(repeating: "00", count: 24)
    #expect(verdict(ntag.uid, text) == .virtual)
    #expect(verdict(ntag.uid, text + zeros, .ntag424DNA) == .virtual)
    #expect(verdict(ntag.uid, text + zeros.dropLast() + "1", .ntag424DNA) != .virtual)
    #expect(verdict(ntag.uid, text.dropLast() + "5") != .virtual)
  }

  /// Numbers that ECDSA forbids: s = 0, r = 0, r = the order of the curve.
  @Test(arguments: [
    "AF0D47F0EFFFDC7B8B7B78DD939BE6C100000000000000000000000000000000",
    "00000000000000000000000000000000BF15330A1A82B6C887B16963545F3185",
    "FFFFFFFE0000000075A30D1B9038A115BF15330A1A82B6C887B16963545F3185",
  ])
  func numbersOutOfRangeAreNoSignature(_ signature: String) {
    #expect(verdict(ntag.uid, signature) == .notByKnownKey)
  }

  /// Pages 0 and 1 hold check bytes between the bytes of the UID; they are not signed.
  @Test func checkBytesMustNotBeInTheUID() {
    #expect(verdict("04399124C2FC6780", ntag.signature) == .notByKnownKey)
  }

  @Test func oneCheckerServesManyThreads() async {
    let tag = ntag
    let checker = self.checker
    let verdicts = await withTaskGroup(of: SignatureVerdict.self) { group in
      for _ in 0..<32 {
        group.addTask { checker.verdict(signature: hex(tag.signature), uid: hex(tag.uid)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let alone = verdict(ntag.uid, ntag.signature)
    #expect(verdicts == Array(repeating: alone, count: 32))
  }
}
