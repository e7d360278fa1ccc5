// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import StrictJSON
import TagReading
import TestSupport
import VirtualReader

/// `tagpress write` with virtual readers and a hand that is always there in time: what a tag costs
/// the host, and what four readers are worth beside one.
func writingJobs() throws -> [Row] {
  let processor = try blocks(of: 100, onReaders: 1, isRealTime: false) {
    ProcessorTime.of(process: $0)
  }
  let start = ContinuousClock.now
  let wall: (pid_t) -> Double = { _ in (ContinuousClock.now - start) / .seconds(1) }
  let one = 5 / Figures(try blocks(of: 5, onReaders: 1, isRealTime: true, by: wall)).median
  let four = 20 / Figures(try blocks(of: 20, onReaders: 4, isRealTime: true, by: wall)).median
  let whole = Figures(processor).median / 100
  let reader = Figures(try readerAlone(blocksOf: 100)).median / 100
  return [
    Row(
      "`write --json`: processor time of the program for a tag", shown(whole * 1000, "ms"),
      beside: "what libnfc does for it, from one tag to the next: \(shown(reader * 1000, "ms"))"),
    Row("what is left of it for ledger and engine", shown((whole - reader) * 1000, "ms")),
    Row(
      "`write` with 4 readers that take as long as real ones", shown(four, "tags/s"),
      beside: "with 1: \(shown(one, "tags/s"))", timesBetter: four / one),
  ]
}

/// The processor time of the host for what a job does with its reader, in blocks of tags.
private func readerAlone(blocksOf size: Int) throws -> [Double] {
  let virtual = try VirtualReader()
  defer { virtual.stop() }
  let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
  let never = StopFlag()
  return try (0..<runs).map { block in
    var used = 0.0
    for number in 0..<size {
      let id = try placeTag(in: virtual, numbered: block * size + number)
      let start = ProcessorTime.ofThread
      let link = "https://go.example.com/s/abcdefgh\(number)"
      let tag = try put(link, with: reader, lookingForSecondTag: true)
      virtual.discard(id)
      // As a job waits: until the tag is surely gone, and one look in vain for each kind of tag.
      try reader.waitForRemoval(of: tag, unless: never, looks: 3, rest: .zero)
      for family in TagFamily.allCases { _ = try reader.select(family) }
      used += ProcessorTime.ofThread - start
    }
    return used
  }
}

/// What one run of the program used up for each block of tags, by a clock that is given the
/// program's process.
///
/// Before the first of these blocks another one is written, which has the start of the program and
/// the making of the ledger.
private func blocks(
  of size: Int, onReaders count: Int, isRealTime: Bool, by clock: (pid_t) -> Double
) throws -> [Double] {
  var options = VirtualReaderOptions()
  options.isRealTime = isRealTime
  var virtuals: [VirtualReader] = []
  for _ in 0..<count { virtuals.append(try VirtualReader(options)) }
  defer { for virtual in virtuals { virtual.stop() } }
  let folder = try TemporaryDirectory()
  // Some rows more, so that every reader has work until the last block is over.
  try folder.write(manifest(rows: (runs + 1) * size + 2 * count), to: "job.xml")
  let names = virtuals.flatMap { ["--reader", "pn532_uart:\($0.path)"] }
  let program = try BackgroundProgram(
    builtTool, ["write", "--json"] + names + ["job.xml"], directory: folder.path)

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
      lying[reader] = try placeTag(in: virtuals[reader], numbered: tagsLaid)
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
  guard result.exit == .code(0), marks.count > runs else { throw FailedRun(result: result) }
  return zip(marks, marks.dropFirst()).prefix(runs).map { before, after in after - before }
}

/// On a new tag that lies still every word but OK is a mistake.
private struct UnexpectedEvent: Error {
  let line: String
}

/// A job of so many plain links.
func manifest(rows: Int) -> String {
  """
  <job xmlns="urn:tagpress:job:1" id="bench">
    <link>https://go.example.com/s/abcdefgh{number}</link>
    <tags chips="NTAG213"/>
    <rows count="\(rows)" id="n{number}"/>
  </job>

  """
}
