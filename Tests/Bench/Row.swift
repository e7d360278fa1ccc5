// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One line of the table: what TagPress does, and what it is held against.
struct Row {
  let what: String
  let ours: String
  let beside: String
  /// How many times better TagPress is than what it is held against; below 1 it loses.
  var timesBetter: Double?

  init(_ what: String, _ ours: String, beside: String = "", timesBetter: Double? = nil) {
    self.what = what
    self.ours = ours
    self.beside = beside
    self.timesBetter = timesBetter
  }

  /// Its line in the table.
  var line: String {
    let times = timesBetter.map { decimal($0, places: 2) } ?? ""
    return "| \(what) | \(ours) | \(beside) | \(times) |"
  }
}

/// The whole page, as docs/benchmarks.md keeps it.
func page(_ rows: [Row], measuredOn machine: Machine) -> String {
  """
  # Measured

  `make bench` measures everything below anew and writes this page. Each figure is the median of \(runs)
  runs, or of \(runs) parts of a long one. Where possible, each pair to compare is measured by turns in the
  same runs. "Times better" is the ratio of the two; below 1 the other one wins.

  \(machine.description)

  | what | TagPress | beside it | times better |
  |---|---|---|---|
  \(rows.map(\.line).joined(separator: "\n"))

  "Modelled" is the time that the virtual reader counts for the serial line at 115200 baud, the radio
  and 4.0 ms for each programmed page. It leaves out the firmware's own time, which public traces put at
  about 2 ms more per command. For ISO 15693, "on the air" is only the radio and 4.0 ms for each written
  block, without the USB, driver and firmware of a reader. No real reader was measured.

  """
}
