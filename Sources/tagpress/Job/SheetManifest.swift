// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Plain
internal import Provisioning
internal import TagMemory

/// The manifest of a job that is made from a spreadsheet, and the rules by which it is made.
struct SheetManifest {
  /// Why the link is what it is; the person at the terminal and the reader of the file see the same.
  let linkReason: String
  let idReason: String
  /// Where the names of the columns are, if that had to be found out.
  let headerReason: String?
  private let survey: SheetSurvey
  private let encoding: CSVEncoding?
  /// The link with the names of columns in it.
  let link: String
  private let id: String

  /// The chips that most shops sell, the smallest first.
  static let chips = ["NTAG213", "NTAG215", "NTAG216"]

  init(_ survey: SheetSurvey, encoding: CSVEncoding?, link given: String?) {
    self.survey = survey
    self.encoding = encoding
    if let value = survey.valueAsName {
      headerReason =
        "\"\(visible(shortened(value, to: 80)))\" in the first row looks like a value, so the columns"
        + " go by their numbers (header=\"none\"). If the first row has their names, write header=\"1\"."
    } else {
      headerReason = survey.likelyHeader.map {
        "The spreadsheet begins with a title: the names of its columns are in row \($0)."
      }
    }
    let idColumn = survey.idColumn
    id = idColumn?.variable ?? "number"
    idReason = idColumn.map(Self.reason) ?? Self.reasonWithoutID
    if let given {
      link = given
      linkReason = "The link is the one that you gave."
    } else if let column = survey.linkColumn {
      let name = column.variable
      link = column.lacksScheme ? "https://{+\(name)}" : "{+\(name)}"
      let others = survey.columns.filter { $0.holdsLinks && $0.variable != name }
      linkReason =
        "The links are the values of the column \(name)"
        + (column.lacksScheme ? ", with https:// before it" : "")
        + (others.isEmpty ? "." : "; there are others in \(list(others.map(\.variable))).")
    } else {
      link = "https://go.example.com/{\(id)}"
      let source = idColumn.map { "column \($0.variable)" } ?? "number of the row"
      linkReason =
        "In no column are most values links, so the links are made from the \(source): replace "
        + "go.example.com with your own site."
    }
  }

  private static let reasonWithoutID =
    "No column identifies the rows: the id of a row is its number, so add new rows at the end."

  private static func reason(of id: SheetSurvey.Column) -> String {
    let name = id.variable
    guard id.isIncomplete else {
      return "No two rows have the same \(name), so that is the id of a row in reports."
    }
    return "No two rows have the same \(name), so that is the id of a row in reports; but"
      + " \(count(id.blankCount, "row")) \(id.blankCount == 1 ? "has" : "have") none, which needs one"
      + " or is to be deleted."
  }

  /// What people see beside the id of a row.
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

  /// What is to be said of a workbook.
  var remarks: [String] {
    var notes: [String] = []
    if let sheet = survey.sheet, !survey.otherSheets.isEmpty {
      let others = survey.otherSheets.map { other in
        other.name + (other.rowCount.map { " (\(count($0, "row")))" } ?? "")
      }
      notes.append(
        "The rows are those of the sheet \(visible(sheet)); --sheet takes another:"
          + " \(visible(list(others))).")
    }
    let lacking = survey.columns.filter { $0.formulasWithoutResult > 0 }.map(\.heading)
    if !lacking.isEmpty {
      notes.append(
        "The file does not have the results of the formulas in \(visible(list(lacking))): open it in a"
          + " spreadsheet program and save it again to use them.")
    }
    if let labelText {
      notes.append("People see \(labelText) beside the id of a row (label).")
    }
    if survey.hasMacros { notes.append("The macros of the workbook were not looked at.") }
    if survey.hiddenRowCount > 0 {
      notes.append(
        "Hidden rows get tags, too (\(grouped(survey.hiddenRowCount))); delete those that should not."
      )
    }
    return notes
  }

  /// What is done to the values of the sheet before they are put into links.
  var changes: [String] {
    var notes: [String] = []
    if survey.columns.contains(where: \.needsTrim) {
      notes.append("Spaces at the ends of values are left out (trim).")
    }
    if survey.columns.contains(where: \.needsComposing) {
      notes.append("Letters with accents become one character each (nfc).")
    }
    return notes
  }

  /// The names of the chips that hold every row.
  static func chips(holding fits: [ChipFit]) -> [String] {
    fits.filter { $0.rowsTooLarge == 0 }.map(\.chip.name)
  }

  /// The whole file; no comment in it quotes the spreadsheet, whose words could end the comment.
  func text(named name: String, sheet: String, chips: [String], isGenuine: Bool) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <?xml-model href="job.rng"?>
    <!--
      One tag for each row of a spreadsheet. A name in braces is replaced by the value in its column:
      \(list(survey.columns.map { "{\($0.variable)}" })).

        tagpress check \(name).xml     says what is wrong before any tag is written
        tagpress write \(name).xml     writes one tag after another
    -->
    <job xmlns="urn:tagpress:job:1" id="\(name)" title="\(name)">
      <!-- \(linkReason) -->
      <link>\(xml(link))</link>

      <!-- Only empty tags of these kinds are used; any others are left alone. -->
      <tags chips="\(chips.joined(separator: " "))" content="blank"\(isGenuine ? " genuine=\"require\"" : "")/>

      <!-- \(idReason) -->
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
