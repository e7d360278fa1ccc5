// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import PN532Protocol
import StrictJSON
import TagReading
import TestSupport
import VirtualReader

/// `tagpress write` from one tag to the next, with a reader that takes its time, and a hand that
/// takes a tag away when it is OK and lays the next one when it is told that the reader is ready.
func fromTagToTag() throws -> [Row] {
  let floor = try Steps.byHand()
  return try [ReaderName.usualSpeed, 460_800].map { speed in
    let ours = try Steps(ofTags: 41, at: speed)
    let least = floor.map { $0.milliseconds(at: speed) }
    return Row(
      "`write` at \(speed) baud in real time, from laying a tag to the word to lay the next",
      "\(shown(ours.whole, "ms")): \(ours)",
      beside: "floor, by hand: \(shown(least.whole, "ms")): \(least)",
      timesBetter: least.whole / ours.whole)
  }
}

/// The three things that a hand waits for.
private struct Steps<Figure> {
  var seen: Figure
  var ok: Figure
  var ready: Figure

  func map<Other>(_ other: (Figure) throws -> Other) rethrows -> Steps<Other> {
    Steps<Other>(seen: try other(seen), ok: try other(ok), ready: try other(ready))
  }
}

extension Steps<Double>: CustomStringConvertible {
  var whole: Double { seen + ok + ready }

  var description: String {
    "seen \(shown(seen, "ms")), OK \(shown(ok, "ms")), ready \(shown(ready, "ms"))"
  }

  /// The medians of a job's tags but the first, whose page of the ledger is new.
  init(ofTags count: Int, at speed: Int) throws {
    var options = VirtualReaderOptions()
    options.isRealTime = true
    let virtual = try VirtualReader(options)
    defer { virtual.stop() }
    let folder = try TemporaryDirectory()
    try folder.write(
      manifest(rows: count, link: String(link.dropLast(3)) + "{number:3}"), to: "job.xml")
    let reader = "pn532_uart:\(virtual.path):\(speed)"
    let program = try BackgroundProgram(
      builtTool, ["write", "--json", "--reader", reader, "job.xml"], directory: folder.path)
    var laid: [(tag: TagID, at: ContinuousClock.Instant)] = []
    var times = Steps<[Double]>(seen: [], ok: [], ready: [])
    var last = ContinuousClock.now
    func sinceLast() -> Double {
      let now = ContinuousClock.now
      defer { last = now }
      return (now - last) / .milliseconds(1)
    }
    while let line = program.nextLine() {
      let event = try JSONDocument(reading: Array(line.utf8)).root
      switch event["event"]?.string {
      case "ready":
        let time = sinceLast()
        if !laid.isEmpty { times.ready.append(time) }
        laid.append((try place(in: virtual, numbered: laid.count + 1), .now))
        last = .now
      case "tag-seen": times.seen.append(sinceLast())
      case "tag":
        guard event["outcome"]?.string == "OK", let tag = laid.last?.tag else {
          throw UnexpectedEvent(line: line)
        }
        times.ok.append(sinceLast())
        virtual.lift(tag)
        virtual.discard(tag)
      default: break
      }
    }
    let result = try program.finish()
    guard result.exit == .code(0) else { throw FailedRun(result: result) }
    self = times.map { Figures(Array($0.dropFirst())).median }
  }
}

extension Steps<HandCost> {
  /// The fewest commands for it, with nothing in between: a look that finds the tag; a look whether
  /// another one lies beside it, and the write; a look that does not find it any more.
  static func byHand() throws -> Steps {
    try withNew(.ntag213) { virtual, tag in
      let host = try BareHost(virtual.path)
      // A look ends, as libnfc has it; otherwise it would wait for a tag.
      try host.ask(.rfConfiguration(.maximumRetries, [0x00, 0x01, 0x02]))
      let uid = [UInt8]([0x88]) + [4, 0xA1, 0xB2, 0, 1, 0x5C, 0x80]
      let seen = try HandCost(on: virtual) { try host.ask(Self.look) }
      let ok = try HandCost(on: virtual) {
        try host.ask(.inDeselect(target: 1))
        try host.ask(Self.look)
        try host.ask(.inListPassiveTarget(maximum: 1, .typeA, initiatorData: uid))
        try writeByHand(with: host)
      }
      virtual.lift(tag)
      let ready = try HandCost(on: virtual) { try host.ask(Self.look) }
      return Steps(seen: seen, ok: ok, ready: ready)
    }
  }

  private static var look: Command {
    .inListPassiveTarget(maximum: 1, .typeA, initiatorData: [])
  }
}

/// What commands cost at any speed of the line.
private struct HandCost {
  private let cost: Cost

  init(on virtual: VirtualReader, of work: () throws -> Void) rethrows {
    cost = try Cost(on: virtual, of: work)
  }

  func milliseconds(at speed: Int) -> Double {
    let onTheLine = { (speed: Int) in Double(cost.bytes * 10) / Double(speed) }
    let onTheAir = cost.time - onTheLine(ReaderName.usualSpeed)
    let firmware = Double(cost.commands) * (TimeModel().perCommand / .seconds(1))
    return (onTheLine(speed) + onTheAir + firmware) * 1000
  }
}
