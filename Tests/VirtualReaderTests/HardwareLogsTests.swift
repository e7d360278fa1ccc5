// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Testing

@testable import VirtualReader

struct HardwareLogsTests {
  struct Log: CustomTestStringConvertible {
    let name: String
    var lines: [String] = []

    var testDescription: String { name }
  }

  static let logs: [Log] = {
    var logs: [Log] = []
    for line in hardwareLogs.split(separator: "\n") {
      if line.hasPrefix(" ") {
        logs[logs.count - 1].lines.append(String(line.drop { $0 == " " }))
      } else {
        logs.append(Log(name: String(line)))
      }
    }
    return logs
  }()

  @Test("the virtual chip answers what the real ones answered", arguments: logs)
  func replay(log: Log) {
    let wakesItself = log.lines.contains { $0.hasPrefix("w ") && $0.contains("0000000000") }
    var bench = Bench(waking: !wakesItself)
    var tag: TagID?
    for line in log.lines {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "w": _ = bench.link.receive(hex(words[1]), at: nil)
      case "~": _ = bench.ask(words[1...].joined())
      case "+": tag = bench.place(Self.chip(words))
      case "-": if let tag { bench.link.board.lift(tag) }
      default:
        let answer = bench.ask(words[0]) ?? "nothing"
        #expect(Self.agrees(answer, with: words[2]), "\(log.name): \(line), got \(answer)")
      }
    }
  }

  @Test func noLogIsForgotten() {
    let replayed = Set(Self.logs.map(\.name))
    #expect(replayed.count == 32)
    #expect(replayed.isDisjoint(with: logsNotReplayed.keys))
    #expect(replayed.isSuperset(of: partsNotReplayed.keys))
  }

  /// `+ plain UID`, with what pages hold from a page on and a SAK; or `classic`, or `dep`;
  /// or `felica IDM PMM SYSTEM`.
  private static func chip(_ words: [String]) -> any VirtualChip {
    let uid = hex(words[2])
    if words[1] == "classic" { return PlainClassic(uid: uid) }
    if words[1] == "felica" {
      let code = hex(words[4])
      let system = FelicaSystem(code: UInt16(code[0]) << 8 | UInt16(code[1]), services: [])
      return VirtualFelicaCard(
        uid, hex(words[3]), FelicaLimits(read: 1, write: 1), [system])
    }
    if words[1] == "dep" {
      return PlainChip(
        uid: uid, sak: 0x20, atqa: hex("0344"), ats: hex("067577810280"))
    }
    var pages = [[UInt8]](repeating: [0, 0, 0, 0], count: 40)
    var sak: UInt8 = 0
    for word in words[3...] {
      let parts = word.split(separator: "=").map(String.init)
      guard let page = Int(parts[0]) else {
        sak = hex(parts[1])[0]
        continue
      }
      for (index, byte) in hex(parts[1]).enumerated() {
        pages[page + index / 4][index % 4] = byte
      }
    }
    return PlainChip(uid: uid, sak: sak, version: hex("0004040201000F03"), pages: pages)
  }

  private static func agrees(_ answer: String, with expected: String) -> Bool {
    answer.count == expected.count
      && zip(answer, expected).allSatisfy { $0 == $1 || $1 == "?" }
  }
}
