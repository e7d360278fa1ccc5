// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain
internal import WebLink

extension Finding: CustomStringConvertible {
  /// File, line and column as compilers print them, then what is wrong, the cure, and the rule.
  package var description: String {
    let name = row.map { $0.isEmpty ? "" : "row \(quoted($0)): " } ?? ""
    return "\(file):\(position.line):\(position.column): \(problem.isError ? "error" : "warning"): "
      + "\(name)\(problem.description) (\(problem.rule))"
  }
}

extension Problem {
  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .cannotRead(let name, let code):
      "\(quoted(name)) cannot be read: \(words(ofSystemError: code)); "
        + (code == EACCES ? "change its permissions so that you can read it." : "check its name.")
    case .encoding(let name):
      "the manifest is written in \(name ?? "an encoding that is not known"); save it as UTF-8."
    case .doctype:
      "<!DOCTYPE> is not allowed in a manifest, because entities can hide or inflate content; "
        + "remove it."
    case .tooDeep:
      "elements are nested more than \(JobLimits.depthMax) deep; a job needs four levels."
    case .markupTooLong:
      "a tag or comment is longer than \(JobLimits.markupBytesMax) bytes; shorten it, or close it."
    case .tooManyAttributes:
      "an element has more than \(JobLimits.attributesMax) attributes; remove some."
    case .notXML(let fault): fault.words
    case .namespace(let found):
      "a job is written as <job xmlns=\"\(Element.namespace)\">"
        + (found.map { ", not with \(quoted($0))" } ?? "") + "; correct the xmlns."
    case .notAJob(let name):
      "the file begins with <\(shown(name))>, so it is not a job; "
        + (name.lowercased() == "job"
          ? "write <job>, in small letters." : "write <job> around everything.")
    case .unknownElement(let name, let parent, let close):
      "<\(shown(name))> has no meaning in <\(parent)>; " + cure(ofElement: name, in: parent, close)
    case .unknownAttribute(let name, let element, let close):
      "<\(element)> has no \(quoted(name)); "
        + (close.map { "did you mean \(quoted($0))?" } ?? cure(ofAttributeOf: element))
    case .missingAttribute(let names, let element):
      "<\(element)> needs \(names.map(quoted).joined(separator: " or ")); add it."
    case .missingElement(let name): "the job has no <\(name)>; add one."
    case .repeatedElement(let name): "the job has a second <\(name)>; remove one of them."
    case .tooMany(let name, let limit):
      "there are more than \(limit) of <\(name)>; remove some, or make two jobs of this one."
    case .behindRows(let name):
      "<\(name)> comes too late; write it before the first \(name == "token" ? "<row>" : "<rows>")."
    case .strayText(let element):
      "<\(element)> contains text between its elements; remove it, or make it a comment."
    case .badValue(let value, let attribute, let expected):
      "\(attribute)=\(quoted(value)): must be \(expected.words)."
    case .conflict(let one, let other):
      "\(quoted(one)) and \(quoted(other)) cannot be used together; remove one of them."
    case .needs(let name, let other):
      "\(quoted(name)) has an effect only with \(other); remove it, or add that."
    case .secret(let name):
      "\(quoted(name)) puts a secret into a file that many people read; remove it, make a key file"
        + " with `tagpress key new FILE`, and name that file in keys."
    case .noRows: "there are no rows here; add one, or use count or from."
    case .tooManyTags:
      "with these rows the job has more than \(JobLimits.tagCountMax) tags; make several jobs of "
        + "it."
    case .sameApp(let name, let first):
      "the job names \(quoted(name)) a second time; move the content of this <app> to the one at"
        + " \(first.line):\(first.column), and remove this one."
    case .linkTooLong: "the link is too long; a link has at most \(URITemplate.byteCountMax) bytes."
    case .template(let error): error.description
    case .braces:
      "a brace is not closed, or the text between two is not a name; write it as {name}, with _ for"
        + " each space in the name."
    case .unknownVariable(let name, let known, let mayBeToken):
      "these rows have no value called \(quoted(name)); "
        + (suggestion(for: name, among: known).map { "did you mean \(quoted($0))?" }
          ?? (known.isEmpty ? "" : "they have \(listed(known)); ")
            + "use one of those, or add a column\(mayBeToken ? " or a token" : "") with that name.")
    case .badVariableName(let name):
      "\(quoted(name)) cannot be used in a link; names have letters, digits, _ and dots between "
        + "them."
    case .reservedVariable(let name):
      "\(quoted(name)) is filled in elsewhere and cannot be used here; use another name."
    case .onlyInLinks(let name, let attribute):
      "\(attribute) asks for {\(shown(name))}, but tokens and what the tag knows are only put into"
        + " links; remove it from \(attribute), or use a value of the row there."
    case .repeatedVariable(let name):
      "there are two values called \(quoted(name)); rename one of them."
    case .unusedValue(let name):
      "nothing in the job uses \(quoted(name)); is its name spelt as in the link, with the same"
        + " capitals? Otherwise remove it."
    case .outsideFolder(let name):
      "\(quoted(name)) is outside the folder of the manifest; move it there, or allow it."
    case .csv(let problem): problem.words
    case .noID:
      "a row needs an id; write one, as in id=\"n1\", or let <rows> make it, as in id=\"{column}\" "
        + "or from a column called id."
    case .badID(let id):
      "\(quoted(id)) cannot be the id of a row; use at most \(JobLimits.rowIDBytesMax) bytes"
        + " without / and without spaces at the ends."
    case .missingValue(let name):
      "the row has no value for \(quoted(name)); fill it in, or write {?\(shown(name))} for a value"
        + " that may be missing."
    case .controlCharacter(let name):
      "the value of \(quoted(name)) has a line break or another control character; remove it."
    case .spaceAtEnd(let name):
      "the value of \(quoted(name)) begins or ends with a space, which a link has as %20; remove "
        + "it."
    case .nameInValue(let name, let column):
      "the value of \(quoted(column)) contains {\(name)}, which is filled in only where <link> "
        + "itself contains it; write it there, as in {+\(shown(column))}{\(name)}."
    case .link(let error, let link):
      "\(quoted(link)): "
        + (isEncodedLink(link)
          ? "The value is a whole link, which was encoded like a part of one; write {+name} for it."
          : error.description)
    case .mirrorTwice: "a chip can show its UID or counter only once; remove one of the variables."
    case .mirrorCut:
      "a chip always shows its whole UID or counter; remove the length after the variable."
    case .mirrorApart:
      "a chip shows UID and counter side by side; write {mirror.uid}x{mirror.counter}."
    case .placeholderLost(let name):
      "\(quoted(name)) is in a part of the link that .. removes; write the path without it."
    case .oneIDForAll:
      "all these rows would have the same id; put their number into it, as in id=\"n{number}\"."
    case .sameID(let id, let first):
      "the id \(quoted(id)) was given to another row at \(first.place); choose another one."
    case .sameLink(let link, let first):
      "the link \(quoted(link)) is the same as that of \(first.words); correct it, or write "
        + "copies, or duplicates=\"allow\"."
    case .sameIDButCase(let id, let other, let first):
      "the id \(quoted(id)) differs only in case from \(quoted(other)) at \(first.place);"
        + " rename one if that is a mistake."
    case .sameLinkButCase(let link, let other, let first):
      "the link \(quoted(link)) differs only in case from \(quoted(other)) of \(first.words);"
        + " correct one if that is a mistake."
    }
  }
}

extension EarlierRow {
  fileprivate var place: String { "\(file):\(position.line):\(position.column)" }

  fileprivate var words: String {
    (id.map { "row \(quoted($0)) at " } ?? "the row at ") + place
  }
}

/// A text of somebody else, short and without what could steer a terminal.
private func shown(_ text: String) -> String { visible(shortened(text, to: 80)) }

private func quoted(_ text: String) -> String { "\"\(shown(text))\"" }

private func words(ofSystemError code: Int32) -> String {
  switch code {
  case ENOENT: "there is no such file"
  case ESPIPE: "it is not a plain file"
  case EISDIR: "it is a directory"
  default: String(cString: strerror(code))
  }
}

/// What to do about an element in the wrong place, or with a name of its own.
private func cure(ofElement name: String, in parent: String, _ close: String?) -> String {
  if name == parent { return "end the <\(parent)> before it with />." }
  if let home = Element.allCases.first(where: { $0.children.contains { $0.rawValue == name } }) {
    return "write it in <\(home.rawValue)>."
  }
  if let close { return "did you mean <\(close)>?" }
  let children = Element(rawValue: parent)?.children ?? []
  guard !children.isEmpty else { return "remove it." }
  return "remove it, or use one of <\(children.map(\.rawValue).joined(separator: ">, <"))>."
}

private func cure(ofAttributeOf element: String) -> String {
  let attributes = Element(rawValue: element)?.attributes ?? []
  return attributes.isEmpty
    ? "remove it." : "remove it, or use one of \(attributes.joined(separator: ", "))."
}

/// The names of columns as people read them; of many only the first.
private func listed(_ names: [String]) -> String {
  let most = 8
  let list = names.prefix(most).map(quoted).joined(separator: ", ")
  return names.count > most ? list + " and others" : list
}

/// Whether a link is what `{name}` makes of a value that is a link itself.
private func isEncodedLink(_ link: String) -> Bool {
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
    case .names: "a list of names, at least one, with spaces between them"
    case .text: "a text that is not empty"
    case .appleIdentifier:
      "an app identifier: the ten characters of the team, a dot, and the bundle identifier"
    case .packageName: "a package name, such as com.example.shop"
    case .certificates:
      "a SHA-256 fingerprint: 32 pairs of hexadecimal digits with colons between them"
    case .variable: "a variable name of letters, digits and _, with dots only between them"
    case .language: "a language code, such as en or de-CH"
    }
  }
}

extension XMLFault {
  fileprivate var words: String {
    switch self {
    case .empty: "the file has no XML in it; begin it with <job>."
    case .truncated:
      "the file ends too early; is it complete? Close what is still open: an element, a comment, "
        + "or a quote."
    case .bareAmpersand: "a bare & ends the XML here; write &amp; for each & of a link."
    case .unknownEntity(let name):
      "&\(shown(name ?? ""));"
        + " is not known in XML; write the character itself, or &amp; for an &."
    case .mismatchedTag:
      "an end tag does not match what is open; close that first, as in <row …/>, or correct the "
        + "name."
    case .repeatedAttribute: "the element has the same attribute twice; remove one."
    case .missingQuotes: "a value is not in straight quotes; write it as name=\"value\"."
    case .missingSpace:
      "a space is missing before this, or / and > are not next to each other; correct it."
    case .badName:
      "a name is expected here; names of elements and attributes begin with a letter. Correct it."
    case .hyphensInComment:
      "a comment contains two hyphens in a row, which only its end may have; remove one."
    case .lessThanInAttribute:
      "a quote before this was never closed, or a value contains a bare <; close the quote, or "
        + "write &lt;."
    case .invalidUTF8: "these bytes are not UTF-8; save the file as UTF-8."
    case .invalidCharacter: "XML cannot contain this character; remove it."
    case .undeclaredPrefix: "a name has a prefix that nothing declares; write it without the colon."
    case .behindTheEnd: "something follows the end of the job; remove it."
    case .unsupportedEncoding: "the encoding is not known; save the file as UTF-8."
    case .other(let code):
      "this is not XML (libxml2 error \(code)); correct it here or just before."
    }
  }
}

extension CSVProblem {
  fileprivate var words: String {
    switch self {
    case .empty: "the file has no first row with the names of its columns; add one."
    case .workbook:
      "this is the workbook of a spreadsheet program; open it there, save it as CSV UTF-8, and name"
        + " that file."
    case .guessedEncoding(let encoding):
      "the file is not UTF-8 and was read as \(encoding.rawValue); check the first special letter,"
        + " and save it as CSV UTF-8 if it is wrong."
    case .badCharacter(let encoding):
      "this character is not valid \(encoding.rawValue); save the file as CSV UTF-8."
    case .emptyColumnName(let column): "column \(column) has no name; give it one to use it."
    case .repeatedColumnName(let name, let first, let second):
      "columns \(first) and \(second) are both called \(quoted(name)); rename one."
    case .tooManyColumns:
      "there are more than \(CSVLimits.columnCountMax) columns; remove what is not needed."
    case .tooManyFields(let found, let columns):
      "the row has \(found) fields, but there are \(columns) columns; put fields with separators in"
        + " double quotes."
    case .missingFields(let found, let columns):
      "the row has \(found) of \(columns) fields; the others were taken as empty. Check it."
    case .fieldTooLong:
      "a field is longer than \(CSVLimits.fieldBytesMax) bytes; shorten it."
    case .rowTooLong: "a row is longer than \(CSVLimits.rowBytesMax) bytes; shorten it."
    case .unclosedQuote: "a double quote is opened here and never closed; close it."
    case .textAfterQuote:
      "text follows a closing double quote; write a double quote within a field as two."
    case .strayQuote:
      "a double quote is in a field that does not begin with one; it was kept. Check it."
    }
  }
}
