// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import StrictJSON
import TestSupport
import VirtualReader

/// What `tagpress write` costs a machine on which nobody lays a tag.
func waitingForTags() throws -> [Row] {
  let anyChip = manifest(rows: 1).replacing("<tags chips=\"NTAG213\"/>", with: "")
  let cases: [(String, () throws -> TimedReader, String)] = [
    (
      "at \(ReaderName.usualSpeed) baud", { try .serial(at: ReaderName.usualSpeed) },
      manifest(rows: 1)
    ),
    ("at 460800 baud", { try .serial(at: 460_800) }, manifest(rows: 1)),
    ("the same in a job that takes any chip", { try .serial(at: 460_800) }, anyChip),
    ("with an ACR122U on USB", { try .usb(.acr122u) }, manifest(rows: 1)),
  ]
  return try cases.map { words, reader, job in
    let share = try share(ofWaiting: job, on: reader())
    return Row(
      "`write` that waits for a tag, \(words): of one processor, with its driver",
      "\(decimal(share * 100, places: 2)) %")
  }
}

/// The part of one processor that a job and its driver take from the sixth second of waiting on, when a
/// reader looks less often.
private func share(ofWaiting job: String, on reader: TimedReader) throws -> Double {
  defer { reader.virtual.stop() }
  let folder = try TemporaryDirectory()
  let program = try reader.write(job, in: folder)
  while let line = program.nextLine() {
    let event = try JSONDocument(reading: Array(line.utf8)).root
    if event["event"]?.string == "ready" { break }
  }
  sleep(6)
  let (begun, before) = (ContinuousClock.now, processorTime(ofGroup: program.group))
  sleep(20)
  let took = processorTime(ofGroup: program.group) - before
  return took / ((.now - begun) / .seconds(1))
}

/// What all processes of a group have had of processors, in seconds.
private func processorTime(ofGroup group: Int32) -> Double {
  let ticks = names(in: "/proc").filter { Int32($0) != nil }.compactMap { name -> Int? in
    guard let stat = try? contents(of: "/proc/\(name)/stat") else { return nil }
    // The name is in parentheses and may hold a space. Behind it: state, parent, group, and as the 12th
    // and 13th the times in the program and in the kernel.
    let fields =
      String(decoding: stat, as: UTF8.self)
      .split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, Int32(fields[2]) == group, let own = Int(fields[11]),
      let kernel = Int(fields[12])
    else { return nil }
    return own + kernel
  }
  return Double(ticks.reduce(0, +)) / Double(sysconf(Int32(_SC_CLK_TCK)))
}
