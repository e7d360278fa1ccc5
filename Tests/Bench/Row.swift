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
    runs, or of \(runs) parts of a long one. Where possible, each pair to compare is measured by turns in the
    same runs. "Times better" is the ratio of the two; below 1 the other one wins.

    \(machine.description)

    | what | TagPress | beside it | times better |
    |---|---|---|---|
    \(lines.joined(separator: "\n"))

    "Modelled" is the time that the virtual reader counts for the serial line at 115200 baud, the radio
    and 4.0 ms for each programmed page. It leaves out the firmware's own time, which public traces put at
    about 2 ms more per command. For ISO 15693, "on the air" is only the radio and 4.0 ms for each written
    block, without the USB, driver and firmware of a reader. No real reader was measured.

    A debug build of `write` that waits for a tag, with its driver, took 1.5 % of a processor on a serial line at 460800
    baud, 1.8 % at 115200 and 1.1 % with an ACR122U through a stand-in for libusb; at 460800 baud 2.3 % in a job that
    takes any chip. This was measured by hand, in virtual real time.

    """
}
