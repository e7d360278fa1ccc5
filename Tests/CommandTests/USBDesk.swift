// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PretendedMachine
import TestSupport
import Testing
import VirtualReader

/// One tag of each type that readers on USB reach.
enum USBTag: CaseIterable {
  case type2, type3, type4

  var uid: String {
    switch self {
    case .type2, .type4: "04123456789ABC"
    case .type3: "012E3456789ABCDE"
    }
  }

  /// How many writes the link takes.
  var writes: Int {
    switch self {
    case .type2: 7
    case .type3: 4
    case .type4: 1
    }
  }

  func chip() throws -> any VirtualChip {
    switch self {
    case .type2: try #require(VirtualType2Chip(.ntag213, uid: hex(uid)))
    case .type3: try #require(VirtualFelicaLiteChip(idm: hex(uid)))
    case .type4: try #require(VirtualType4Chip(.ntag424, uid: hex(uid)))
    }
  }
}

private func hex(_ text: String) -> [UInt8] {
  var rest = text[...]
  var bytes: [UInt8] = []
  while let byte = UInt8(rest.prefix(2), radix: 16) {
    bytes.append(byte)
    rest = rest.dropFirst(2)
  }
  return bytes
}

/// A machine with one reader in its first USB socket, and one tag on that.
struct USBDesk {
  static let link = "https://go.example.com/s/1"

  let machine: PretendedMachine
  let reader: VirtualReader
  let tag: TagID
  private let kind: USBTag

  init(_ model: USBReaderModel, tag kind: USBTag, faults: FaultPlan = .none) throws {
    machine = try PretendedMachine()
    reader = try machine.plug(model, VirtualReaderOptions(faults: faults))
    tag = try reader.place { try kind.chip() }
    self.kind = kind
  }

  func tagpress(_ arguments: String...) throws -> ProcessResult { try tagpress(arguments) }

  func tagpress(_ arguments: [String], timeLimit: Duration = .seconds(60)) throws -> ProcessResult {
    try run(
      builtTool, arguments, environment: machine.environment(), directory: machine.folder.path,
      timeLimit: timeLimit)
  }

  func put(_ options: String...) throws -> ProcessResult {
    try tagpress(
      ["put", "--reader", "usb:1-1", "--allow-reserved-hosts"] + options + [Self.link])
  }

  /// What the tag's memory holds.
  var content: [String] { Self.content(reader.state(of: tag)) }

  private static func content(_ state: [UInt8]?) -> [String] {
    String(decoding: state ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
      // Blocks of FeliCa from 80 on are the chip's own, such as how often it was written.
      .filter { line in ["page ", "block 0", "file "].contains { line.hasPrefix($0) } }
  }

  /// What each tag's memory holds with the link, written over a serial line.
  static let good: [USBTag: [String]] = {
    var good: [USBTag: [String]] = [:]
    for kind in USBTag.allCases {
      guard let folder = try? TemporaryDirectory(), let reader = try? VirtualReader(),
        let tag = try? reader.place({ try kind.chip() }),
        let result = try? run(
          builtTool, ["put", link], environment: ["LIBNFC_DEVICE": "pn532_uart:\(reader.path)"],
          directory: folder.path), result.exit == .code(0)
      else { continue }
      good[kind] = content(reader.state(of: tag))
    }
    return good
  }()

  /// How many commands of the chip a put takes when nothing goes wrong.
  static func commands(of kind: USBTag, on model: USBReaderModel) throws -> Int {
    let desk = try USBDesk(model, tag: kind)
    let put = try desk.put()
    #expect(put.exit == .code(0), "\(put)")
    return desk.reader.counters.hostCommands
  }

  /// Whatever was said, it is not OK unless the tag is right.
  func expectTrueOK(of result: ProcessResult) {
    if let mistake = mistake(in: result) { Issue.record(Comment(rawValue: mistake)) }
  }

  func mistake(in result: ProcessResult) -> String? {
    if case .signal(let signal) = result.exit { return "signal \(signal): \(result)" }
    let isOK = result.exit == .code(0) || result.output.hasPrefix("OK")
    return !isOK || content == Self.good[kind] ? nil : "not as it should be: \(result)"
  }

  func waitUntilPlugged() throws {
    let end = ContinuousClock.now + .seconds(60)
    while machine.name() == nil {
      try #require(ContinuousClock.now < end)
      usleep(1_000)
    }
  }
}
