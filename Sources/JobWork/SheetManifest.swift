// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import JobManifest
internal import Plain
package import Provisioning
internal import TagMemory

/// The manifest of a job that is made from a spreadsheet, and the rules by which it is made.
package struct SheetManifest {
  /// Why the link is what it is; the person at the terminal and the reader of the file see the same.
  package let linkReason: JobNote
  package let idReason: JobNote
  /// Where the names of the columns are, if that had to be found out.
  package let headerReason: JobNote?
  private let survey: SheetSurvey
  private let encoding: CSVEncoding?
  /// The link with the names of columns in it.
  package let link: String
  private let id: String

  /// The chips that most shops sell, the smallest first.
  package static let chips = ["NTAG213", "NTAG215", "NTAG216"]

  package init(_ survey: SheetSurvey, encoding: CSVEncoding?, link given: String?) {
    self.survey = survey
    self.encoding = encoding
    if let value = survey.valueAsName {
      let value = visible(shortened(value, to: 80))
      headerReason = JobNote(
        .`header-none`,
        "\"\(value)\" in the first row looks like a value, so the columns go by their numbers"
          + " (header=\"none\"). If the first row has their names, write header=\"1\".",
        [("value", value)])
    } else {
      headerReason = survey.likelyHeader.map {
        JobNote(
          .`header-row`,
          "The spreadsheet begins with a title: the names of its columns are in row \($0).",
          [("row", "\($0)")])
      }
    }
    let idColumn = survey.idColumn
    id = idColumn?.variable ?? "number"
    idReason = idColumn.map(Self.reason) ?? Self.reasonWithoutID
    if let given {
      link = given
      linkReason = JobNote(.`link-given`, "The link is the one that you gave.")
    } else if let column = survey.linkColumn {
      let name = column.variable
      link = column.lacksScheme ? "https://{+\(name)}" : "{+\(name)}"
      let others = survey.columns.filter { $0.holdsLinks && $0.variable != name }
      let reason: JobNote.Name =
        switch (column.lacksScheme, others.isEmpty) {
        case (false, true): .`link-column`
        case (false, false): .`link-column-others`
        case (true, true): .`link-column-https`
        case (true, false): .`link-column-https-others`
        }
      linkReason = JobNote(
        reason,
        "The links are the values of the column \(name)"
          + (column.lacksScheme ? ", with https:// before it" : "")
          + (others.isEmpty ? "." : "; there are others in \(list(others.map(\.variable)))."),
        [("column", Self.called(column)), ("others", list(others.map(Self.called)))])
    } else {
      link = "https://go.example.com/{\(id)}"
      let source = idColumn.map { "column \($0.variable)" } ?? "number of the row"
      linkReason = JobNote(
        idColumn == nil ? .`link-made-number` : .`link-made`,
        "In no column are most values links, so the links are made from the \(source): replace "
          + "go.example.com with your own site.",
        [("column", idColumn.map(Self.called) ?? id)])
    }
  }

  /// A column by its heading, as people see it in their sheet.
  private static func called(_ column: SheetSurvey.Column) -> String {
    column.heading.isEmpty ? column.variable : column.heading
  }

  private static let reasonWithoutID = JobNote(
    .`id-number`,
    "No column identifies the rows, perhaps because a row is there twice: the id of a row is its"
      + " number, so add new rows at the end, and delete none.")

  private static func reason(of id: SheetSurvey.Column) -> JobNote {
    let name = id.variable
    guard id.isIncomplete else {
      return JobNote(
        .`id-column`, "No two rows have the same \(name), so that is the id of a row in reports.",
        [("column", called(id))])
    }
    return JobNote(
      .`id-column-blank`,
      "No two rows have the same \(name), so that is the id of a row in reports; but"
        + " \(count(id.blankCount, "row")) \(id.blankCount == 1 ? "has" : "have") none, which needs"
        + " one or is to be deleted.", [("column", called(id)), ("count", grouped(id.blankCount))])
  }

  /// What people see beside the id of a row, as the manifest says it.
  private var labelText: String? {
    let names = survey.labelColumns.map { "{\($0.variable)}" }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// What puts the values into the form that people mean.
  private var cures: String {
    (survey.columns.contains(where: \.needsTrim) ? " trim=\"yes\"" : "")
      + (survey.columns.contains(where: \.needsComposing) ? " nfc=\"yes\"" : "")
  }

  private var sheetAttribute: String {
    survey.sheet.map { " sheet=\"\(xml($0))\"" } ?? ""
  }

  /// What was chosen, and why.
  package var notes: [JobNote] {
    [headerReason, linkReason, idReason].compactMap(\.self) + changes + remarks
  }

  /// What is to be said of a workbook.
  private var remarks: [JobNote] {
    var notes: [JobNote] = []
    if let sheet = survey.sheet, !survey.otherSheets.isEmpty {
      let others = survey.otherSheets.map { other in
        other.name + (other.rowCount.map { " (\(count($0, "row")))" } ?? "")
      }
      notes.append(
        JobNote(
          nil, "The rows are those of the sheet \(visible(sheet)).", cure: .chooseSheet(others)))
    }
    let lacking = survey.columns.filter { $0.formulasWithoutResult > 0 }.map(\.heading)
    if !lacking.isEmpty {
      let columns = visible(list(lacking))
      notes.append(
        JobNote(
          .formulas,
          "The file does not have the results of the formulas in \(columns): open it in a spreadsheet"
            + " program and save it again to use them.", [("columns", columns)]))
    }
    if !survey.labelColumns.isEmpty {
      let names = list(survey.labelColumns.map(Self.called))
      notes.append(
        JobNote(
          .label, "People see \(visible(names)) beside the id of a row.", [("label", names)]))
    }
    if survey.hasMacros {
      notes.append(JobNote(.macros, "The macros of the workbook were not looked at."))
    }
    if survey.hiddenRowCount > 0 {
      let count = grouped(survey.hiddenRowCount)
      notes.append(
        JobNote(
          .`hidden-rows`, "Hidden rows get tags, too (\(count)); delete those that should not.",
          [("count", count)]))
    }
    return notes
  }

  /// What is done to the values of the sheet before they are put into links.
  private var changes: [JobNote] {
    var notes: [JobNote] = []
    if survey.columns.contains(where: \.needsTrim) {
      notes.append(JobNote(.trim, "Spaces at the ends of values are left out."))
    }
    if survey.columns.contains(where: \.needsComposing) {
      notes.append(JobNote(.nfc, "Letters with accents become one character each."))
    }
    return notes
  }

  /// The names of the chips that hold every row.
  package static func chips(holding fits: [ChipFit]) -> [String] {
    fits.filter { $0.rowsTooLarge == 0 }.map(\.chip.name)
  }

  /// The whole file; no comment in it quotes the spreadsheet, whose words could end the comment.
  package func text(
    named name: String, title: String, sheet: String, chips: [String], isGenuine: Bool
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <?xml-model href="job.rng"?>
    <!--
      One tag for each row of a spreadsheet. A name in braces is replaced by the value in its column:
      \(list(survey.columns.map { "{\($0.variable)}" })).

        tagpress check \(name).xml     says what is wrong before any tag is written
        tagpress write \(name).xml     writes one tag after another
    -->
    <job xmlns="urn:tagpress:job:1" id="\(name)" title="\(xml(title))">
      <!-- \(linkReason.words) -->
      <link>\(xml(link))</link>

      <!-- Only empty tags of these kinds are used; any others are left alone. -->
      <tags chips="\(chips.joined(separator: " "))" content="blank"\(isGenuine ? " genuine=\"require\"" : "")/>

      <!-- \(idReason.words) -->
      <rows from="\(xml(sheet))"\(sheetAttribute)\(reading) id="{\(id)}"\(cures)\(label)/>
    </job>

    """
  }
}

extension SheetManifest {
  /// How the spreadsheet is read, where it does not show that itself.
  private var reading: String {
    (encoding.map { " encoding=\"\($0.name)\"" } ?? "")
      + (survey.valueAsName != nil
        ? " header=\"none\"" : survey.likelyHeader.map { " header=\"\($0)\"" } ?? "")
  }

  private var label: String {
    labelText.map { " label=\"\(xml($0))\"" } ?? ""
  }
}

/// Names with commas between them, as many as fit a line.
private func list(_ names: [String]) -> String {
  var line = ""
  for name in names {
    guard line.utf8.count + name.utf8.count < 90 else { return line + (line.isEmpty ? "…" : ", …") }
    line += line.isEmpty ? name : ", \(name)"
  }
  return line
}
