// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What was exchanged, and how long it would have taken on real hardware by the model.
package struct Counters: Hashable, Sendable {
  package var hostCommands = 0
  package var radioFrames = 0
  /// Everything that the host sent, acknowledgements and wake-up bytes included.
  package var bytesFromHost = 0
  package var bytesToHost = 0
  package var programmedPages = 0
  /// What went wrong by the plan: in exchanges, in writes, and with tags that were placed.
  package var faults = 0
  package var modelled = Duration.zero

  package init() {}

  package static func + (left: Counters, right: Counters) -> Counters {
    var sum = left
    sum.hostCommands += right.hostCommands
    sum.radioFrames += right.radioFrames
    sum.bytesFromHost += right.bytesFromHost
    sum.bytesToHost += right.bytesToHost
    sum.programmedPages += right.programmedPages
    sum.faults += right.faults
    sum.modelled += right.modelled
    return sum
  }
}
