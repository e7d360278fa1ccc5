// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// How long things take: a model to compare programs by, not a data sheet's figure.
package struct TimeModel: Hashable, Sendable {
  /// What the firmware adds to each host command; public traces of real chips show about this much.
  package var perCommand = Duration.milliseconds(2)
  package var perProgrammedPage = Duration.milliseconds(4)

  package init() {}

  package init(perCommand: Duration) {
    self.perCommand = perCommand
  }

  /// A byte on the line is ten bits: start, eight of data, stop.
  func onTheLine(bytes: Int, at speed: SerialSpeed) -> Duration {
    .seconds(bytes * 10) / speed.bitsPerSecond
  }

  /// Full speed, 12 Mbit/s: a packet of up to 64 bytes has 13 more around it.
  static func onUSB(bytes: Int) -> Duration {
    .seconds((bytes + (bytes / 64 + 1) * 13) * 8) / 12_000_000
  }

  package func onTheAir(_ airtime: Airtime) -> Duration {
    .seconds(airtime.carrierPeriods) / Airtime.carrierFrequency
      + perProgrammedPage * airtime.programmedPages
  }
}
