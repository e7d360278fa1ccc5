// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing
import VirtualReader

/// One command or one answer that gets lost on the line, at each of those with which a reader is opened,
/// a tag is found alone, written and read back, and the reader is given back.
struct LostCommandTests {
  fileprivate static let link = "https://go.example.com/s/1"
  /// The same link from page 4 on, after what an NTAG213 has there from its maker.
  private static let written = [
    "0103A00C", "340317D1", "01135504", "676F2E65", "78616D70", "6C652E63", "6F6D2F73", "2F31FE00",
  ]

  @Test(arguments: [Fault.commandLost, .answerLost], ["", ":460800"])
  func noneOfThemEndsPut(_ fault: Fault, speed: String) throws {
    for (place, run) in try runs(with: fault, speed: speed) {
      #expect(run.result.exit == .code(0), "\(place): \(run.result.errorOutput)")
      #expect(try Array(run.pages()[4..<12]) == Self.written.map(hex), "\(place)")
      // Whatever was lost when it was given back, the next one opens it.
      #expect(try open(run.virtual).select(.typeA) != nil, "\(place)")
    }
  }

  @Test(arguments: [Fault.commandLost, .answerLost])
  func noneOfThemHidesASecondTag(_ fault: Fault) throws {
    for (place, run) in try runs(with: fault, tags: 2) {
      #expect(run.result.exit == .code(1), "\(place): \(run.result.errorOutput)")
      #expect(run.result.errorOutput.contains("Two tags are on the reader"), "\(place)")
      for number in run.ids.indices {
        #expect(try run.pages(ofTag: number)[5] == [0x34, 0x03, 0x00, 0xFE], "\(place)")
      }
    }
  }

  private struct Run {
    let virtual: VirtualReader
    let ids: [TagID]
    let result: ProcessResult

    func pages(ofTag number: Int = 0) throws -> [[UInt8]] {
      try memory(of: ids[number], in: virtual)
    }
  }

  /// `put` with the fault at its first command, at its second, and so on to its last.
  private func runs(
    with fault: Fault, speed: String = "", tags: Int = 1
  ) throws -> [(place: String, run: Run)] {
    let count = try Started(speed: speed, tags: tags).finish().virtual.counters.hostCommands
    var runs: [(String, Run)] = []
    // Most of its time each waits for what got lost.
    for first in stride(from: 0, to: count, by: Self.atOnce) {
      let some = first..<min(count, first + Self.atOnce)
      let started = try some.map { try Started(faults: [$0: fault], speed: speed, tags: tags) }
      for (index, one) in zip(some, started) {
        runs.append(("\(fault) at command \(index) of \(count)\(speed)", try one.finish()))
      }
    }
    return runs
  }

  private static let atOnce = 6

  /// `put` at a reader of its own.
  private struct Started {
    let virtual: VirtualReader
    let ids: [TagID]
    let program: BackgroundProgram

    init(faults: [Int: Fault] = [:], speed: String, tags: Int) throws {
      var options = VirtualReaderOptions()
      options.faults.atExchange = faults
      virtual = try VirtualReader(options)
      ids = virtual.place(
        together: (1...tags).map { number in { chip(.ntag213, UInt16(number)) } })
      program = try BackgroundProgram(
        builtTool, ["put", "--reader", "pn532_uart:\(virtual.path)\(speed)", LostCommandTests.link])
    }

    func finish() throws -> Run {
      Run(virtual: virtual, ids: ids, result: try program.finish())
    }
  }
}
