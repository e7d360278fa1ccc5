// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import NDEF
import PN532Protocol
import TagReading
import VirtualReader

/// What it costs to write a 40-character link onto a new NTAG213 and to verify it.
///
/// Everything here comes from the virtual reader's counters, so one run is as good as nine.
func writing() throws -> [Row] {
  let fewest = try cost { reader in
    try throughLibNFC(reader) { exchange in
      _ = try exchange([0x60])
      _ = try exchange([0x3A, 4, 15])
      for page in pagesThatDiffer { _ = try exchange(write(page)) }
      _ = try exchange([0x3A, 4, 15])
    }
  }
  let naive = try cost { reader in
    try throughLibNFC(reader) { exchange in
      _ = try exchange([0x30, 3])
      for page in 0..<pages.count { _ = try exchange(write(page)) }
      for page in stride(from: 4, to: 4 + pages.count, by: 4) {
        _ = try exchange([0x30, UInt8(page)])
      }
    }
  }
  let floor = try cost { reader in
    let host = try BareHost(reader.path)
    let start = reader.counters
    try host.ask(.inListPassiveTarget(maximum: 1, .typeA, initiatorData: []))
    try host.ask(.inCommunicateThru([0x60]))
    try host.ask(.inCommunicateThru([0x3A, 4, 15]))
    for page in pagesThatDiffer { try host.ask(.inDataExchange(target: 1, data: write(page))) }
    try host.ask(.inCommunicateThru([0x3A, 4, 15]))
    return Cost(from: start, to: reader.counters)
  }
  let what = "new NTAG213, 40-character link, written and verified"
  return [
    Row(
      "\(what): fewest commands through libnfc, by hand", fewest.description,
      beside: "naive writer through libnfc: \(naive)", timesBetter: naive.time / fewest.time),
    Row(
      "the same, beside the floor", fewest.description, beside: "floor, without libnfc: \(floor)",
      timesBetter: floor.time / fewest.time),
  ]
}

/// The user pages from page 4 on: the factory's lock control TLV, then the link.
private let pages: [[UInt8]] = {
  let link = "https://go.example.com/s/abcdefghijklmno"
  let message = (try? NDEFMessage([.uri(link)]).encoded()) ?? []
  let area =
    [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, UInt8(truncatingIfNeeded: message.count)] + message
    + [0xFE]
  return stride(from: 0, to: area.count, by: 4).map { start in
    let page = Array(area[start..<min(start + 4, area.count)])
    return page + [UInt8](repeating: 0, count: 4 - page.count)
  }
}()

/// Page 4 is as the factory left it; the page with the length comes last.
private var pagesThatDiffer: [Int] { Array(2..<pages.count) + [1] }

private func write(_ page: Int) -> [UInt8] {
  [0xA2, UInt8(4 + page)] + pages[page]
}

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

/// What `work` costs on a reader with a new tag.
private func cost(of work: (VirtualReader) throws -> Cost) throws -> Cost {
  var options = VirtualReaderOptions()
  options.time = TimeModel(perCommand: .zero)
  let reader = try VirtualReader(options)
  defer { reader.stop() }
  try placeTag(in: reader)
  return try work(reader)
}

/// Opens the reader by libnfc, and counts from the select on, without opening and closing.
private func throughLibNFC(
  _ virtual: VirtualReader, _ work: (_ exchange: ([UInt8]) throws -> [UInt8]) throws -> Void
) throws -> Cost {
  let reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
  return try withExtendedLifetime(reader) {
    let start = virtual.counters
    guard try reader.select(.typeA) != nil else { throw NoReader() }
    try work { try reader.exchange($0) }
    return Cost(from: start, to: virtual.counters)
  }
}
