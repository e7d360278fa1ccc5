// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

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

  /// Lays the tag down when the program is ready; each signal comes when so many pages were written.
  init(
    on bench: JobBench, series: UInt8 = 0xA0, _ signals: [Int: Int32] = [:],
    faults: FaultPlan = .none
  ) throws {
    self.bench = bench
    var options = VirtualReaderOptions()
    options.faults = faults
    reader = try bench.reader(options)
    box = TagBox(series: series, for: bench.job, badTags: 0, Splitmix64(seed: 1))
    tag = try box.take()
    program = try bench.write(on: [reader])
    box.trigger.arm(program.group, signals)
    try hear("ready")
    try box.lay(tag, on: reader.virtual)
  }

  /// Listens until an event comes, or the end.
  func hear(_ name: String) throws {
    while let line = program.nextLine(), try note(line) != name {}
  }

  /// Notes what comes within a time.
  func listen(for time: Duration) throws {
    let end = ContinuousClock.now + time
    while case .line(let line) = program.listen(for: end - .now) { _ = try note(line) }
  }

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

  /// What was said of tags, in the order in which it was said.
  var words: [String] {
    events.compactMap { event in
      guard event["event"]?.string == "tag" else { return nil }
      return "\(event["row"]?.string ?? "-") \(event["outcome"]?.string ?? "")"
    }
  }

  /// The last sentence.
  var sentence: String? { events.last?["words"]?.string }
}
