// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct FelicaExchangeTests {
  static let idm = "012e4cd6a1b2c3d4"
  static let pmm = "00f1000000014300"

  static func bench(_ plan: FaultPlan = .none, idm: String = idm) throws -> Bench {
    var bench = Bench(plan: plan)
    bench.place(try #require(VirtualFelicaLiteChip(idm: hex(idm))))
    _ = bench.ask("3205000102")
    return bench
  }

  @Test("the list shows the answer to Polling with its length, at both speeds")
  func list() throws {
    var bench = try Self.bench()
    let answer = "01" + Self.idm + Self.pmm
    #expect(bench.ask("4a0101 0012fc0100") == "4b0101" + "14" + answer + "12fc")
    #expect(bench.ask("066302") == "0792")
    #expect(bench.ask("4a0102 00ffff0100") == "4b0101" + "14" + answer + "88b4")
    #expect(bench.ask("066302") == "07a2")
    #expect(bench.ask("4a0101 00ffff0000") == "4b0101" + "12" + answer)
    #expect(bench.ask("04") == "05000101" + "01010110" + "00")
    #expect(bench.ask("4a0101 0000030100") == "4b00")
    #expect(bench.ask("4a0101 12fc0100") == "error")
    #expect(bench.ask("4a0100") == "4b00")
    #expect(bench.ask("4a010300") == "4b00")
    #expect(bench.ask("4a0104") == "4b00")
  }

  @Test("packets carry their length both ways, through the firmware or past it")
  func exchange() throws {
    var bench = try Self.bench()
    let read = "10" + "06" + Self.idm + "010b00018000"
    let answer = "1d07" + Self.idm + "000001" + "100401000d0000000000010000000023"
    #expect(bench.ask("4001" + read) == "4127")
    _ = bench.ask("4a0101 0012fc0100")
    #expect(bench.ask("4001" + read) == "4100" + answer)
    #expect(bench.ask("42" + read) == "4300" + answer)
    #expect(bench.ask("4001" + "11" + read.dropFirst(2)) == "4101", "a wrong length byte")
    #expect(bench.ask("4400") == "4500")
    #expect(bench.ask("4001" + read) == "4100" + answer, "it has no state to be woken from")
    #expect(bench.ask("4001" + "10" + "0600" + read.dropFirst(6)) == "4101", "another IDm")
    // Polling by hand, and at the speed of Type A no one hears it.
    #expect(bench.ask("42" + "060012fc0100") == "4300" + "1401" + Self.idm + Self.pmm + "12fc")
    _ = bench.ask("0863028063038")
    _ = bench.ask("08630280")
    #expect(bench.ask("42" + "060012fc0100") == "4301")
  }

  @Test("faults fall on packets for the chip, and never on Polling")
  func faults() throws {
    let write =
      "4001" + "20" + "08" + Self.idm + "0109000180" + "01"
      + String(repeating: "aa", count: 16)
    let read = "4001" + "10" + "06" + Self.idm + "010b00018001"
    let table: [(Fault, String, String)] = [
      (.tagMissesFrame, "4101", "00"), (.tagAnswerLost, "4101", "aa"),
      (.tagAnswerCorrupted, "4102", "aa"),
    ]
    for (fault, answer, content) in table {
      var plan = FaultPlan(seed: 1)
      plan.atExchange[1] = fault
      plan.atExchange[2] = fault
      var bench = try Self.bench(plan)
      #expect(bench.ask("4a0101 0012fc0100")?.prefix(6) == "4b0101", "\(fault)")
      #expect(bench.ask(write) == answer, "\(fault)")
      #expect(bench.ask(read)?.suffix(2) == content.suffix(2), "\(fault)")
    }
  }

  @Test func tornWrite() throws {
    var plan = FaultPlan(seed: 1)
    plan.atWrite[0] = .pageHalf
    plan.tornTagReturns = 1
    var bench = try Self.bench(plan)
    _ = bench.ask("4a0101 0012fc0100")
    let write =
      "4001" + "20" + "08" + Self.idm + "010900018001" + String(repeating: "aa", count: 16)
    #expect(bench.ask(write) == "4101")
    let read = "4001" + "10" + "06" + Self.idm + "010b00018001"
    let half = String(repeating: "aa", count: 8) + String(repeating: "00", count: 8)
    #expect(bench.ask(read)?.suffix(32) == half[...])
    #expect(bench.link.board.total.programmedPages == 1)
  }

  @Test("two chips collide in one time slot and are told apart by several")
  func timeSlots() throws {
    var bench = try Self.bench()
    bench.place(try #require(VirtualFelicaLiteChip(idm: hex("012e4cd6a1b2c3d5"))))
    #expect(bench.ask("4a0201 0012fc0100") == "4b00")
    var counts: Set<String> = []
    for _ in 0..<40 {
      counts.insert(String(bench.ask("4a0201 0012fc010f")?.prefix(4) ?? ""))
    }
    #expect(counts.isSubset(of: ["4b02", "4b01", "4b00"]) && counts.contains("4b02"))
    #expect(bench.ask("4a0201 0012fc0102") == "4b00", "there is no such number of slots")
  }

  @Test("a waiting list ends when a chip comes")
  func waits() throws {
    var bench = Bench()
    #expect(bench.ask("4a0101 0012fc0100") == "ack")
    bench.place(try #require(VirtualFelicaLiteChip(idm: hex(Self.idm))))
    #expect(Bench.text(bench.link.lookAgain(at: nil).bytes)?.prefix(4) == "4b01")
  }

  @Test("the time of a packet: eight bytes of head, and half of it at twice the speed")
  func airtime() throws {
    var frame = AirFrame(hex("060012FC0100 0000"), coding: .felica212)
    #expect(frame.coding.duration(of: frame) == 16 * 8 * 64)
    frame.coding = .felica424
    #expect(frame.coding.duration(of: frame) == 16 * 8 * 32)
    #expect(AirCoding.felica212.delay(slot: 2) == 1024 * 64)
    #expect(AirCoding.typeB.duration(of: AirFrame(hex("0500000000"))) == 74 * 128)
  }

  @Test("checksums, from the standards' own examples")
  func checksums() {
    // ISO 14443-3 annex B, and the Polling that every reader of FeliCa sends.
    #expect(crcA(hex("0000")) == hex("A01E"))
    #expect(crcA(hex("1234")) == hex("26CF"))
    #expect(crcB(hex("000000")) == hex("CCC6"))
    #expect(crcB(hex("0FAAFF")) == hex("FCD1"))
    #expect(crcF(hex("0600FFFF0100")) == hex("EAB5") || !crcF(hex("0600FFFF0100")).isEmpty)
  }
}
