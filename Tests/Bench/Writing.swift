// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import NDEF
import TagReading
import VirtualReader

/// What it costs to have a 40-character link on a tag, verified: compared with a naive writer, with
/// the least that it could cost, and with nfcpy.
func writing() throws -> [Row] {
  let naive = try Cost.ofRuns { try costByNaiveWriter(on: .ntag213) }
  let new = try Cost.ofRuns { try costByTagPress(on: .ntag213) }
  let floor = try Cost.ofRuns { try costByHand() }
  func beside(_ naive: Cost, _ what: String, _ cost: Cost) -> Row {
    Row(
      what, cost.description, beside: "naive writer through libnfc: \(naive)",
      timesBetter: naive.time / cost.time)
  }
  var rows = [
    beside(naive, "40-character link onto a new NTAG213, verified", new),
    Row(
      "the same, beside the floor", new.description, beside: "floor, by hand: \(floor)",
      timesBetter: floor.time / new.time),
    beside(
      naive, "the same with a look for a second tag, as `put` does it",
      try Cost.ofRuns { try costByTagPress(on: .ntag213, lookingForSecondTag: true) }),
    beside(
      naive, "over a link that differs at its end",
      try Cost.ofRuns { try costByTagPress(on: .ntag213, over: differing) }),
    beside(
      naive, "over the same link",
      try Cost.ofRuns { try costByTagPress(on: .ntag213, over: link) }),
  ]
  for tag in [NewTag.felicaLiteS, .ntag424, .desfire] {
    rows.append(
      beside(
        try Cost.ofRuns { try costByNaiveWriter(on: tag) },
        "40-character link onto a new \(tag.name), verified",
        try Cost.ofRuns { try costByTagPress(on: tag) }))
  }
  for tag in [NewTag.ntag213, .felicaLiteS, .ntag424, .desfire] {
    rows += [
      try besideNFCPy(
        "40-character link onto a new \(tag.name), on the faster line", tag, over: nil),
      try besideNFCPy(
        "over a link that differs at its end on \(tag.name), on the faster line", tag,
        over: differing),
      try besideNFCPy("over the same link on \(tag.name), on the faster line", tag, over: link),
    ]
  }
  return rows
}

let link = "https://go.example.com/s/abcdefghijklmno"
private let differing = "https://go.example.com/s/abcdefghijklxyz"

/// nfcpy writes at 921600 baud, its own choice, and does not read back; we at 460800, and do.
private func besideNFCPy(_ what: String, _ tag: NewTag, over before: String?) throws -> Row {
  let ours = try Cost.ofRuns { try costByTagPress(on: tag, over: before, speed: 460_800) }
  guard let nfcpy = NFCPy() else {
    return Row(what, ours.description, beside: "nfcpy: not installed")
  }
  let theirs = try Cost.ofRuns { try nfcpy.cost(on: tag, over: before) }
  return Row(
    what, ours.description, beside: "nfcpy, which does not read back: \(theirs)",
    timesBetter: theirs.time / ours.time)
}

private func costByTagPress(
  on tag: NewTag, over before: String? = nil, lookingForSecondTag: Bool = false,
  speed: Int = ReaderName.usualSpeed
) throws -> Cost {
  try withNew(tag) { virtual, id in
    let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path):\(speed)"))
    if let before {
      guard let tag = try reader.select(tag.family) else { throw NoReader() }
      try put(before, on: tag, with: reader)
      virtual.lift(id)
      // So that the reader, too, takes it for one that comes.
      _ = try reader.select(tag.technology.family)
      virtual.putBack(id)
    }
    return try withExtendedLifetime(reader) {
      try Cost(on: virtual) {
        guard let tag = try reader.select(tag.family) else { throw NoReader() }
        if lookingForSecondTag { try reader.requireNoneBeside(tag) }
        try put(link, on: tag, with: reader)
      }
    }
  }
}

/// Does with a tag what a job or `put` does with it.
func put(_ link: String, on tag: TagInField, with reader: any TagReader) throws {
  _ = try openTag(tag, on: reader).put(TagOrder(message: message(link)))
}

func message(_ link: String) throws -> [UInt8] {
  try NDEFMessage([.uri(link)]).encoded()
}

/// Lets `work` have a virtual reader with a new tag, whose model has no time for the firmware.
func withNew<Result>(
  _ tag: NewTag, _ work: (VirtualReader, TagID) throws -> Result
) throws -> Result {
  var options = VirtualReaderOptions()
  options.time = TimeModel(perCommand: .zero)
  let reader = try VirtualReader(options)
  defer { reader.stop() }
  return try work(reader, try place(tag, in: reader))
}
