// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

/// What the host and the radio did for one tag, from the select on, without opening and closing.
struct Cost: CustomStringConvertible {
  let commands: Int
  let bytes: Int
  let time: Double
  /// What the host's processor did for it.
  var processor: Double

  init(from start: Counters, to end: Counters, processor: Double) {
    commands = end.hostCommands - start.hostCommands
    bytes = end.bytesFromHost + end.bytesToHost - start.bytesFromHost - start.bytesToHost
    time = (end.modelled - start.modelled) / .seconds(1)
    self.processor = processor
  }

  /// What this thread does, by a virtual reader's counters.
  init(on virtual: VirtualReader, of work: () throws -> Void) rethrows {
    let (start, processor) = (virtual.counters, ProcessorTime.ofThread)
    try work()
    self.init(
      from: start, to: virtual.counters, processor: ProcessorTime.ofThread - processor)
  }

  /// The middle one of several runs: their counts are alike, unless libnfc had to ask again.
  static func ofRuns(_ measure: () throws -> Cost) rethrows -> Cost {
    let costs = try (0..<runs).map { _ in try measure() }
    var middle = costs.sorted { $0.time < $1.time }[runs / 2]
    middle.processor = Figures(costs.map(\.processor)).median
    return middle
  }

  var description: String {
    """
    \(commands) commands, \(bytes) bytes, \(decimal(time * 1000, places: 1)) ms modelled, \
    \(shown(processor * 1000, "ms")) of processor
    """
  }
}
