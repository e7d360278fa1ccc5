// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport

/// `tagpress rehearse` of 100,000 tags: whether it gets slower, or needs more memory, on its way.
///
/// That takes minutes, so it is done once, and only when `TAGPRESS_BENCH_LONG=1` asks for it.
func rehearsingJobs() throws -> [Row] {
  let speed = try rehearsingSpeed()
  guard environmentVariable("TAGPRESS_BENCH_LONG") == "1" else {
    return [speed, Row("`rehearse` of 100,000 tags", "only with `TAGPRESS_BENCH_LONG=1`")]
  }
  let folder = try TemporaryDirectory()
  let job = try folder.write(manifest(rows: 100_000), to: "job.xml")
  let events = folder.path(of: "events.jsonl")
  func rehearse(_ tags: Int) -> [String] {
    [builtTool, "rehearse", "--json", "--tags", String(tags), job]
  }
  let few = try peakMemory(rehearse(10_000), timeLimit: .seconds(3_600))
  let many = try peakMemory(rehearse(100_000), to: events, timeLimit: .seconds(3_600))
  let tags = try contents(of: events).split(separator: UInt8(ascii: "\n"))
    .filter { $0.starts(with: #"{"event":"tag","outcome":"OK""#.utf8) }
  guard tags.count == 100_000 else { throw MissingTags(count: tags.count) }
  let first = try time(from: tags[0], to: tags[9_999])
  let last = try time(from: tags[90_000], to: tags[99_999])
  return [
    speed,
    Row(
      "`rehearse` of 100,000 tags: its last 10,000", shown(last, "s"),
      beside: "its first 10,000: \(shown(first, "s"))", timesBetter: first / last),
    Row("memory of that at most", many, beside: "of 10,000 tags: \(few)"),
  ]
}

/// How many virtual tags a second a rehearsal writes, with its own start and end.
private func rehearsingSpeed() throws -> Row {
  let folder = try TemporaryDirectory()
  let job = try folder.write(manifest(rows: 1_000), to: "job.xml")
  let time = try medianOfRuns {
    try seconds {
      let result = try run(builtTool, ["rehearse", "--json", job])
      guard result.exit == .code(0) else { throw FailedRun(result: result) }
    }
  }
  return Row("`rehearse` of 1,000 tags", shown(1_000 / time, "tags/s"))
}

/// A rehearsal without faults has one OK for each tag.
private struct MissingTags: Error {
  let count: Int
}

/// The seconds from the beginning of one tag to the end of another, by the program's own words.
private func time(from first: ArraySlice<UInt8>, to last: ArraySlice<UInt8>) throws -> Double {
  let day = 86_400.0
  let began = try secondOfDay("began", of: first)
  let ended = try secondOfDay("ended", of: last)
  // Midnight may lie between them.
  return (ended - began + day).truncatingRemainder(dividingBy: day)
}

/// "2026-11-21T19:17:58.379Z", without the day.
private func secondOfDay(_ name: String, of line: ArraySlice<UInt8>) throws -> Double {
  let text = try JSONDocument(reading: Array(line)).root[name]?.string ?? ""
  let parts = text.dropFirst(11).dropLast().split(separator: ":").map { Double($0) ?? .nan }
  guard parts.count == 3 else { return .nan }
  return parts[0] * 3600 + parts[1] * 60 + parts[2]
}
