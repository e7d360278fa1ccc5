// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import Testing

@testable import VirtualReader

struct TimeModelTests {
  /// The cheapest way to write an 11-page link to a new NTAG213 and to read it back.
  static let program: [String] =
    ["4a0100", "4260", "423a030f"] + (0..<11).map { "4001a20\(String($0 + 4, radix: 16))01020304" }
    + ["423a040e"]

  static func counters(perCommand: Duration) -> Counters {
    var bench = Bench(perCommand: perCommand)
    bench.place(PlainChip(uid: hex("04E141124C2880"), version: hex("0004040201000F03")))
    let before = bench.link.board.total
    for command in program { _ = bench.ask(command) }
    var spent = bench.link.board.total
    spent.hostCommands -= before.hostCommands
    spent.bytesFromHost -= before.bytesFromHost
    spent.bytesToHost -= before.bytesToHost
    spent.modelled -= before.modelled
    return spent
  }

  @Test("the floor that was computed for the model: 15 commands, 221 and 356 bytes, 120.0 ms")
  func floor() {
    let spent = Self.counters(perCommand: .zero)
    #expect(spent.hostCommands == 15)
    #expect(spent.radioFrames == 19)
    #expect(spent.bytesFromHost == 221)
    #expect(spent.bytesToHost == 356)
    #expect(spent.programmedPages == 11)
    #expect(spent.modelled > .microseconds(119_950))
    #expect(spent.modelled < .microseconds(120_050))
  }

  @Test func chipTimeIsAddedToEachCommand() {
    let with = Self.counters(perCommand: .milliseconds(2)).modelled
    #expect(with - Self.counters(perCommand: .zero).modelled == .milliseconds(30))
  }

  @Test("a faster line shrinks only the line's share")
  func lineSpeed() {
    let slow = TimeModel().onTheLine(bytes: 577, at: .baud115200)
    let fast = TimeModel().onTheLine(bytes: 577, at: .baud460800)
    #expect(slow / fast == 4)
    #expect(Int(slow / .microseconds(1)) == 50_086)
  }
}
