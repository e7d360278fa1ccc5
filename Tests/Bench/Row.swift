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
}

/// The whole page, as docs/benchmarks.md keeps it.
func page(_ rows: [Row], measuredOn machine: Machine) -> String {
  let lines = rows.map { row in
    let times = row.timesBetter.map { decimal($0, places: 2) } ?? ""
    return "| \(row.what) | \(row.ours) | \(row.beside) | \(times) |"
  }
  return """
    # Measured

    `make bench` measures everything below anew and writes this page. Each figure is the median of \(runs)
    runs, or of \(runs) parts of a long one. What a figure is held against is measured in turn with it in
    the same runs where that can be; "times better" is the ratio of the two, and below 1 the other
    one wins.

    \(machine.description)

    | what | TagPress | beside it | times better |
    |---|---|---|---|
    \(lines.joined(separator: "\n"))

    "Modelled" is what the virtual reader books for the serial line at 115200 baud, the radio and
    4.0 ms for each programmed page, without the firmware's own time: about 2 ms more for each
    command by public traces. For ISO 15693, "on the air" is the radio and 4.0 ms for each written block
    alone: no USB, no driver and no firmware of a reader is in it. No real reader was measured.

    """
}
