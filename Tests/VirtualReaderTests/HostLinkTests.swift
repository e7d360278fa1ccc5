// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

@testable import VirtualReader

struct HostLinkTests {
  static let uid = "04e141124c2880"

  static func bench(_ plan: FaultPlan = .none) -> Bench {
    var bench = Bench(plan: plan)
    bench.place(PlainChip(uid: hex(uid)))
    return bench
  }

  /// A plan with one fault at one exchange.
  static func plan(_ fault: Fault, at exchange: Int) -> FaultPlan {
    var plan = FaultPlan(seed: 1)
    plan.atExchange[exchange] = fault
    return plan
  }

  @Test("a sleeping chip hears nothing before the fifth rising edge")
  func wakesUp() {
    let command = hex("0000FF02FED4022A00")
    for (wakeUp, isAwake) in [("", false), ("55", true), ("0000000000", true), ("00", false)] {
      var bench = Bench(waking: false)
      #expect(
        bench.link.receive(hex(wakeUp) + command, at: nil).bytes.isEmpty != isAwake, "\(wakeUp)")
    }
  }

  @Test func powerDownForgetsRegistersAndSleeps() {
    var bench = Self.bench()
    _ = bench.ask("08630280")
    #expect(bench.ask("16f0") == "1700")
    _ = bench.link.receive(hex("55"), at: nil)
    #expect(bench.ask("066302") == "0700")
    #expect(bench.ask("1680") == "1700")
    _ = bench.link.receive(hex("5555000000"), at: nil)
    #expect(bench.ask("02") == nil, "the serial line is not among the pins that wake it")
  }

  @Test func repeatsItsLastAnswer() {
    var bench = Self.bench()
    #expect(bench.ask("02") == "0332010607")
    for _ in 0..<2 {
      let again = bench.link.receive(hex("0000FFFF0000"), at: nil).bytes
      #expect(again == hex("0000FF06FAD50332010607E800"))
    }
  }

  @Test func speedChangesWithTheClosingACK() {
    var bench = Self.bench()
    #expect(bench.ask("1007") == "11")
    #expect(bench.link.speed == .baud115200)
    _ = bench.link.receive(hex("0000FF00FF00"), at: .baud115200)
    #expect(bench.link.speed == .baud921600)
    let command = hex("0000FF02FED4022A00")
    #expect(Bench.text(bench.link.receive(command, at: .baud115200).bytes) == nil)
    #expect(Bench.text(bench.link.receive(command, at: .baud921600).bytes) == "0332010607")
  }

  @Test("without the ACK the speed stays, but a host that changed its own has meant it")
  func speedWithoutACK() {
    let command = hex("0000FF02FED4022A00")
    for (speed, kept) in [
      (SerialSpeed.baud115200, SerialSpeed.baud115200), (.baud460800, .baud460800),
    ] {
      var bench = Self.bench()
      _ = bench.ask("1006")
      #expect(Bench.text(bench.link.receive(command, at: speed).bytes) == "0332010607")
      #expect(bench.link.speed == kept)
    }
  }

  @Test("a command right after an abort is lost, after a pause it is not")
  func deafAfterAbort() {
    let (abort, command) = (hex("0000FF00FF00"), hex("0000FF02FED4022A00"))
    var bench = Bench(deafAfterAbort: true)
    #expect(bench.ask("4a0100") == "ack")
    #expect(bench.link.receive(abort + command, at: nil).bytes == [])
    #expect(bench.ask("4a0100") == "ack")
    #expect(bench.link.receive(abort, at: nil).bytes == [])
    #expect(bench.ask("02") == "0332010607")
    #expect(Bench.text(bench.link.receive(abort + command, at: nil).bytes) == "0332010607")
  }

  @Test func faultsOnTheLine() {
    var lost = Self.bench(Self.plan(.commandLost, at: 1))
    #expect([lost.ask("02"), lost.ask("02"), lost.ask("02")] == ["0332010607", nil, "0332010607"])

    var silent = Self.bench(Self.plan(.answerLost, at: 1))
    _ = silent.ask("4a0100")
    #expect(silent.ask("4001a20401020304") == "ack")
    #expect(silent.ask("40013004")?.prefix(12) == "410001020304", "the write was done")

    var wrong = Self.bench(Self.plan(.answerCorrupted, at: 0))
    #expect(wrong.ask("02") == "ack")
    #expect(Bench.text(wrong.link.receive(hex("0000FFFF0000"), at: nil).bytes) == "0332010607")

    var dead = Self.bench(Self.plan(.readerFallsSilent, at: 1))
    #expect([dead.ask("02"), dead.ask("02"), dead.ask("02")] == ["0332010607", nil, nil])
    dead.link.powerUp()
    _ = dead.link.receive(hex("5555"), at: nil)
    #expect(dead.ask("02") == "0332010607")
  }

  @Test func faultsOnTheAir() {
    let write = "4001a20401020304"
    let read = "40013004"
    let table: [(Fault, String, String)] = [
      (.tagMissesFrame, "4101", "410000000000"), (.tagAnswerLost, "4101", "410001020304"),
      (.tagAnswerCorrupted, "4113", "410001020304"), (.tagFallsSilent, "4101", "4101"),
    ]
    for (fault, answer, afterwards) in table {
      var bench = Self.bench(Self.plan(fault, at: 1))
      _ = bench.ask("4a0100")
      #expect(bench.ask(write) == answer, "\(fault)")
      #expect(bench.ask(read)?.prefix(12) == afterwards.prefix(12), "\(fault)")
    }
  }

  @Test func aTagLeavesAndReturns() {
    var bench = Self.bench(Self.plan(.tagLeaves(exchanges: 2), at: 2))
    _ = bench.ask("3205000102")
    _ = bench.ask("4a0100")
    #expect(bench.ask("40013004") == "4101")
    #expect(bench.ask("4a0100") == "4b00")
    #expect(bench.ask("4a0100")?.prefix(4) == "4b01")
  }

  @Test("a tag that is to come back comes while the chip polls without end")
  func aTagReturnsToAWaitingList() {
    var bench = Self.bench(Self.plan(.tagLeaves(exchanges: 9), at: 0))
    #expect(bench.ask("4a0100")?.prefix(4) == "4b01")
  }

  @Test(
    "a torn write takes the tag away and leaves what the tear says",
    arguments: [
      (Tear.pageOld, "05060708"), (.pageNew, "01020304"), (.pageHalf, "01020708"),
      (.pageNoise(0xDDCC_BBAA), "aabbccdd"),
    ])
  func tears(tear: Tear, page: String) {
    var plan = FaultPlan(seed: 1)
    plan.atWrite[1] = tear
    plan.tornTagReturns = 1
    var bench = Self.bench(plan)
    _ = bench.ask("4a0100")
    #expect(bench.ask("4001a20405060708") == "4100")
    #expect(bench.ask("4001a20401020304") == "4101")
    #expect(bench.ask("4a0100")?.prefix(4) == "4b01")
    #expect(bench.ask("40013004")?.prefix(12) == "4100\(page)")
  }

  @Test func tagsAreBookedOneByOne() {
    var bench = Bench()
    let first = bench.place(PlainChip(uid: hex(Self.uid)))
    _ = bench.ask("4a0100")
    bench.link.board.lift(first)
    let second = bench.place(PlainChip(uid: hex("278B7034")))
    _ = bench.ask("4a0100")
    _ = bench.ask("40013004")
    #expect(bench.link.board.perTag[first]?.hostCommands == 1)
    #expect(bench.link.board.perTag[second]?.hostCommands == 2)
  }

  @Test func defectiveTags() {
    var worn = FaultPlan(seed: 3)
    worn.odds.wornPage = Ratio(1, of: 1)
    guard case .wornPage(let page)? = worn.defect(ofTag: 0) else {
      Issue.record("no worn page")
      return
    }
    var bench = Self.bench(worn)
    _ = bench.ask("4a0100")
    #expect(bench.ask("4001a2" + hexText([page]) + "ff020304") == "4100")
    #expect(bench.ask("400130" + hexText([page]))?.prefix(12) == "4100fe020304")

    var short = FaultPlan(seed: 3)
    short.odds.missingPages = Ratio(1, of: 1)
    guard case .missingPages(let first)? = short.defect(ofTag: 0) else {
      Issue.record("no missing pages")
      return
    }
    bench = Self.bench(short)
    _ = bench.ask("4a0100")
    for page in [first - 1, first] {
      #expect(bench.ask("4001a2" + hexText([page]) + "ff020304") == "4100")
    }
    #expect(bench.ask("400130" + hexText([first - 1]))?.prefix(20) == "4100ff02030400000000")
  }
}
