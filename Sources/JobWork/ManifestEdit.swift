// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import Glibc
package import JobManifest
internal import Plain
package import Provisioning
package import StrictJSON

/// What a manifest can say about a spreadsheet, and so puts an end to a finding.
package enum SheetCure {
  /// An attribute of `<rows>` and its value; perhaps with what a text of the sheet would then be.
  case attribute(String, String, reading: String? = nil)
  /// Another column in place of a name that the sheet does not have.
  case column(String, inPlaceOf: String)

  package var json: JSONValue {
    switch self {
    case .attribute(let name, let value, let reading):
      ["kind": .string(name), "value": .string(value), "reading": .optional(reading)]
    case .column(let name, let old):
      ["kind": "column", "value": .string(name), "was": .string(old)]
    }
  }

  private static let columnsMax = 6

  /// What helps against a problem; several where only the person knows which is right.
  package static func all(
    for finding: JobManifest.Finding<PreflightProblem>, in manifest: String
  ) -> [SheetCure] {
    guard case .manifest(let problem) = finding.problem else { return [] }
    let isInSheet = ManifestEdit.isSheet(finding.file)
    switch problem {
    case .spaceAtEnd where isInSheet: return [.attribute("trim", "yes")]
    case .damaged(.looseAccent, _, _) where isInSheet: return [.attribute("nfc", "yes")]
    case .csv(.guessedEncoding(let text)), .csv(.guessedLabel(let text)):
      return [text.first, text.second].compactMap { reading in
        reading.map {
          .attribute("encoding", $0.encoding.name, reading: shortened($0.text, to: 60))
        }
      }
    case .csv(.titleAboveNames(_, let row)):
      return [.attribute("header", "\(row)")]
    case .valueAsName: return [.attribute("header", "none")]
    case .unknownVariable(let old, let known, _) where manifest.mayRename(old):
      // What is filled in elsewhere has a dot in its name.
      let columns = known.filter { !$0.contains(".") && $0 != "id" }
      let likely = suggestion(for: old, among: columns).map { [$0] } ?? []
      return (likely + columns.filter { !likely.contains($0) }).prefix(columnsMax)
        .map { .column($0, inPlaceOf: old) }
    default: return []
    }
  }

  package init?(kind: String, value: String?, was: String?) {
    switch (kind, value, was) {
    case ("trim", _, _), ("nfc", _, _): self = .attribute(kind, "yes")
    case ("encoding", let value?, _):
      guard let encoding = CSVEncoding(named: value) else { return nil }
      self = .attribute(kind, encoding.name)
    case ("header", let value?, _):
      guard value == "none" || Int(value).map({ (1...1_000_000).contains($0) }) == true else {
        return nil
      }
      self = .attribute(kind, value)
    case ("column", let value?, let was?):
      guard Self.isName(value), Self.isName(was) else { return nil }
      self = .column(value, inPlaceOf: was)
    default: return nil
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 256 && !text.contains { "{}<>&\"',:*".contains($0) }
  }
}

/// A manifest that a page changes.
///
/// A page may name no file that is not in the job's folder already: neither a list to read nor a key.
package struct ManifestEdit {
  private let file: String

  package static let byteMax = 4 << 20

  package init(_ file: String) { self.file = file }

  /// Whether a file can be a list, by its name; a key, a ledger or a manifest is never shown as one.
  package static func isSheet(_ path: String) -> Bool {
    sheetEndings.contains { path.lowercased().hasSuffix($0) }
  }

  static let sheetEndings = textEndings + workbookEndings
  private static let textEndings = [".csv", ".tsv", ".txt", ".tab"]
  private static let workbookEndings = [".xlsx", ".xlsm", ".ods"]

  static func isWorkbook(_ path: String) -> Bool {
    workbookEndings.contains { path.lowercased().hasSuffix($0) }
  }

  /// The folder with a slash behind it; empty for the folder that was opened.
  private var folder: String { String(file.dropLast(lastName(of: file).count)) }

  /// What is there now; nothing if that cannot be read.
  package var bytes: [UInt8] { (try? readFileIfThere(file, limit: Self.byteMax)) ?? [] }

  /// Saves another text in place of what it was made from.
  package func replace(_ was: [UInt8], with text: String) throws(Failure) {
    guard text.utf8.count <= Self.byteMax else {
      throw .refused("too-large", "This is too large for a manifest.")
    }
    let bytes = Array(text.utf8)
    let draft = "\(folder).\(lastName(of: file)).page-\(getpid())"
    // Whatever is there already, such as a link to elsewhere, is not replaced.
    try orFail { () throws(FileError) in try writeNewFile(draft, bytes) }
    defer { unlink(draft) }
    try judge(draft)
    let isWritten = try orFail { () throws(FileError) in
      try writeFile(file, bytes, inPlaceOf: was)
    }
    guard isWritten else { throw .changedMeanwhile }
  }

  /// Refuses a manifest that names what a page must not name.
  private func judge(_ draft: String) throws(Failure) {
    var head: Job?
    let outcome = JobReader(path: draft).read(begin: { head = $0 }, visit: { _ in true })
    guard let head else {
      let first = outcome.findings.findings.first { $0.problem.isError }
      let place = first.map { "\($0.position.line):\($0.position.column): " } ?? ""
      throw .refused(
        "not-saved",
        "Not saved. \(place)\(first?.problem.description ?? "This is no manifest.")",
        then: first?.problem.told ?? [])
    }
    let own = Set(outcome.files.filter { $0 != draft })
    let old = JobReader(path: file).read(begin: { _ in }, visit: { _ in true })
    var names = own.subtracting(old.files).map { name in
      name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
    }
    for name in own where !Self.isSheet(name) {
      throw .refused(
        "no-sheet",
        "Not saved. \"\(visible(lastName(of: name)))\" is no list: rows come from .csv, .xlsx or .ods"
          + " files.")
    }
    if case .password(let keys, _) = head.protection, keys.value != oldKeys {
      names.append(keys.value)
    }
    let isOutside = outcome.findings.findings.contains {
      $0.problem.rule == ManifestRule.`outside-folder`.rawValue
    }
    for name in names {
      guard !name.contains("/"), !name.hasPrefix("."), isThere(folder + name) else {
        throw .refused(
          "foreign-file",
          "Not saved. On this page, a manifest can only name files that are in the job's folder"
            + " already, and \"\(visible(name))\" is none.")
      }
    }
    if isOutside {
      throw .refused(
        "foreign-file",
        "Not saved. On this page, a manifest can only name files in the job's own folder.")
    }
  }

  private var oldKeys: String? {
    var head: Job?
    _ = JobReader(path: file, isResolvedLater: true).read(
      begin: { head = $0 }, visit: { _ in false })
    guard case .password(let keys, _)? = head?.protection else { return nil }
    return keys.value
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// States something about a spreadsheet in its `<rows>`, or says it anew; the person has seen the
  /// manifest like this.
  package func apply(_ cure: SheetCure, toSheet sheet: String?, in seen: String) throws(Failure) {
    try change(seen) { text in
      switch cure {
      case .attribute(let name, let value, _):
        text.stating(name, value, from: sheet.map { lastName(of: $0) })
      case .column(let name, let old): text.naming(name, inPlaceOf: old)
      }
    }
  }

  /// Puts another link into the manifest.
  package func replaceLink(with link: String, in seen: String) throws(Failure) {
    try change(seen) { text in
      ManifestPlaces(in: text).link.map { text.replacing($0, with: xml(link)) }
    }
  }

  /// Changes the text of the manifest, if that is as the person has seen it; nil for a text in which the
  /// place was not found.
  package func change(_ seen: String? = nil, _ body: (String) -> String?) throws(Failure) {
    let was = try orFail { () throws(FileError) in
      try readFileIfThere(file, limit: Self.byteMax) ?? []
    }
    guard seen.map({ $0 == String(decoding: was, as: UTF8.self) }) ?? true else {
      throw .changedMeanwhile
    }
    guard let changed = String(validating: was, as: UTF8.self).flatMap(body) else {
      throw .refused("no-place", "The manifest is not as expected. Change it by hand, below.")
    }
    try replace(was, with: changed)
  }
}

extension String {
  /// Whether a value may have another name in the manifest: only one list is concerned, and the name
  /// itself is not on the tags, as it is with `{?name}`.
  fileprivate func mayRename(_ name: String) -> Bool {
    guard ManifestPlaces(in: self).rows.count == 1 else { return false }
    return split(separator: "{").dropFirst().allSatisfy { part in
      let names = part.prefix { $0 != "}" }
      let isNamed = names.first.map { "?&;".contains($0) } ?? false
      return !isNamed || !names.dropFirst().split(separator: ",").contains { $0.hasPrefix(name) }
    }
  }

  /// The manifest with another name for a value, in its link and in its rows; nil if it is in neither.
  fileprivate func naming(_ name: String, inPlaceOf old: String) -> String? {
    let places = ManifestPlaces(in: self)
    // From behind, as what comes later moves.
    let ranges = [places.link, places.rows.first?.range].compactMap { $0 }
      .sorted { $0.lowerBound > $1.lowerBound }
    let text = ranges.reduce(self) { text, range in
      text.replacing(range, with: self[range].renaming(old, to: name))
    }
    return text == self ? nil : text
  }

  /// The manifest with an attribute in the `<rows>` of a spreadsheet; nil if that is not found.
  fileprivate func stating(_ name: String, _ value: String, from sheet: String?) -> String? {
    let rows = ManifestPlaces(in: self).rows.first { rows in
      rows.attributes["from"].map { sheet == nil || $0.value == sheet } ?? false
    }
    guard let rows else { return nil }
    if let old = rows.attributes[name] { return replacing(old.range, with: "\"\(value)\"") }
    let place = self[rows.range].firstIndex(where: \.isWhitespace) ?? rows.range.upperBound
    return replacing(place..<place, with: " \(name)=\"\(value)\"")
  }

  fileprivate func replacing(_ range: Range<Index>, with text: String) -> String {
    replacing([(range, text)])
  }

  /// The text with others in place of parts that do not overlap.
  func replacing(_ parts: [(range: Range<Index>, text: String)]) -> String {
    var changed = ""
    var place = startIndex
    // What is inserted at one place stays in its order.
    let ordered = parts.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, part) in ordered {
      changed += self[place..<part.range.lowerBound] + part.text
      place = part.range.upperBound
    }
    return changed + self[place...]
  }
}

extension Substring {
  /// The same with another name between its braces, where operators and cuts stay as they are.
  fileprivate func renaming(_ old: String, to name: String) -> String {
    var text = ""
    var rest = self
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      text += rest[...start]
      var names = rest[rest.index(after: start)..<end]
      if let first = names.first, "+#./;?&".contains(first) { text.append(names.removeFirst()) }
      text += names.split(separator: ",", omittingEmptySubsequences: false).map { part in
        let its = part.prefix { $0 != ":" && $0 != "*" }
        return its == old ? name + part[its.endIndex...] : String(part)
      }.joined(separator: ",")
      rest = rest[end...]
    }
    return text + rest
  }
}
