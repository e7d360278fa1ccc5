// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import PN532Protocol
import ReaderProcess
import TagReading
import VirtualReader

/// One exchange with a virtual NTAG213, compared with the same command sent without libnfc, and
/// through a driver in a process of its own.
func exchanging() throws -> [Row] {
  let virtual = try (0..<3).map { _ in try VirtualReader() }
  defer { for reader in virtual { reader.stop() } }
  for reader in virtual { try place(in: reader) }
  let (throughLibNFC, direct, throughProcess) = (virtual[0], virtual[1], virtual[2])
  let reader = try LibNFCReader(ReaderName("pn532_uart:\(throughLibNFC.path)"))
  let process = try ReaderProcess("pn532_uart:\(throughProcess.path)")
  guard try reader.select(.typeA) != nil, try process.select(.typeA) != nil else {
    throw NoReader()
  }
  let host = try BareHost(direct.path)
  try host.ask(.inListPassiveTarget(maximum: 1, .typeA, initiatorData: []))

  let commands: [(name: String, tag: [UInt8], bare: Command)] = [
    ("READ, 16 bytes", [0x30, 4], .inDataExchange(target: 1, data: [0x30, 4])),
    ("FAST_READ, 144 bytes", [0x3A, 4, 0x27], .inCommunicateThru([0x3A, 4, 0x27])),
    (
      "WRITE, 4 bytes", [0xA2, 8, 1, 2, 3, 4],
      .inDataExchange(target: 1, data: [0xA2, 8, 1, 2, 3, 4])
    ),
  ]
  return try commands.flatMap { command in
    let ours = Exchanges { _ = try reader.exchange(command.tag) }
    let bare = Exchanges { try host.ask(command.bare) }
    let apart = Exchanges { _ = try process.exchange(command.tag) }
    for _ in 0..<runs {
      try ours.run()
      try bare.run()
      try apart.run()
    }
    return ours.rows(command.name, beside: bare) + [apart.row(besideOneProcess: ours)]
  }
}

/// One kind of exchange, repeated in several runs.
private final class Exchanges {
  private static let inOneRun = 500

  private let exchange: () throws -> Void
  private var medians: [Double] = []
  private var slow: [Double] = []
  private var processor: [Double] = []
  private var processorOfHost: [Double] = []

  init(_ exchange: @escaping () throws -> Void) {
    self.exchange = exchange
  }

  func run() throws {
    let (process, thread) = (ProcessorTime.ofProcess, ProcessorTime.ofThread)
    let times = Figures(try (0..<Self.inOneRun).map { _ in try seconds(exchange) })
    processor.append((ProcessorTime.ofProcess - process) / Double(Self.inOneRun))
    processorOfHost.append((ProcessorTime.ofThread - thread) / Double(Self.inOneRun))
    medians.append(times.median)
    slow.append(times.quantile(0.95))
  }

  func rows(_ name: String, beside bare: Exchanges) -> [Row] {
    [
      Row(
        "one exchange (\(name)): wall time, half / 95 % of them below", wallTime,
        beside: "without libnfc: \(bare.wallTime)", timesBetter: bare.median / median),
      Row(
        "the same: processor time of the host / of the virtual reader", processorTime,
        beside: "without libnfc: \(bare.processorTime)"),
    ]
  }

  /// What the way to another process and back costs, where the driver is.
  func row(besideOneProcess ours: Exchanges) -> Row {
    Row(
      "the same with the driver in a process of its own: wall time", wallTime,
      beside: "in one process: \(ours.wallTime)", timesBetter: ours.median / median)
  }

  private var median: Double { Figures(medians).median }

  private var wallTime: String {
    "\(shown(median * 1e6, "µs")) / \(shown(Figures(slow).median * 1e6, "µs"))"
  }

  private var processorTime: String {
    let host = Figures(processorOfHost).median
    let rest = Figures(processor).median - host
    return "\(shown(host * 1e6, "µs")) / \(shown(rest * 1e6, "µs"))"
  }
}
