// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

@testable import VirtualReader

struct BlockExchangeTests {
  static let listed = "4b0101034420" + "0704e141124c2880" + "067577810280"

  static func bench(
    _ plan: FaultPlan = .none, _ card: EchoCard = EchoCard()
  ) -> Bench {
    var bench = Bench(plan: plan)
    bench.place(card)
    _ = bench.ask("3205000102")
    return bench
  }

  @Test("the list shows the ATS, unless RATS was switched off")
  func list() {
    var bench = Self.bench()
    #expect(bench.ask("4a0100") == Self.listed)
    bench = Self.bench()
    _ = bench.ask("1204")
    #expect(bench.ask("4a0100") == "4b0101034420" + "0704e141124c2880")
    #expect(bench.ask("400100a4") == "error", "without RATS the card is one of MIFARE")
  }

  @Test func commandsAndAnswers() {
    let card = EchoCard()
    var bench = Self.bench(.none, card)
    _ = bench.ask("4a0100")
    #expect(bench.ask("400100a40400") == "410000a404009000")
    #expect(bench.ask("400100b0") == "410000b09000")
    #expect(bench.ask("40012003") == "41009000", "three extensions of the waiting time")
    #expect(bench.ask("4001") == "4100", "an empty block")
    #expect(bench.ask("400200b0") == "4127")
    #expect(card.commands.map(hexText) == ["00a40400", "00b0", "2003"])
    #expect(bench.ask("0006") == "0100")
    #expect(bench.ask("04") == "0500010101000000" + "00")
  }

  @Test("a command of many blocks reaches the card whole")
  func longCommand() {
    for (ats, blocks) in [("067577810280", 5), ("067077810280", 20), ("067877810280", 2)] {
      let card = EchoCard(ats: ats)
      var bench = Self.bench(.none, card)
      _ = bench.ask("4a0100")
      let command = EchoCard.row(258)
      let before = bench.link.board.total.radioFrames
      #expect(bench.ask("4001" + hexText(command)) == "4100" + hexText(command + [0x90, 0]))
      #expect(card.commands == [command])
      // The answer of 260 bytes takes five blocks of 61, four of which are asked for.
      #expect(bench.link.board.total.radioFrames - before == blocks + 4, "\(ats)")
    }
  }

  @Test("an answer that does not fit comes in parts, marked in bit 6 of the status")
  func longAnswer() {
    for count in [260, 262, 263, 305, 524, 525, 2_000] {
      var bench = Self.bench()
      _ = bench.ask("4a0100")
      var parts: [String] = [
        bench.ask("400110" + hexText([UInt8(count >> 8), UInt8(count & 255)]))
      ]
      .compactMap { $0 }
      while parts.last?.prefix(4) == "4140", parts.count < 20 {
        parts.append(bench.ask("4001") ?? "")
      }
      #expect(parts.map { $0.count / 2 - 2 }.dropLast().allSatisfy { $0 == 262 })
      #expect(parts.map { String($0.dropFirst(4)) }.joined() == hexText(EchoCard.row(count)))
      #expect(parts.count == (count + 261) / 262)
    }
  }

  @Test("a command in parts, marked in bit 6 of the target's number")
  func commandInParts() {
    let card = EchoCard()
    var bench = Self.bench(.none, card)
    _ = bench.ask("4a0100")
    let parts = [EchoCard.row(262), EchoCard.row(100), [1, 2, 3]]
    #expect(bench.ask("4041" + hexText(parts[0])) == "4100")
    #expect(bench.ask("4041" + hexText(parts[1])) == "4100")
    let whole = parts.flatMap { $0 }
    let first = bench.ask("4001" + hexText(parts[2]))
    #expect(first == "4140" + hexText(Array(whole.prefix(262))))
    #expect(bench.ask("4001") == "4100" + hexText(Array(whole[262...]) + [0x90, 0x00]))
    #expect(card.commands == [whole])
  }

  @Test(
    "whichever single frame is lost or spoilt, the host sees nothing of it and the card one command"
  )
  func oneLostFrame() {
    let command = "4001" + hexText(EchoCard.row(150))
    let answer = "4100" + hexText(EchoCard.row(150) + [0x90, 0])
    for disturbance in [Disturbance.frameLost, .answerLost, .answerCorrupted] {
      for frame in 0..<9 {
        let card = EchoCard()
        var plan = FaultPlan(seed: 1)
        plan.atFrame[frame + 1] = disturbance
        var bench = Self.bench(plan, card)
        _ = bench.ask("4a0100")
        let extended = bench.ask("40012002")
        let said = bench.ask(command)
        #expect(extended == "41009000", "\(disturbance) at \(frame)")
        #expect(said == answer, "\(disturbance) at \(frame)")
        #expect(card.commands.count == 2, "\(disturbance) at \(frame)")
      }
    }
  }

  @Test("a card that is not heard any more is given up, though it does what it was told")
  func unheard() {
    let card = EchoCard()
    var plan = FaultPlan(seed: 1)
    plan.atExchange[2] = .tagUnheard(afterFrames: 2)
    var bench = Self.bench(plan, card)
    _ = bench.ask("4a0100")
    #expect(bench.ask("4001" + hexText(EchoCard.row(150))) == "4101")
    #expect(card.commands.count == 1)
    #expect(bench.ask("400100b0") == "410b", "their block numbers have parted")
  }

  @Test("a session hears no request: only a field off, or DESELECT, lets it be found again")
  func listAgain() {
    let card = EchoCard()
    var bench = Self.bench(.none, card)
    #expect(bench.ask("4a0100") == Self.listed)
    #expect(bench.ask("4a0100") == "4b00")
    #expect(bench.ask("4a0100") == Self.listed)
    #expect(bench.ask("4400") == "4500")
    #expect(bench.ask("400100b0") == "410000b09000", "InDataExchange wakes it")
    #expect(bench.ask("4401") == "4500")
    #expect(bench.ask("5401") == "5500")
    #expect(bench.ask("5201") == "5300")
    #expect(bench.ask("4a01008804e141124c2880") == Self.listed)
    #expect(card.sessions == 5)
  }

  @Test("a host that does the blocks itself")
  func rawBlocks() {
    var bench = Self.bench()
    _ = bench.ask("1200")
    _ = bench.ask("4a0100")
    for (block, answer) in [
      ("e080", "067577810280"), ("0200a4", "0200a49000"), ("b2", "0200a49000"), ("b3", "a2"),
    ] {
      #expect(bench.ask("42" + block) == "4300" + answer, "\(block)")
    }
    // A chain of the host, and then one of the card in frames of 256 bytes.
    #expect(bench.ask("421310") == "4300a3")
    #expect(bench.ask("42020200") == "430012" + hexText(EchoCard.row(253)))
    #expect(bench.ask("42a3") == "430013" + hexText(Array(EchoCard.row(512)[253..<506])))
    #expect(bench.ask("42c2") == "4300c2")
    #expect(bench.ask("420200") == "4301")
  }

  @Test func diagnoseNoticesThatTheCardIsGone() {
    var bench = Bench()
    let tag = bench.place(EchoCard())
    _ = bench.ask("4a0100")
    #expect(bench.ask("0006") == "0100")
    bench.link.board.lift(tag)
    #expect(bench.ask("0006") == "0101")
  }

  @Test("a card of Type B, with the number that the reader gives it")
  func typeB() {
    let card = EchoCard(
      typeB: TypeBIdentity(
        pupi: hex("08A1B2C3"), applicationData: hex("00000000"), protocolInfo: hex("007781")))
    var bench = Self.bench(.none, card)
    #expect(bench.ask("4a0100") == "4b00")
    #expect(bench.ask("4a010300") == "4b0101" + "5008a1b2c300000000007781" + "0101")
    #expect(bench.ask("066302") == "0783")
    #expect(bench.ask("400100a4") == "410000a49000")
    #expect(bench.ask("4001" + hexText(EchoCard.row(200)))?.count == 2 * 204)
    #expect(bench.ask("04") == "05000101" + "01000000" + "00")
    // DESELECT and a wake-up by hand, as nfcpy does.
    #expect(bench.ask("42ca01") == "4300ca01")
    #expect(bench.ask("42050000") == "4301")
    #expect(bench.ask("42050008") == "43005008a1b2c300000000007781")
    #expect(bench.ask("421d08a1b2c300080100") == "430000")
    #expect(bench.ask("420200b0") == "43000200b09000")
  }

  @Test("two cards of Type B answer at once, and neither is found")
  func collisionOfTypeB() {
    var bench = Bench()
    for pupi in ["08A1B2C3", "08A1B2C4"] {
      bench.place(
        EchoCard(
          typeB: TypeBIdentity(
            pupi: hex(pupi), applicationData: hex("00000000"), protocolInfo: hex("007781"))))
    }
    _ = bench.ask("3205000102")
    #expect(bench.ask("4a010300") == "4b00")
  }

  @Test("InAutoPoll tells a card with ISO-DEP from one without")
  func autoPoll() {
    var bench = Self.bench()
    #expect(bench.ask("6001021020") == "61012012\(Self.listed.dropFirst(4))")
  }

  @Test(
    "nothing that the air does to frames stops the reader", arguments: 1...20 as ClosedRange<UInt64>
  )
  func noise(seed: UInt64) {
    var plan = FaultPlan(seed: seed)
    plan.odds.tagUnheard = Ratio(1, of: 5)
    plan.odds.tagAnswerCorrupted = Ratio(1, of: 5)
    plan.odds.tagMissesFrame = Ratio(1, of: 5)
    let card = EchoCard()
    var bench = Self.bench(plan, card)
    for count in 0..<60 {
      _ = bench.ask("4a0100")
      let data = EchoCard.row(count * 4)
      let answer = bench.ask("4001" + hexText(data))
      let right = "4100" + hexText(data + [0x90, 0x00])
      #expect(
        answer == right || ["4101", "4102", "410b", "4127", "4100", "error"].contains(answer),
        "\(plan)")
    }
  }
}
