// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import VirtualReader

/// `tagpress write` with virtual readers and a hand that is always there in time: what a tag costs
/// the host, and what several readers are worth compared with one.
func writingJobs() throws -> [Row] {
  let (whole, reader) = try mediansOfRuns {
    try processorTime(ofTags: 200, by: .write)
  } beside: {
    try processorTime(ofTags: 200, by: .readerAlone)
  }
  let one = try tagsPerSecond(onReaders: 1)
  return [
    Row(
      "`write --json`: processor time of the program for a tag, without its reader's driver",
      shown(whole * 1000, "ms"),
      beside: "one that does as much with its reader, and no more: \(shown(reader * 1000, "ms"))"),
    Row("what is left of it for ledger and engine", shown((whole - reader) * 1000, "ms")),
  ]
    + (try [2, 4, 8].map { count in
      let several = try tagsPerSecond(onReaders: count)
      return Row(
        "`write` with \(count) readers that take as long as real ones", shown(several, "tags/s"),
        beside: "with 1: \(shown(one, "tags/s"))", timesBetter: several / one)
    })
}

/// A program that takes one tag after the other, and tells what it does as `write --json` does.
private enum Work {
  case write
  /// This program, which then does with its one reader what a job does with it.
  case readerAlone

  func start(tags: Int, ports: [String], in folder: String) throws -> BackgroundProgram {
    switch self {
    case .write:
      let readers = ports.flatMap { ["--reader", "pn532_uart:\($0)"] }
      return try BackgroundProgram(
        builtTool, ["write", "--json"] + readers + ["job.xml"], directory: folder)
    case .readerAlone:
      return try BackgroundProgram(ownPath, [putTagsCommand, String(tags)] + ports)
    }
  }
}

private func processorTime(ofTags count: Int, by work: Work) throws -> Double {
  let marks = try marks(
    of: 1, blocksOf: count, by: work, onReaders: 1, isRealTime: false, ProcessorTime.of(process:))
  return marks[0] / Double(count)
}

private func tagsPerSecond(onReaders count: Int) throws -> Double {
  let start = ContinuousClock.now
  let size = 10 * count
  let seconds = try marks(
    of: runs, blocksOf: size, by: .write, onReaders: count, isRealTime: true
  ) { _ in
    (ContinuousClock.now - start) / .seconds(1)
  }
  return Double(size) / Figures(seconds).median
}

/// What a program used up for each of several blocks of tags, by a clock that is given its process.
///
/// Before the first of these blocks another one is written, which has the start of the program and
/// the making of the ledger.
private func marks(
  of blocks: Int, blocksOf size: Int, by work: Work, onReaders count: Int, isRealTime: Bool,
  _ clock: (pid_t) -> Double
) throws -> [Double] {
  var options = VirtualReaderOptions()
  options.isRealTime = isRealTime
  var virtuals: [VirtualReader] = []
  for _ in 0..<count { virtuals.append(try VirtualReader(options)) }
  defer { for virtual in virtuals { virtual.stop() } }
  let folder = try TemporaryDirectory()
  // Some rows more, so that every reader has work until the last block is over.
  let rows = (blocks + 1) * size + 2 * count
  try folder.write(manifest(rows: rows), to: "job.xml")
  let program = try work.start(tags: rows, ports: virtuals.map(\.path), in: folder.path)

  var marks: [Double] = []
  var tagsLaid = 0
  var tagsDone = 0
  var lying: [Int: TagID] = [:]
  while let line = program.nextLine() {
    let event = try JSONDocument(reading: Array(line.utf8)).root
    guard let reader = event["reader"]?.number?.int else { continue }
    switch event["event"]?.string {
    case "ready" where lying[reader] == nil:
      tagsLaid += 1
      lying[reader] = try place(in: virtuals[reader], numbered: tagsLaid)
    case "tag":
      guard event["outcome"]?.string == "OK", let tag = lying.removeValue(forKey: reader) else {
        throw UnexpectedEvent(line: line)
      }
      virtuals[reader].lift(tag)
      virtuals[reader].discard(tag)
      tagsDone += 1
      if tagsDone % size == 0 { marks.append(clock(program.group)) }
    default: break
    }
  }
  let result = try program.finish()
  guard result.exit == .code(0), marks.count > blocks else { throw FailedRun(result: result) }
  return zip(marks, marks.dropFirst()).prefix(blocks).map { before, after in after - before }
}

/// On a new tag that does not move, every word but OK is a mistake.
struct UnexpectedEvent: Error {
  let line: String
}

/// A job of this many plain links.
func manifest(
  rows: Int, link: String = "https://go.example.com/s/abcdefgh{number}"
) -> String {
  """
  <job xmlns="urn:tagpress:job:1" id="bench">
    <link>\(link)</link>
    <tags chips="NTAG213"/>
    <rows count="\(rows)" id="n{number}"/>
  </job>

  """
}
