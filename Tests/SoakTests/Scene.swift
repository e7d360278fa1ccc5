// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PN532Protocol
import StrictJSON
import TestSupport
import VirtualReader

/// A program with one reader and a tag on it, which a test moves by hand.
final class Scene {
  let bench: JobBench
  let box: TagBox
  let reader: SoakReader
  let tag: BoxedTag
  private(set) var events: [JSONNode] = []
  private let program: BackgroundProgram

  /// Puts the tag on the reader when the program is ready; each signal comes when this many pages
  /// were written.
  init(
    on bench: JobBench, series: UInt8 = 0xA0, _ signals: [Int: Int32] = [:],
    faults: FaultPlan = .none
  ) throws {
    self.bench = bench
    reader = try bench.reader(VirtualReaderOptions(faults: faults))
    box = TagBox(series: series, for: bench.job, badTags: 0, Splitmix64(seed: 1))
    tag = try box.take()
    program = try bench.write(on: [reader])
    box.trigger.arm(program.group, signals)
    try hear("ready")
    try box.lay(tag, on: reader.virtual)
  }

  /// The group of the program, which is its number too.
  var group: Int32 { program.group }

  func send(_ signal: Int32) { program.send(signal) }

  /// Listens until an event comes, or the end.
  func hear(_ name: String) throws {
    while let line = program.nextLine(), try note(line) != name {}
  }

  /// Notes what comes within a time.
  func listen(for time: Duration) throws {
    let end = ContinuousClock.now + time
    while case .line(let line) = program.listen(for: end - .now) { _ = try note(line) }
  }

  /// Waits until the program has looked for a tag so often, and found one or none, since the tag came
  /// or went.
  func awaitLooks(_ count: Int, finding isThere: Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while reader.virtual.looks(finding: isThere) < count {
      guard ContinuousClock.now < end else { throw NobodyLooks() }
      usleep(1_000)
    }
  }

  private struct NobodyLooks: Error {}

  /// Whether the program gave its reader up, as it does when an answer comes too late.
  var hasLostItsReader: Bool { events.contains { $0["event"]?.string == "reader-lost" } }

  /// Whether the program saw its finished tag leave and come back at once.
  var hasSeenItBack: Bool { events.contains { $0["event"]?.string == "finished-tag-there" } }

  private func note(_ line: String) throws -> String? {
    let event = try JSONDocument(reading: Array(line.utf8)).root
    events.append(event)
    return event["event"]?.string
  }

  func end() throws -> ProcessResult {
    try hear("the end")
    box.trigger.disarm()
    return try program.finish()
  }

  /// What was said about tags, in the order in which it was said.
  var words: [String] {
    events.compactMap { event in
      guard event["event"]?.string == "tag" else { return nil }
      return "\(event["row"]?.string ?? "-") \(event["outcome"]?.string ?? "")"
    }
  }

  /// The last sentence.
  var sentence: String? { events.last?["words"]?.string }
}

extension VirtualReader {
  /// How many looks for a tag have found one, or none, since the last one came or went.
  fileprivate func looks(finding isThere: Bool) -> Int {
    var count = 0
    for line in transcript.reversed() {
      switch line.event {
      case .tagEntered, .tagLeft: return count
      case .toHost(let bytes):
        var decoder = FrameDecoder()
        // The answer to InListPassiveTarget says how many it found.
        for case .frame(.answer(let content)) in decoder.receive(bytes)
        where content.count > 1 && content[0] == 0x4B && (content[1] > 0) == isThere {
          count += 1
        }
      default: break
      }
    }
    return count
  }
}
