// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

@testable import VirtualReader

struct PN532CoreTests {
  static let uid = "04e141124c2880"

  static func bench() -> Bench {
    var bench = Bench()
    bench.place(PlainChip(uid: hex(uid), version: hex("0004040201000F03")))
    return bench
  }

  @Test("a chip that has no tag answers as real ones do")
  func withoutTag() {
    var bench = Bench()
    let table: [(String, String)] = [
      ("1401", "15"), ("140105", "15"), ("1409", "error"), ("02", "0332010607"),
      ("0000616263", "0100616263"), ("0001", "0100"), ("04", "0500000000"),
      ("066302", "0700"), ("08630280", "09"), ("066302", "0780"), ("0c", "0d3f0700"),
      ("0e8102", "0f"), ("0c", "0d010700"), ("1214", "13"), ("320101", "33"), ("04", "0500010000"),
      ("3205000102", "33"), ("4a0100", "4b00"), ("4a0103 00", "4b00"), ("4a0104", "4b00"),
      ("4a010100ffff0100", "4b00"), ("4a010101ffff0100", "error"), ("4001 3000", "4127"),
      ("4230 00", "4301"), ("42", "4301"), ("4400", "4500"), ("4401", "4527"), ("5200", "5300"),
      ("5401", "5527"), ("560102 00", "5701"), ("5001 00", "5127"),
      ("86", "8726"), ("8a", "8b0000"), ("18", "error"), ("", "error"), ("320a00", "error"),
    ]
    for (command, answer) in table {
      #expect(bench.ask(command) == answer, "\(command)")
    }
  }

  @Test func listAndExchange() {
    var bench = Self.bench()
    #expect(bench.ask("4a0100") == "4b010100440007\(Self.uid)")
    #expect(bench.ask("04") == "05000101" + "01000000" + "00")
    #expect(bench.ask("4001a2040102fe00") == "4100")
    #expect(bench.ask("40013004") == "41000102fe00" + String(repeating: "0", count: 24))
    #expect(bench.ask("40023004") == "4127")
    for refused in ["1bffffffff", "60", "3a0004", "3900", "3902", "3c00", "af00", "9000", "30"] {
      #expect(bench.ask("4001\(refused)") == "error", "\(refused)")
    }
    #expect(bench.ask("40016004ffffffffffff04e141124c2880") == "error")
    #expect(bench.ask("40013004")?.prefix(4) == "4100")
    // A NAK throws the tag out of its selection, the next command finds no one, a list finds it.
    #expect(bench.ask("400130f0") == "4113")
    #expect(bench.ask("40013004") == "4101")
    #expect(bench.ask("4a0100") == "4b010100440007\(Self.uid)")
  }

  @Test func communicateThru() {
    var bench = Self.bench()
    _ = bench.ask("4a0100")
    #expect(bench.ask("0663026303 6305") == "0780804b")
    #expect(bench.ask("4260") == "43000004040201000f03")
    #expect(bench.ask("066305") == "0743")
    // With the receiver's CRC on, four bits are an error whether they say yes or no.
    #expect(bench.ask("42a20401020304") == "4302")
    #expect(bench.ask("42a2f001020304") == "4302")
    #expect(bench.ask("4a0100")?.prefix(2) == "4b")
    #expect(bench.ask("08630300") == "09")
    #expect(bench.ask("42a20401020304") == "43000a")
    #expect(bench.ask("06633c") == "0704")
    #expect(bench.ask("423004") == "430001020304" + String(repeating: "0", count: 24) + "f9c2")
    #expect(bench.ask("42a2f001020304") == "430000")
    #expect(bench.ask("4a0100")?.prefix(2) == "4b")
    #expect(bench.ask("066303") == "0780")
    #expect(bench.ask("421a00") == "4301")
  }

  @Test func rawFrames() {
    var bench = Self.bench()
    _ = bench.ask("320101")
    _ = bench.ask("086302006303006305 40633c10")
    _ = bench.ask("08633d07")
    #expect(bench.ask("4226") == "43004400")
    _ = bench.ask("08633d00")
    #expect(bench.ask("429320") == "43008804e1412c")
    #expect(bench.ask("4293708804e1412ca89c") == "430004da17")
    // Received bits begin where RxAlign says.
    _ = bench.ask("08633d44")
    // Two digits for each of the five bytes.
    #expect(bench.ask("42952402")?.count == 14)
  }

  @Test func selectAndDeselect() {
    var bench = Self.bench()
    _ = bench.ask("3205000102")
    _ = bench.ask("4a0100")
    #expect(bench.ask("4401") == "4500")
    #expect(bench.ask("4a010088\(Self.uid)")?.prefix(4) == "4b01", "by UID after InDeselect")
    _ = bench.ask("4400")
    #expect(bench.ask("40013000")?.prefix(4) == "4100", "InDataExchange selects again")
    _ = bench.ask("4401")
    #expect(bench.ask("5401") == "5500")
    #expect(bench.ask("5201") == "5300")
    #expect(bench.ask("40013000") == "4127")
    #expect(bench.ask("4a0100") == "4b00", "halted, and only REQA was sent")
    #expect(bench.ask("4a010088\(Self.uid)")?.prefix(4) == "4b01")
    #expect(bench.ask("4a0100\(Self.uid)") == "error", "the cascade tag is missing")
  }

  @Test("MaxTg 2 finds one tag every second time, and two tags as 2, 1, none")
  func realMaximum() {
    var one = Self.bench()
    _ = one.ask("3205000102")
    for answer in ["4b01", "4b00", "4b01", "4b00"] {
      #expect(one.ask("4a0200")?.prefix(4) == answer[...])
    }
    var two = Self.bench()
    two.place(PlainChip(uid: hex("04E141124C2881")))
    _ = two.ask("3205000102")
    for answer in ["4b02", "4b01", "4b00", "4b02", "4b01", "4b00"] {
      #expect(two.ask("4a0200")?.prefix(4) == answer[...])
    }
  }

  @Test func waitsForATag() {
    var bench = Bench()
    #expect(bench.ask("4a0100") == "ack")
    #expect(bench.link.lookAgain(at: nil).bytes == [])
    bench.place(PlainChip(uid: hex(Self.uid)))
    #expect(Bench.text(bench.link.lookAgain(at: nil).bytes)?.prefix(4) == "4b01")
    #expect(bench.link.lookAgain(at: nil).bytes == [])
  }

  /// PollNr times period times types times 150 ms; FF polls forever.
  @Test func inAutoPollWaitsForItsTime() throws {
    func poll(_ bench: inout Bench, _ content: String) throws -> HostLink.Reaction {
      bench.link.receive(try Frame.command(hex(content)).bytes(), at: nil)
    }
    var bench = Bench()
    for (content, limit) in [("60010100", 150), ("60021e10", 9000), ("601402 0010011103", 30_000)] {
      let reaction = try poll(&bench, content)
      #expect(Bench.text(reaction.bytes) == "ack")
      let wait = try #require(reaction.wait)
      #expect(wait.limit == .milliseconds(limit), "\(content)")
      let before = bench.link.board.total.modelled
      #expect(Bench.text(bench.link.giveUp(wait, at: nil).bytes) == "6100", "\(content)")
      #expect(bench.link.board.total.modelled - before >= wait.limit)
      #expect(bench.link.giveUp(wait, at: nil).bytes == [])
    }
    #expect(try poll(&bench, "60ff0110").wait == nil)

    // A tag that comes meanwhile is found, and what is over is not given up.
    let wait = try #require(try poll(&bench, "60020110").wait)
    #expect(bench.link.lookAgain(at: nil).bytes == [])
    let tag = bench.place(PlainChip(uid: hex(Self.uid)))
    #expect(Bench.text(bench.link.lookAgain(at: nil).bytes)?.prefix(6) == "610110")
    #expect(bench.link.giveUp(wait, at: nil).bytes == [])
    bench.link.board.lift(tag)

    // An abort ends it, another command too, and the time of the first is not that of the second.
    let aborted = try #require(try poll(&bench, "60020110").wait)
    #expect(bench.link.receive(hex("0000FF00FF00"), at: nil).endsCommand)
    #expect(bench.link.giveUp(aborted, at: nil).bytes == [])
    let first = try #require(try poll(&bench, "60020110").wait)
    let second = try #require(try poll(&bench, "60020110").wait)
    #expect(bench.link.giveUp(first, at: nil).bytes == [])
    #expect(Bench.text(bench.link.giveUp(second, at: nil).bytes) == "6100")
  }

  /// Its WUPA would reach the halted tag again.
  @Test func aTagThatIsCalledByItsNumberIsListedOnce() {
    for (uid, called) in [(Self.uid, "88\(Self.uid)"), ("278b7034", "278b7034")] {
      var bench = Bench()
      bench.place(PlainChip(uid: hex(uid)))
      _ = bench.ask("3205000102")
      let count = uid.count == 8 ? "04" : "07"
      let atqa = uid.count == 8 ? "0004" : "0044"
      for maximum in ["01", "02"] {
        let answer = bench.ask("4a\(maximum)00\(called)")
        #expect(answer == "4b0101\(atqa)00\(count)\(uid)", "\(maximum), \(called)")
        // It is selected, and can be spoken to at once.
        #expect(bench.ask("40013000")?.prefix(4) == "4100")
      }
      // After HLTA only WUPA reaches it, and REQA is what a list without a number sends.
      #expect(bench.ask("4401") == "4500")
      #expect(bench.ask("4a0100") == "4b00")
    }
  }

  @Test func anAbortEndsTheWait() {
    for abort in [hex("0000FF00FF00"), hex("0000FF02FED4022A00")] {
      var bench = Bench()
      #expect(bench.ask("4a0100") == "ack")
      _ = bench.link.receive(abort, at: nil)
      bench.place(PlainChip(uid: hex(Self.uid)))
      #expect(bench.link.lookAgain(at: nil).bytes == [])
    }
  }

  @Test func anExchangeWithCollidingTags() {
    var bench = Self.bench()
    bench.place(PlainChip(uid: hex("04E141124C2881")))
    _ = bench.ask("320101")
    _ = bench.ask("08633d07")
    #expect(bench.ask("4226") == "43004400", "both send the same")
    _ = bench.ask("08633d00")
    #expect(bench.ask("429320") == "43008804e1412c")
    _ = bench.ask("4293708804e1412ca89c")
    #expect(bench.ask("429520") == "4306")
  }
}
