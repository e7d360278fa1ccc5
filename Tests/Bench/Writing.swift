// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import NDEF
import PN532Protocol
import TagReading
import TestSupport
import VirtualReader

/// What it costs to have a 40-character link on an NTAG213, verified.
///
/// Everything here comes from the virtual reader's counters, so one run is as good as nine.
func writing() throws -> [Row] {
  let link = "https://go.example.com/s/abcdefghijklmno"
  let new = try costByTagPress(link)
  let naive = try costByNaiveWriter(link)
  let floor = try floor(of: link)
  func besideNaive(_ what: String, _ cost: Cost) -> Row {
    Row(
      what, cost.description, beside: "naive writer through libnfc: \(naive)",
      timesBetter: naive.time / cost.time)
  }
  return [
    besideNaive("40-character link onto a new NTAG213, verified", new),
    Row(
      "the same, beside the floor", new.description, beside: "floor, by hand: \(floor)",
      timesBetter: floor.time / new.time),
    besideNaive(
      "the same with a look for a second tag, as `put` does it",
      try costByTagPress(link, lookingForSecondTag: true)),
    besideNaive(
      "where a link is that differs at its end",
      try costByTagPress(link, over: "https://go.example.com/s/abcdefghijklxyz")),
    besideNaive("where the link is already", try costByTagPress(link, over: link)),
    try besideNFCPy("40-character link onto a new NTAG213, on the faster line", link, over: nil),
    try besideNFCPy(
      "where a link is that differs at its end, on the faster line", link,
      over: "https://go.example.com/s/abcdefghijklxyz"),
    try besideNFCPy("where the link is already, on the faster line", link, over: link),
  ]
}

/// nfcpy writes at 921600 baud, its own choice, and does not read back; we at 460800, and do.
private func besideNFCPy(_ what: String, _ link: String, over before: String?) throws -> Row {
  let ours = try costByTagPress(link, over: before, speed: 460_800)
  guard let theirs = try costByNFCPy(link, over: before) else {
    return Row(what, ours.description, beside: "nfcpy: not installed")
  }
  return Row(
    what, ours.description, beside: "nfcpy, which does not read back: \(theirs)",
    timesBetter: theirs.time / ours.time)
}

/// What the host and the radio did for one tag, from the select on, without opening and closing.
private struct Cost: CustomStringConvertible {
  let commands: Int
  let bytes: Int
  let time: Double

  init(from start: Counters, to end: Counters) {
    commands = end.hostCommands - start.hostCommands
    bytes = end.bytesFromHost + end.bytesToHost - start.bytesFromHost - start.bytesToHost
    time = (end.modelled - start.modelled) / .seconds(1)
  }

  var description: String {
    "\(commands) commands, \(bytes) bytes, \(decimal(time * 1000, places: 1)) ms modelled"
  }
}

private func costByTagPress(
  _ link: String, over before: String? = nil, lookingForSecondTag: Bool = false,
  speed: Int = ReaderName.usualSpeed
) throws -> Cost {
  try withNewTag { virtual in
    let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path):\(speed)"))
    if let before { try put(before, with: reader, lookingForSecondTag: lookingForSecondTag) }
    return try withExtendedLifetime(reader) {
      let start = virtual.counters
      try put(link, with: reader, lookingForSecondTag: lookingForSecondTag)
      return Cost(from: start, to: virtual.counters)
    }
  }
}

/// Does with the tag that lies there what a job or `put` does with it.
private func put(
  _ link: String, with reader: LibNFCReader, lookingForSecondTag: Bool
) throws {
  guard let tag = try reader.select(.typeA) else { throw NoReader() }
  if lookingForSecondTag { try reader.requireNoneBeside(tag) }
  _ = try Type2Tag(tag, on: reader).put(message(link), [])
}

/// What nfcpy does from the moment at which the tag comes until it says that it has written.
private func costByNFCPy(_ link: String, over before: String?) throws -> Cost? {
  let python = "\(packageRoot)/.build/peers/bin/python"
  guard access(python, X_OK) == 0 else { return nil }
  let folder = try TemporaryDirectory()
  var options = VirtualReaderOptions()
  options.time = TimeModel(perCommand: .zero)
  options.link = folder.path(of: "COM1")
  let virtual = try VirtualReader(options)
  defer { virtual.stop() }
  let text = try message(link).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  let program = try BackgroundProgram(
    python, ["\(packageRoot)/.ci/peers/nfcpy.py", "write", text], directory: folder.path)
  // It has opened the reader and looks for a tag once its commands repeat.
  while virtual.counters.hostCommands < 20 { usleep(10_000) }
  let start = virtual.counters
  try placeTag(in: virtual, holding: before.map(userPages) ?? [])
  _ = try program.finish()
  return Cost(from: start, to: virtual.counters)
}

/// Reads the capability container, writes page by page, and reads back by four pages.
private func costByNaiveWriter(_ link: String) throws -> Cost {
  try withNewTag { virtual in
    let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
    let pages = try userPages(link)
    return try withExtendedLifetime(reader) {
      let start = virtual.counters
      _ = try reader.select(.typeA)
      _ = try reader.exchange([0x30, 3])
      for page in pages { _ = try reader.exchange([0xA2] + page) }
      for page in stride(from: 0, to: pages.count, by: 4) {
        _ = try reader.exchange([0x30, pages[page][0]])
      }
      return Cost(from: start, to: virtual.counters)
    }
  }
}

/// Without libnfc, by someone who knows what is on the tag: which chip it is, what its pages hold,
/// one WRITE for each that differs, what they hold then.
private func floor(of link: String) throws -> Cost {
  try withNewTag { virtual in
    let host = try BareHost(virtual.path)
    let pages = try userPages(link)
    let readAll = Command.inCommunicateThru([0x3A, 4, UInt8(3 + pages.count)])
    let start = virtual.counters
    try host.ask(.inListPassiveTarget(maximum: 1, .typeA, initiatorData: []))
    try host.ask(.inCommunicateThru([0x60]))
    try host.ask(readAll)
    // The first page is as the factory left it; the second has the length and comes last.
    for page in pages.dropFirst(2) + [pages[1]] {
      try host.ask(.inDataExchange(target: 1, data: [0xA2] + page))
    }
    try host.ask(readAll)
    return Cost(from: start, to: virtual.counters)
  }
}

func message(_ link: String) throws -> [UInt8] {
  try NDEFMessage([.uri(link)]).encoded()
}

/// Each user page with its number in front: the factory's lock control TLV, then the link.
private func userPages(_ link: String) throws -> [[UInt8]] {
  let message = try message(link)
  let area =
    [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, UInt8(truncatingIfNeeded: message.count)] + message
    + [0xFE]
  return stride(from: 0, to: area.count, by: 4).map { start in
    let page = Array(area[start...].prefix(4))
    return [UInt8(4 + start / 4)] + page + [UInt8](repeating: 0, count: 4 - page.count)
  }
}

/// Lets `work` have a virtual reader with a new tag, whose model has no time for the firmware.
private func withNewTag(_ work: (VirtualReader) throws -> Cost) throws -> Cost {
  var options = VirtualReaderOptions()
  options.time = TimeModel(perCommand: .zero)
  let reader = try VirtualReader(options)
  defer { reader.stop() }
  try placeTag(in: reader)
  return try work(reader)
}
