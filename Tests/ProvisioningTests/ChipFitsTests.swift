// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import NDEF
import TagMemory
import TestSupport
import Testing

@testable import Provisioning

/// Chips and the largest message that each holds, counted by hand from its data sheet: the bytes of
/// the data area, less the control TLV of five bytes where there is one, less tag and length.
private let capacities: [(chip: Chip, capacity: Int)] = [
  (.ultralight, 48 - 2), (.ultralightC, 144 - 5 - 2), (.ultralightEV1Small, 48 - 2),
  (.ultralightEV1Large, 128 - 2), (.ntag203, 144 - 5 - 2), (.ntag210, 48 - 2),
  (.ntag212, 128 - 5 - 2), (.ntag213, 144 - 5 - 2), (.ntag215, 496 - 4), (.ntag216, 872 - 4),
]

/// A path with which a link's message has this many bytes, with these records after it.
private func path(messageOf size: Int, behind rest: Int = 0) throws -> String {
  for count in 1..<900 {
    let path = String(repeating: "a", count: count)
    let link = Array("https://e.shopper/\(path)".utf8)
    if NDEFRecord.uriSize(link.span) + rest == size { return path }
  }
  return try #require(nil, "no link makes a message of \(size) bytes")
}

private func check(_ link: String, _ head: String, rows: [String]) throws -> Preflight {
  let folder = try TemporaryDirectory()
  let rows = rows.enumerated().map { "<row id=\"\($0)\" code=\"\($1)\"/>" }
  let text = """
    <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>\(head)
    <rows>\(rows.joined(separator: "\n"))</rows></job>
    """
  return Preflight(path: try folder.write(Array(text.utf8), to: "job.xml"))
}

struct ChipFitsTests {
  @Test func everyChipIsInTheTable() {
    #expect(Set(capacities.map(\.chip)) == Set(Chip.allCases))
  }

  @Test(arguments: capacities)
  func aMessageFitsToTheByte(chip: Chip, capacity: Int) throws {
    let image = Type2Image(delivered: chip)
    for size in [capacity, capacity + 1] {
      let plan = try? WritePlan(
        writing: [UInt8](repeating: 0, count: size), on: image, formatting: true)
      #expect((plan != nil) == (size == capacity))
      let preflight = try check(
        "https://e.shopper/{code}", "<tags chips=\"\(chip.rawValue)\" format=\"yes\"/>",
        rows: ["b", try path(messageOf: size)])
      #expect(preflight.findings.findings.map(\.problem.rule) == (plan == nil ? ["too-large"] : []))
      #expect(
        preflight.chips == [
          ChipFit(
            chip: .type2(chip), capacity: capacity, rowsTooLarge: plan == nil ? 1 : 0,
            free: capacity - size, tightestRow: "1")
        ])
    }
  }

  @Test func furtherRecordsTakeTheirRoom() throws {
    // Header 3, type 15, package 16; header 3, type 1, status and language 3, text 5.
    let head = """
      <tags chips="NTAG213"/><record android="com.example.shop"/><record text="Hello" language="en"/>
      """
    let fits = try check(
      "https://e.shopper/{code}", head, rows: [try path(messageOf: 137, behind: 34 + 12)])
    #expect(fits.findings.findings == [] && fits.chips.first?.free == 0)
    let large = try check(
      "https://e.shopper/{code}", head, rows: [try path(messageOf: 138, behind: 34 + 12)])
    #expect(large.chips.first?.free == -1)
  }

  /// The chip's mirror leaves a byte free after it, so at the end of a full chip it has no room.
  @Test(arguments: [
    ("https://e.shopper/{code}?{mirror.uid}", 136), ("https://e.shopper/{mirror.uid}/{code}", 137),
    ("https://e.shopper/{code}?{mirror.uid}x{mirror.counter}", 136),
  ])
  func aMirrorFitsAsItsPlanSays(link: String, largest: Int) throws {
    let folder = try TemporaryDirectory()
    for count in 60...110 {
      let code = String(repeating: "a", count: count)
      let text = """
        <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link><tags chips="NTAG213"/>
        <rows><row id="a" code="\(code)"/></rows></job>
        """
      let path = try folder.write(Array(text.utf8), to: "job.xml")
      var isPossible = false
      var size = 0
      _ = JobReader(path: path).read(
        begin: { _ in },
        visit: { row in
          size = row.messageSize
          isPossible = isMirrorPossible(row)
          return true
        })
      #expect(isPossible == (size <= largest), "\(size)")
      let preflight = Preflight(path: path)
      #expect((preflight.findings.errorCount == 0) == isPossible, "\(size)")
      #expect(preflight.chips.first?.free == largest - size)
    }
  }

  /// Whether all plans for an NTAG213 can be made.
  private func isMirrorPossible(_ row: borrowing JobRow) -> Bool {
    guard let message = try? row.message(uid: nil),
      let fields = try? MirrorFields(message.chipTexts),
      let plan = try? WritePlan(writing: message.bytes, on: Type2Image(delivered: .ntag213))
    else { return false }
    return
      (try? MirrorPlan(showing: fields, in: message.bytes, at: plan.place, on: plan.result)) != nil
  }

  @Test func countsEveryRowThatIsTooLarge() throws {
    let long = try path(messageOf: 140)
    let preflight = try check(
      "https://e.shopper/{code}", "<tags chips=\"NTAG213 NTAG210 NTAG215\"/>",
      rows: ["b", long, "c", long + "d", try path(messageOf: 47), "e"])
    #expect(preflight.chips.map(\.rowsTooLarge) == [2, 3, 0])
    #expect(preflight.chips.map(\.tightestRow) == ["3", "3", "3"])
    func excess(_ chip: Chip, _ byteCount: Int) -> PreflightProblem.Excess {
      PreflightProblem.Excess(chip: .type2(chip), byteCount: byteCount)
    }
    let problems: [PreflightProblem] = [
      .tooLarge(size: 140, on: [excess(.ntag213, 3), excess(.ntag210, 94)]),
      .tooLarge(size: 141, on: [excess(.ntag213, 4), excess(.ntag210, 95)]),
      .tooLarge(size: 47, on: [excess(.ntag210, 1)]),
    ]
    #expect(preflight.findings.findings.map(\.problem) == problems)
  }

  @Test func aSmartCardFitsAsItsFileDoes() throws {
    for size in [254, 255] {
      let preflight = try check(
        "https://e.shopper/{code}", #"<tags chips="NTAG424 DESFire"/>"#,
        rows: [try path(messageOf: size)])
      #expect(
        preflight.chips == [
          ChipFit(
            chip: .ntag424, capacity: 254, rowsTooLarge: size - 254, free: 254 - size,
            tightestRow: "0"),
          ChipFit(chip: .desfire, capacity: nil),
        ])
    }
  }

  @Test func whatAChipCannotDoIsNamed() throws {
    let cases = [
      (#"<protect with="lock"/>"#, ["chip-without-lock"]),
      (
        #"<protect with="password" keys="x.keys"/>"#,
        ["chip-without-password", "chip-without-password", "no-key-file"]
      ),
    ]
    for (protect, rules) in cases {
      let preflight = try check(
        "https://e.shopper/{code}", #"<tags chips="NTAG213 NTAG424 DESFire"/>"# + protect,
        rows: ["a"])
      #expect(preflight.findings.findings.map(\.problem.rule).sorted() == rules)
    }
  }
}
