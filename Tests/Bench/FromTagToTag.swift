// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import PN532Protocol
import PretendedMachine
import StrictJSON
import TagReading
import TestSupport
import VirtualReader

/// `tagpress write` from one tag to the next, with a reader that takes its time, and a hand that
/// takes a tag away when it is OK and lays the next one when it is told that the reader is ready.
func fromTagToTag() throws -> [Row] {
  let floor = try Steps.byHand()
  let serial = try [ReaderName.usualSpeed, 460_800].map { speed in
    let ours = try Steps(ofTags: 41, on: .serial(at: speed))
    let least = floor.map { $0.milliseconds(at: speed) }
    return Row(
      "`write` at \(speed) baud in real time, from laying a tag to the word to lay the next",
      "\(shown(ours.whole, "ms")): \(ours)",
      beside: "floor, by hand: \(shown(least.whole, "ms")): \(least)",
      timesBetter: least.whole / ours.whole)
  }
  return try serial
    + [USBReaderModel.acr122u, .pn533].map { model in
      let ours = try Steps(ofTags: 41, on: .usb(model))
      return Row(
        "the same with \(model.names[1]) on USB, through a stand-in for libusb",
        "\(shown(ours.whole, "ms")): \(ours)")
    }
}

/// A reader that takes as long as real ones, and what `write` needs to reach it.
struct TimedReader {
  let virtual: VirtualReader
  let name: String
  let environment: [String: String]?
  private let machine: PretendedMachine?

  static func serial(at speed: Int) throws -> TimedReader {
    let virtual = try VirtualReader(options)
    return TimedReader(
      virtual: virtual, name: "pn532_uart:\(virtual.path):\(speed)", environment: nil, machine: nil)
  }

  static func usb(_ model: USBReaderModel) throws -> TimedReader {
    let machine = try PretendedMachine()
    return TimedReader(
      virtual: try machine.plug(model, options), name: "usb:1-1",
      environment: machine.environment(), machine: machine)
  }

  private static var options: VirtualReaderOptions {
    var options = VirtualReaderOptions()
    options.isRealTime = true
    return options
  }

  /// Starts `write` on this reader alone.
  func write(_ job: String, in folder: TemporaryDirectory) throws -> BackgroundProgram {
    try folder.write(job, to: "job.xml")
    return try BackgroundProgram(
      builtTool,
      ["write", "--json", "--allow-reserved-hosts", "--reader", name, "job.xml"],
      environment: environment,
      directory: folder.path)
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
  init(ofTags count: Int, on reader: TimedReader) throws {
    let virtual = reader.virtual
    defer { virtual.stop() }
    let folder = try TemporaryDirectory()
    let program = try reader.write(
      manifest(rows: count, link: String(link.dropLast(3)) + "{number:3}"), in: folder)
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
