// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import JobManifest
import NDEF
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing

@testable import Provisioning

/// What is said about each way in which a tag can be wrong.
struct TagDemandTests {
  private static let uid: [UInt8] = [0x04, 0xB8, 0x31, 0x3A, 0x30, 0x73, 0x80]
  private static let further = try? NDEFMessage([.androidApplication("com.example.shop")]).encoded()

  private static func demand(
    _ link: String, further: [UInt8]? = nil, lock: Bool = false, password: Bool = false
  ) throws -> TagDemand {
    let made = try PlannedLink(link).message(further: further)
    return TagDemand(
      uid: try #require(TagUID(uid)), link: PlannedLink(link),
      messageHash: try #require(sha256(made.bytes)),
      order: TagOrder(
        message: made.bytes, chipTexts: made.chipTexts, lock: lock),
      wantsPassword: password)
  }

  private static func message(_ link: String, further: [UInt8]? = nil) throws -> [UInt8] {
    try PlannedLink(link).message(further: further).bytes
  }

  @Test func aMessageIsRightToTheByteOrHasAFault() throws {
    let link = "https://go.example.com/s/1"
    let right = try Self.message(link)
    let text = try NDEFMessage([.text(TextRecord("hello", language: "en"))]).encoded()
    let cases: [(TagMemory.TagContent, TagFault?)] = [
      (.message(right), nil),
      (
        .message(try Self.message("https://go.example.com/s/2")),
        .otherLink("https://go.example.com/s/2")
      ),
      (.message(try Self.message(link, further: Self.further)), .otherRecords),
      (.message(text), .noLinkFirst),
      (.empty, .noMessage(.empty)), (.hidden(page: 4), .noMessage(.hidden(page: 4))),
    ]
    for (content, fault) in cases {
      #expect(try Self.demand(link).fault(of: content) == fault, "\(content)")
    }
    for count in right.indices {
      let fault = try Self.demand(link).fault(of: .message(Array(right[..<count])))
      guard case .notStrict = fault else {
        Issue.record("\(count) bytes: \(String(describing: fault))")
        continue
      }
    }
    // Whatever bit is wrong, the tag is not right.
    for index in right.indices {
      for bit in 0..<8 {
        var bytes = right
        bytes[index] ^= 1 << UInt8(bit)
        #expect(try Self.demand(link).fault(of: .message(bytes)) != nil, "\(index) \(bit)")
      }
    }
  }

  @Test func aMirrorMustShowTheTagItself() throws {
    let planned = "https://go.example.com/s/{mirror.uid}"
    let cases: [(String, TagFault?)] = [
      ("04B8313A307380", nil), ("04B8313A307381", .mirrorDiffers),
      ("00000000000000", .mirrorDiffers),
    ]
    for (shown, fault) in cases {
      let bytes = try Self.message("https://go.example.com/s/\(shown)")
      #expect(try Self.demand(planned).fault(of: .message(bytes)) == fault, "\(shown)")
    }
    let more = try Self.message("https://go.example.com/s/04B8313A307380", further: Self.further)
    #expect(try Self.demand(planned).fault(of: .message(more)) == .otherRecords)
  }

  @Test func anImageShowsLocksAndPasswords() throws {
    let link = "https://go.example.com/s/1"
    let open = try WritePlan(
      writing: try Self.message(link), on: Type2Image(delivered: .ntag213)
    ).result
    let locked = try LockPlan(on: open).result
    let secret = try PasswordPlan(
      protecting: open, password: Page(1, 2, 3, 4), acknowledge: (5, 6), scope: .writing
    ).result
    var torn = open
    torn[2] = nil
    let blank = Type2Image(delivered: .ultralight)
    let cases: [(Type2Image, lock: Bool, password: Bool, TagFault?)] = [
      (open, false, false, nil), (locked, false, false, nil),
      (open, true, false, .notLocked), (locked, true, false, nil),
      (torn, true, false, .protectionHidden),
      (open, false, true, .notProtected), (secret, false, true, nil),
      (secret, true, true, .notLocked),
      (blank, true, false, .refused(.memory(.notFormatted))),
    ]
    for (image, lock, password, fault) in cases {
      let demand = try Self.demand(link, lock: lock, password: password)
      #expect(demand.protectionFault(on: image) == fault, "\(lock) \(password)")
    }
  }

  @Test func aType3ImageShowsLocks() throws {
    let link = "https://go.example.com/s/1"
    func block(_ head: [UInt8]) -> [UInt8] {
      head + [UInt8](repeating: 0, count: 16 - head.count)
    }
    var open = Type3Image(chip: .felicaLiteS, isFoundAsNDEF: true)
    open[0] = Type3Chip.felicaLiteS.attributes.bytes
    open[0x88] = block([0xFF, 0xFF, 0xFF, 0x01])
    let locked = open.applying(try Type3LockPlan(on: open).writes)
    var unknown = open
    unknown[0x88] = nil
    var other = Type3Image(chip: nil, isFoundAsNDEF: true)
    other[0] = open[0]
    let cases: [(Type3Image, lock: Bool, password: Bool, TagFault?)] = [
      (open, false, false, nil), (locked, false, false, nil), (unknown, false, false, nil),
      (open, true, false, .notLocked), (locked, true, false, nil),
      (unknown, true, false, .protectionHidden),
      (other, true, false, .refused(.memory(.lockUnsupported(.type3)))),
      (open, false, true, .refused(.passwordUnsupported(.type3))),
    ]
    for (image, lock, password, fault) in cases {
      let demand = try Self.demand(link, lock: lock, password: password)
      #expect(demand.protectionFault(on: image) == fault, "\(lock) \(password)")
    }
  }

  @Test func everyFaultHasANameAndASentence() throws {
    let faults: [TagFault] = [
      .foreign(nil), .foreign(TagOwner(row: "n1", job: nil)), .ofFreeRow("n1"), .givenUp(row: "n1"),
      .notFinished,
      .undecided, .noMessage(.empty), .notStrict(NDEFError(.truncated, at: 1)), .noLinkFirst,
      .otherRowsLink("https://a.example", row: "n1"), .otherLink("https://a.example"),
      .otherRecords, .mirrorDiffers, .notProtected, .notLocked, .protectionHidden,
      .refused(.passwordRefused), .notGenuine(.missing), .seenTwice,
    ]
    for fault in faults {
      #expect(fault.machineName.allSatisfy { $0.isLowercase || $0 == "-" }, "\(fault)")
      #expect(fault.whatIsWrong.hasSuffix("."), "\(fault)")
    }
  }
}
