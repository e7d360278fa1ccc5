// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Plain
internal import Provisioning

extension Preflight {
  /// A few cells of each column next to the tags' values, for a person who has the sheet open.
  var cellsPage: String {
    guard !samples.isEmpty else {
      return sheets.isEmpty
        ? "The job has no spreadsheet, so there are no cells to compare.\n"
        : "No value of a row without an error gets onto a tag, so there are no cells to compare.\n"
    }
    var lines = ["Compare these cells with what your spreadsheet program shows:"]
    var file: String?
    for sample in samples {
      if sample.file != file {
        file = sample.file
        lines += ["", "  \(visible(sample.file))"]
        lines.append(Self.line("column", "cell", "the sheet shows", "the tag gets", widths))
      }
      lines.append(
        Self.line(
          short(sample.column), short(sample.cell.wholeName), short(sample.text),
          sample.tagText.map { short($0, longest: 240) } ?? "made when the tag is there", widths))
    }
    lines += [
      "",
      "If your program shows something else, the tag would be wrong. Format that column as text, type",
      "what should be there, and check again.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Only the beginning of a long text, because nobody compares a thousand characters.
  private func short(_ text: String, longest: Int = 80) -> String {
    text.count > longest
      ? "\(visible(shortened(text, to: longest))) (\(text.count) characters)" : visible(text)
  }

  private typealias Widths = (column: Int, cell: Int, text: Int)

  private var widths: Widths {
    func width(_ least: String, _ texts: [String]) -> Int {
      (texts + [least]).map(\.count).max().map { min($0, 32) } ?? 0
    }
    return (
      width("column", samples.map { short($0.column) }),
      width("cell", samples.map { short($0.cell.wholeName) }),
      width("the sheet shows", samples.map { short($0.text) })
    )
  }

  private static func line(
    _ column: String, _ cell: String, _ text: String, _ tag: String, _ widths: Widths
  ) -> String {
    "    \(column.padded(to: widths.column))  \(cell.padded(to: widths.cell))  "
      + "\(text.padded(to: widths.text))  \(tag)"
  }
}
