// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import Plain
internal import WebLink
internal import Workbook

extension Finding: CustomStringConvertible {
  /// File, line and column as compilers print them, then what is wrong, the cure, and the rule.
  package var description: String { line(adding: nil) }

  /// The same with more advice.
  package func line(adding advice: String?) -> String {
    let name = row.map { $0.isEmpty ? "" : "row \(quoted($0)): " } ?? ""
    let words = "\(problem.description)\(advice.map { " " + $0 } ?? "")"
    return
      "\(place): \(problem.isError ? "error" : "warning"): \(name)\(words) (\(problem.rule))"
  }
}

extension Problem {
  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .cannotRead(let name, let code):
      words(ofUnreadable: name, code)
    case .encoding(let name):
      "The manifest is in \(name ?? "an unknown encoding"). Save it as UTF-8."
    case .doctype:
      "<!DOCTYPE> is not allowed in a manifest, because entities can hide or inflate content. "
        + "Remove it."
    case .tooDeep:
      "Elements are nested more than \(JobLimits.depthMax) deep. A job needs only four levels."
    case .markupTooLong:
      "A tag or comment is longer than \(JobLimits.markupBytesMax) bytes. Shorten it, or close it."
    case .tooManyAttributes:
      "An element has more than \(JobLimits.attributesMax) attributes. Remove some."
    case .notXML(let fault): fault.words
    case .namespace(let found):
      "A job begins with <job xmlns=\"\(Element.namespace)\">"
        + (found.map { ", not with \(quoted($0))" } ?? "") + ". Correct the xmlns."
    case .notAJob(let name):
      "The file begins with <\(shown(name))>, so it is not a job. "
        + (name.lowercased() == "job"
          ? "Write <job>, in lower case."
          : Element(rawValue: name) == nil
            ? "Name a file that begins with <job>." : "Write <job> around everything.")
    case .unknownElement(let name, let parent, let close):
      "<\(shown(name))> does not belong in <\(parent)>. " + cure(ofElement: name, in: parent, close)
    case .unknownAttribute(let name, let element, let close):
      "<\(element)> has no attribute \(quoted(name)). "
        + (close.map { "Did you mean \(quoted($0))?" } ?? cure(ofAttributeOf: element))
    case .missingAttribute(let names, let element):
      "<\(element)> needs \(names.map(quoted).joined(separator: " or ")). Add it."
    case .missingElement(let name): "The job has no <\(name)>. Add one."
    case .repeatedElement(let name): "The job has a second <\(name)>. Remove one of them."
    case .tooMany(let name, let limit):
      "There are more than \(limit) <\(name)> elements. Remove some, or split the job in two."
    case .tooManyShown(let limit):
      "More than \(limit) columns are shown with each row. Leave out some."
    case .behindRows(let name):
      "<\(name)> comes too late. Put it before the first \(name == "token" ? "<row>" : "<rows>")."
    case .strayText(let element):
      "<\(element)> contains text between its elements. Remove it, or make it a comment."
    case .badValue(let value, let attribute, let expected):
      "\(attribute)=\(quoted(value)) is not allowed. Use \(expected.words)."
    case .unknownEncoding(let name, let close):
      "No encoding is called \(quoted(name)). "
        + (close.map { "Did you mean \(quoted($0))?" }
          ?? "Use a name such as UTF-8, windows-1250 or Shift_JIS, or save the spreadsheet as CSV UTF-8"
          + " and remove encoding.")
    case .conflict(let one, let other):
      "\(quoted(one)) and \(quoted(other)) cannot be used together. Remove one of them."
    case .needs(let name, let other):
      "\(quoted(name)) only works together with \(other). Remove it, or add \(other)."
    case .secret(let name):
      "\(quoted(name)) puts a secret into a file that many people read. Remove it, make a key file,"
        + " and name that file in keys."
    case .noRows: "There are no rows here. Add one, or use count or from."
    case .tooManyTags:
      "With these rows the job has more than \(JobLimits.tagCountMax) tags. Split it into several "
        + "jobs."
    case .sameApp(let name, let first):
      "The job names \(quoted(name)) twice. Move the content of this <app> to the one at"
        + " \(first.line):\(first.column), and remove this one."
    case .patternBesideAll:
      "With links=\"all\" the app opens every link of the host, so a pattern does nothing here. Remove"
        + " the pattern, or links=\"all\"."
    case .linkTooLong: "The link is too long. A link has at most \(URITemplate.byteCountMax) bytes."
    case .template(let error): error.description
    case .braces:
      "A brace is not closed, or the text between two braces is not a name. Write it as {name},"
        + " with _ for each space in the name."
    case .headingInBraces(let heading, _): words(ofHeadingInBraces: heading)
    case .unknownVariable(let name, let known, let mayBeToken):
      "These rows have no value called \(quoted(name)). "
        + (ReservedVariable(everydayName: name).map { "Write \($0.inBraces) for that of the tag." }
          ?? suggestion(for: name, among: known).map { "Did you mean \(quoted($0))?" }
          ?? (known.isEmpty ? "" : "They have \(listed(known)). ")
            + "Use one of those, or add a column\(mayBeToken ? " or a token" : "") with that name.")
    case .unknownAnswer(let name, let known):
      "The job has no use for the value \(quoted(name)). "
        + (suggestion(for: name, among: known).map { "Did you mean \(quoted($0))?" }
          ?? (known.isEmpty ? "Leave it out." : "Give \(listed(known))."))
    case .badVariableName(let name):
      "\(quoted(name)) cannot be used in a link. Use letters, digits and _ in names, with dots only"
        + " between them."
    case .reservedVariable(let name):
      "\(quoted(name)) is filled in elsewhere and cannot be used here. Use another name."
    case .onlyInLinks(let name, let attribute):
      "{\(shown(name))} cannot be used in \(attribute), because only links can contain tokens and data"
        + " from the tag. Remove it from \(attribute), or use a value of the row there."
    case .repeatedVariable(let name):
      "There are two values called \(quoted(name)). Rename one of them."
    case .sameColumnName(let name, let headings):
      "The columns \(listed(headings)) are all called {\(shown(name))} in a template. Rename one of"
        + " them, or give each its own name, as in <column name=\(quoted(headings.first ?? ""))"
        + " as=\"\(shown(name))1\"/>."
    case .noSuchColumn(let heading, let headings):
      "No column is called \(quoted(heading)). "
        + (suggestion(for: heading, among: headings).map { "Did you mean \(quoted($0))?" }
          ?? "The sheet has \(listed(headings)). Use one of those.")
    case .unusedValue(let name):
      "Nothing in the job uses \(quoted(name)). Check that its name is spelt exactly as in the link,"
        + " including capitals, or remove it."
    case .outsideFolder(let name):
      "\(quoted(name)) is outside the folder of the manifest. Move it there."
    case .csv(let problem): problem.words
    case .workbook(let fault): fault.description
    case .sheetOfText(let name):
      "\(shown(name)) is text and has no sheets. Remove sheet, or name a workbook."
    case .severalSheets(let read, let others):
      "Only the sheet \(quoted(read)) is read, and there are others: \(listed(others)). Name the one that"
        + " you mean, as in sheet=\(quoted(read))."
    case .hiddenRows(let count):
      "The sheet has hidden rows (\(grouped(count))), which get tags like all others. Delete them if they"
        + " should not."
    case .valueAsName(let text, let column, let row, _):
      "\(quoted(text)) looks like a value, but row \(row) is read as the names of the columns. If the sheet has"
        + " no names, write header=\"none\" in <rows>, and {\(columnVariable(column))} for this column. If row"
        + " \(row) has the names, write header=\"\(row)\"."
    case .strayRow(let row): row.words
    case .tableBeside(let column):
      "Column \(column) is empty, and there are more columns behind it. If those are another table, its"
        + " rows get no tags: put it on a sheet of its own. If not, delete the empty column."
    case .cellWithoutName(let text, let columns):
      columns.count == 1
        ? "\(quoted(text)) is in a column without a name, so it is in no link. Give the column a name to use"
          + " it."
        : "The columns \(columns.joined(separator: ", ")) have no names, so \(quoted(text)) and what else is in"
          + " them is in no link. Give them names to use them."
    case .cell(let problem, let column, let value): problem.words(column, value)
    case .otherTarget(let address, let column, let value):
      "The cell of \(quoted(column)) says \(quoted(value)), and its hyperlink goes to \(quoted(address)). The tag"
        + " gets what the cell says. Correct the one that is wrong."
    case .linkBehindText(let address, let column, let value):
      "The cell of \(quoted(column)) says \(quoted(value)), which is no link, and its hyperlink goes to"
        + " \(quoted(address)). To take the hyperlinks of this column, write <column name=\"\(shown(column))\""
        + " as=\"target\" take=\"hyperlink\"/> into <rows>, and {+target} into <link>."
    case .hiddenColumn(let name):
      "The column \(quoted(name)) is hidden in the spreadsheet, and the tags get what is in it. Show it,"
        + " and check its values."
    case .damagedLabel("", let column):
      "What people see of this row needs \(quoted(column)), a formula whose result is not in the"
        + " file. Open the workbook in a spreadsheet program, and save it again."
    case .damagedLabel(let value, let column):
      "People see \(quoted(value)) of this row, from \(quoted(column)). Correct the value."
    case .noID:
      "A row needs an id. Write one, as in id=\"n1\", or let <rows> make it, as in id=\"{column}\" "
        + "or from a column called id."
    case .badID(let id):
      "\(quoted(id)) cannot be the id of a row. Use at most \(JobLimits.rowIDBytesMax) bytes"
        + " without a / and without spaces at either end."
    case .missingValue(let name):
      "The row has no value for \(quoted(name)). Fill it in, or write {?\(shown(name))} for a value"
        + " that may be missing."
    case .controlCharacter(let name):
      "The value of \(quoted(name)) has a line break or another control character. Remove it."
    case .spaceAtEnd(let name, _):
      "The value of \(quoted(name)) begins or ends with a space, which becomes %20 in a link. "
        + "Remove it, or write trim=\"yes\" into <rows>."
    case .damaged(let damage, let column, let value): damage.words(column, value)
    case .damagedColumn(let damage, let column, let value): damage.words(column, value)
    case .nameInValue(let name, let column):
      "The value of \(quoted(column)) contains {\(name)}, which is filled in only in <link> itself. "
        + "Write it there, as in {+\(shown(column))}{\(name)}."
    case .link(let error, let link):
      "\(quoted(link)): "
        + (isEncodedLink(link)
          ? "The value is a whole link, but it was encoded as part of one. Write {+name} for it."
          : error.description)
    case .mirrorTwice: "A chip can show its UID or counter only once. Remove one of the variables."
    case .mirrorCut:
      "A chip always shows its whole UID or counter. Remove the length after the variable."
    case .mirrorApart:
      "A chip shows its UID and counter only side by side. Write {mirror.uid}x{mirror.counter}."
    case .valueInHost(let name):
      "{\(name)} cannot be in the host, because phones know a website by one name. Put it in the"
        + " path, the query or the fragment."
    case .placeholderLost(let name):
      "\(quoted(name)) is in a part of the link that .. removes. Write the path without it."
    case .oneIDForAll:
      "All these rows would have the same id. Put their number into it, as in id=\"n{number}\"."
    case .sameID(let id, let first):
      "The id \(quoted(id)) is already used by the row at \(first.place). Choose another one."
    case .sameLink(let link, let first):
      "The link \(quoted(link)) is the same as that of \(first.words). Correct it, or delete one "
        + "of the rows. If one row is to have several tags, set its \"Tags for each row\" (copies); "
        + "if both rows are to stay, write duplicates=\"allow\" in <rows>."
    case .sameIDButCase(let id, let other, let first):
      "The id \(quoted(id)) differs only in case from \(quoted(other)) at \(first.place)."
        + " Rename one if that is a mistake."
    case .sameIDButLook(let id, let other, let first):
      "The id \(quoted(id)) looks like \(quoted(other)) at \(first.place), but its characters are"
        + " others. Type one of them again, or write nfc=\"yes\" into <rows>."
    case .sameLinkButCase(let link, let other, let first):
      "The link \(quoted(link)) differs only in case from \(quoted(other)) of \(first.words)."
        + " Correct one if that is a mistake."
    }
  }
}

extension EarlierRow {
  var place: String { placeName(file, position, cell) }

  fileprivate var words: String {
    (id.map { "row \(quoted($0)) at " } ?? "the row at ") + place
  }
}

/// Text from outside, short and without anything that could control a terminal.
func shown(_ text: String) -> String { visible(shortened(text, to: 80)) }

func quoted(_ text: String) -> String { "\"\(shown(text))\"" }

private func words(ofUnreadable name: String, _ code: Int32) -> String {
  switch code {
  case ESPIPE:
    "\(shown(name)) is not an ordinary file. Save its content to one, and name that."
  case EISDIR: InputError.cannotRead(name, errno: code).description
  default: InputError.cannotOpen(name, errno: code).description
  }
}

/// What to do about an element in the wrong place, or with a name of its own.
private func cure(ofElement name: String, in parent: String, _ close: String?) -> String {
  if name == parent { return "End the <\(parent)> before it with />." }
  if let home = Element.allCases.first(where: { $0.children.contains { $0.rawValue == name } }) {
    return "Write it in <\(home.rawValue)>."
  }
  if let close { return "Did you mean <\(close)>?" }
  let children = Element(rawValue: parent)?.children ?? []
  guard !children.isEmpty else { return "Remove it." }
  return "Remove it, or use one of <\(children.map(\.rawValue).joined(separator: ">, <"))>."
}

private func cure(ofAttributeOf element: String) -> String {
  let attributes = Element(rawValue: element)?.attributes ?? []
  return attributes.isEmpty
    ? "Remove it." : "Remove it, or use one of \(attributes.joined(separator: ", "))."
}

/// The names of columns as people read them; of many only the first.
private func listed(_ names: [String]) -> String {
  let most = 8
  let list = names.prefix(most).map(quoted).joined(separator: ", ")
  return names.count > most ? list + " and others" : list
}

/// Whether a link is what `{name}` makes of a value that is a link itself.
func isEncodedLink(_ link: String) -> Bool {
  let start = link.prefix(8).lowercased()
  return start == "https%3a" || start.hasPrefix("http%3a")
}

extension ExpectedValue {
  fileprivate var words: String {
    switch self {
    case .jobID:
      "a job name of up to \(JobLimits.jobIDCharactersMax) letters, digits, dots, hyphens and"
        + " _ that begins with a letter or digit"
    case .oneOf(let words):
      "\(words.map { "\"\($0)\"" }.joined(separator: " or "))"
    case .number(let range):
      "a whole number from \(range.lowerBound) to"
        + " \(range.upperBound)"
    case .rowNumber(let range, let word):
      "a whole number from \(range.lowerBound) to \(range.upperBound), or \"\(word)\""
    case .names: "a list of one or more names with spaces between them"
    case .text: "a text that is not empty"
    case .appleIdentifier:
      "an app identifier: the ten characters of the team, a dot, and the bundle identifier"
    case .packageName: "a package name, such as com.example.shop"
    case .certificates:
      "a SHA-256 fingerprint: 32 pairs of hexadecimal digits with colons between them"
    case .entitlements:
      "the app's associated domains with spaces between them, such as applinks:go.example.com"
    case .filters:
      "the hosts of the app's intent filters with spaces between them, such as go.example.com or"
        + " go.example.com/s/*"
    case .variable: "a variable name of letters, digits and _, with dots only between them"
    case .language: "a language code, such as en or de-CH"
    }
  }
}

extension XMLFault {
  fileprivate var words: String {
    switch self {
    case .empty: "The file contains no XML. Begin it with <job>."
    case .truncated:
      "The file ends too early. Make sure that it is complete, and close what is still open: an "
        + "element, a comment or a quote."
    case .bareAmpersand: "A bare & is not allowed in XML. Write &amp; for each & in a link."
    case .unknownEntity(let name):
      "&\(shown(name ?? ""));"
        + " is not known in XML. Write the character itself, or &amp; for an &."
    case .mismatchedTag:
      "This end tag does not match the open element. Close that first, as in <row …/>, or correct "
        + "the name."
    case .repeatedAttribute: "The element has the same attribute twice. Remove one."
    case .missingQuotes: "A value is not in straight quotes. Write it as name=\"value\"."
    case .missingSpace:
      "A space is missing before this, or / and > are not next to each other. Correct it."
    case .badName:
      "A name is expected here. Names of elements and attributes begin with a letter. Correct it."
    case .hyphensInComment:
      "The comment contains two hyphens in a row, which only its end may have. Remove one."
    case .lessThanInAttribute:
      "A quote before this was never closed, or a value contains a bare <. Close the quote, or "
        + "write &lt;."
    case .invalidUTF8: "These bytes are not UTF-8. Save the file as UTF-8."
    case .invalidCharacter: "XML cannot contain this character. Remove it."
    case .undeclaredPrefix:
      "The name has a prefix that is not declared. Write it without the colon."
    case .behindTheEnd: "Something follows the end of the job. Remove it."
    case .unsupportedEncoding: "The encoding is unknown. Save the file as UTF-8."
    case .other(let code):
      "This is not XML (libxml2 error \(code)). Correct it here or just before."
    }
  }
}
