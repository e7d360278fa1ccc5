// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import PrintedLabels

/// What is printed on, and where it goes.
package final class LabelPlan {
  package enum Form {
    case sheets(LabelSheet, name: String?, first: Int, frames: Bool)
    case printer(ZPLLabels.Density)
    case pictures
  }

  package let output: String
  package let form: Form
  package let label: Extent
  package let tag: TagPlace?
  /// How many pages there are, once they are drawn.
  package var pages: Int?

  package init(_ output: String, _ form: Form, label: Extent, tag: TagPlace?) {
    (self.output, self.form, self.label, self.tag) = (output, form, label, tag)
  }

  package var isPictures: Bool {
    if case .pictures = form { true } else { false }
  }

  /// What was made, and how it is to be printed.
  package func words(_ labels: Int) -> String {
    let place = output == "-" ? "" : ": \(visible(output))"
    switch form {
    case .sheets(let sheet, let name, _, _):
      let paper = name.map { "of \($0)" } ?? "with \(count(sheet.count, "label")) each"
      return """
        \(count(grouped: labels, "label")) on \(count(grouped: pages ?? 0, "page")) \(paper)\(place)
        Print at 100 %, without fitting to the page.
        """
    case .printer:
      return """
        \(count(grouped: labels, "label")) of \(label.words) for a label printer\(place)
        """
    case .pictures: return "\(count(grouped: labels, "SVG file")) of \(label.words)\(place)"
    }
  }
}
