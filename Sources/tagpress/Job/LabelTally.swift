// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import PrintedLabels
internal import StrictJSON

/// What became of the rows when their labels were made.
struct LabelTally {
  /// Labels without their copies.
  var labels = 0
  /// How many of them are of rows whose tag is not finished.
  var planned = 0
  var unwritten = 0
  var undecided = 0
  var knownToTag = 0
  var counters = 0
  var found = FoundOnLabels()

  /// Whether a row that was asked for has no label, or not all of its letters.
  var lacksSomething: Bool {
    labels == 0 || undecided + knownToTag + counters > 0 || found.hasErrors
  }

  /// What a person must know of it, a sentence each.
  var remarks: [String] {
    var remarks: [String] = []
    func say(_ number: Int, _ words: (_ have: String, _ rows: String) -> String) {
      guard number > 0 else { return }
      remarks.append(words(number == 1 ? "has" : "have", count(grouped: number, "row")))
    }
    if planned > 0 {
      let whose = planned == 1 ? "is of a row whose tag is" : "are of rows whose tags are"
      remarks.append(
        "\(count(grouped: planned, "label")) \(whose) not written and verified yet.")
    }
    say(unwritten) { have, rows in
      "\(rows) \(have) no label, because no tag is written and verified. --all prints them too."
    }
    say(undecided) { have, rows in
      """
      \(rows) \(have) no label, because the link in the manifest changed after the tag was written. \
      Decide with 'tagpress write --changed keep JOB' or '--changed redo'.
      """
    }
    say(knownToTag) { have, rows in
      """
      \(rows) \(have) no label, because a part of the link is known only when the tag is written. \
      Write first, then print.
      """
    }
    say(counters) { have, rows in
      """
      \(rows) \(have) no label, because the chip puts a counter into the link, so it is another link \
      at each tap. A code cannot do that.
      """
    }
    return remarks + found.entries.map(\.description)
  }

  var json: [(key: String, value: JSONValue)] {
    [
      ("labels", .integer(labels)), ("planned", .integer(planned)),
      (
        "left_out",
        [
          "unwritten": .integer(unwritten), "undecided": .integer(undecided),
          "known_to_tag": .integer(knownToTag), "counter": .integer(counters),
        ]
      ),
      (
        "findings",
        .array(
          found.entries.map { entry in
            [
              "rule": .string(entry.finding.rule), "rows": .integer(entry.rows),
              "first_row": .string(entry.firstRow), "message": .string(entry.description),
            ]
          })
      ),
    ]
  }
}
