// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import TagKeys
internal import Workbook

/// A list from which a job has its rows, and which a newer version can replace.
///
/// What is taken is what a person was shown: the old bytes, the new ones, the manifest and the tags have
/// one sign together, and with another sign nothing is taken. The list that was there before is kept
/// beside the new one, under a hidden name, until the next one is taken.
package struct JobList {
  private let manifest: String
  /// The name of its file, which is in the job's own folder.
  package let name: String
  private let outside: Bool

  package static let byteMax = 64 << 20

  /// The list of this name, or the only one of the job.
  package init(_ name: String?, of manifest: String, outside: Bool = false) throws(Failure) {
    let names = Self.names(in: String(decoding: ManifestEdit(manifest).bytes, as: UTF8.self))
    guard let found = name.map({ name in names.first { $0 == name } }) ?? names.first,
      name != nil || names.count == 1
    else {
      throw .refused("no-sheet", "The job has no such list.")
    }
    (self.manifest, self.name, self.outside) = (manifest, found, outside)
  }

  /// The lists that a manifest names and that are in the job's own folder.
  package static func names(in manifest: String) -> [String] {
    ManifestPlaces(in: manifest).rows.compactMap { $0.attributes["from"]?.value }
      .reduce(into: []) { names, name in
        if ManifestEdit.isSheet(name), !name.contains("/"), !names.contains(name) {
          names.append(name)
        }
      }
  }

  /// Where its file is, as the job's rows name it.
  package var path: String { folder + name }

  private var folder: String { String(manifest.dropLast(lastName(of: manifest).count)) }

  /// A newer version, or the one that was there before.
  package struct Version: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate let name: String

    package init(_ path: String, named name: String) throws(Failure) {
      guard ManifestEdit.isSheet(name) else {
        throw .refused(
          "not-a-list",
          "\"\(visible(name))\" is no list: rows come from .csv, .xlsx or .ods files. Save it as one"
            + " of these.")
      }
      self.name = name
      // Read once: whoever saves it meanwhile saves another version.
      bytes = try orFail { () throws(FileError) in
        try readFileIfThere(path, limit: JobList.byteMax) ?? []
      }
      guard !bytes.isEmpty else { throw .refused("empty-file", "The file is empty.") }
    }

    fileprivate var isWorkbook: Bool {
      WorkbookKind(bytes.prefix(WorkbookKind.firstBytesCount)) != nil
    }
  }

  /// What there is to see before a version is taken.
  package struct Look: Sendable {
    package let comparison: ListComparison
    /// The name that the list has afterwards.
    package let name: String
    package let isTheSame: Bool
    /// Stands for all that was compared.
    package let sign: String
  }

  /// The list that was there before the last one was taken.
  package func former() throws(Failure) -> Version? {
    guard let name = formerName else { return nil }
    return try Version(folder + Self.hidden(name), named: name)
  }

  package var hasFormer: Bool { formerName != nil }

  private var formerName: String? {
    // It had another ending, perhaps.
    ManifestEdit.sheetEndings.map { stem + $0 }.first { isOrdinaryFile(folder + Self.hidden($0)) }
  }

  private static func hidden(_ name: String) -> String { ".\(name).before" }

  private var stem: String { Files.stem(of: name) }

  /// Compares the rows of the job with those that it would have.
  package func look(at version: Version) throws(Failure) -> Look {
    let state = try state()
    let plan = try plan(for: version, state)
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    defer { folder.remove() }
    func copy(_ bytes: [UInt8], _ name: String) throws(Failure) -> String {
      let path = "\(folder.path)/\(name)"
      try orFail { () throws(FileError) in try writeFile(path, bytes, lasting: false) }
      return path
    }
    var (old, new) = (reader, reader)
    old.replacements = [
      manifest: try copy(state.manifest, "old.xml"),
      self.folder + name: try copy(state.list ?? [], "old-list"),
    ]
    new.replacements = [
      manifest: try copy(plan.manifest, "new.xml"),
      self.folder + plan.name: try copy(version.bytes, "new-list"),
    ]
    let comparison = ListComparison(
      from: old, to: new, tags: state.tags, isNumbered: isNumbered(in: state.manifest))
    guard !comparison.isTooLarge else {
      throw .refused(
        "too-large",
        "The list has too many rows to be compared here. Put it into the job's folder yourself.")
    }
    guard comparison.rowCount > 0 else {
      let reason = comparison.trouble?.problem.description ?? "It has no rows."
      throw Failure(
        name: comparison.trouble?.problem.rule ?? "no-rows",
        words: "This list does not fit the job, and was not taken. \(reason)", kind: .differs)
    }
    return Look(
      comparison: comparison, name: plan.name,
      isTheSame: version.bytes == state.list && plan.name == name,
      sign: try sign(of: state, version))
  }

  /// Whether its rows have no ids but their numbers, so that one row less gives all later ones another.
  private func isNumbered(in manifest: [UInt8]) -> Bool {
    ManifestPlaces(in: String(decoding: manifest, as: UTF8.self)).rows.contains { rows in
      rows.attributes["from"]?.value == name
        && rows.attributes["id"]?.value.contains("{number}") == true
    }
  }

  private var reader: JobReader { JobReader(path: manifest, mayLeaveFolder: outside) }

  /// Puts a version in the place of the list, if everything is as it was when a person saw the sign.
  package func take(_ version: Version, seen: String) throws(Failure) {
    let state = try state()
    guard try sign(of: state, version) == seen else { throw .changedMeanwhile }
    let plan = try plan(for: version, state)
    if let list = state.list { try keep(list) }
    try put(version, as: plan, in: state)
    for ending in ManifestEdit.sheetEndings where state.list != nil && stem + ending != name {
      unlink(folder + Self.hidden(stem + ending))
    }
  }

  private func put(
    _ version: Version, as plan: (name: String, manifest: [UInt8]), in state: State
  ) throws(Failure) {
    guard plan.name != name else {
      let isTaken = try orFail { () throws(FileError) in
        try state.list.map { (list) throws(FileError) in
          try writeFile(folder + name, version.bytes, inPlaceOf: list)
        }
      }
      if isTaken == nil {
        try orFail { () throws(FileError) in try writeNewFile(folder + name, version.bytes) }
      }
      guard isTaken != false else { throw .changedMeanwhile }
      return
    }
    // The manifest decides which file is the list: until it is replaced, the old one is.
    try orFail { () throws(FileError) in try writeNewFile(folder + plan.name, version.bytes) }
    do throws(Failure) {
      try ManifestEdit(manifest).replace(
        state.manifest, with: String(decoding: plan.manifest, as: UTF8.self))
    } catch {
      unlink(folder + plan.name)
      throw error
    }
    unlink(folder + name)
  }

  private func keep(_ list: [UInt8]) throws(Failure) {
    try orFail { () throws(FileError) in
      // Whatever else is there, such as a link to elsewhere, is not written through.
      let file = try NewFile(folder + Self.hidden(name), throughLinks: false)
      file.write(list)
      try file.finish()
    }
  }

  // MARK: What there is now

  private struct State {
    let manifest: [UInt8]
    /// Nil if it is not there.
    let list: [UInt8]?
    let tags: WrittenTags
  }

  private func state() throws(Failure) -> State {
    let path = folder + name
    guard isOrdinaryFile(path) || isAbsent(path) else {
      throw .refused(
        "foreign-file", "The job takes its list from another folder. Put it there yourself.")
    }
    let bytes = try orFail { () throws(FileError) in
      (
        try readFileIfThere(manifest, limit: ManifestEdit.byteMax) ?? [],
        try readFileIfThere(path, limit: Self.byteMax)
      )
    }
    return State(manifest: bytes.0, list: bytes.1, tags: try tags())
  }

  /// A ledger that cannot be read says nothing about tags, so nothing is shown or taken without it.
  private func tags() throws(Failure) -> WrittenTags {
    var head: Job?
    _ = JobReader(path: manifest, isResolvedLater: true).read(
      begin: { head = $0 }, visit: { _ in false })
    guard let head else { throw .refused("no-job", "The job cannot be read.") }
    return try orFail { () throws(LedgerError) in
      do throws(LedgerError) {
        return try WrittenTags(
          Ledger(
            at: Ledger.path(besideManifest: manifest), job: head.id, access: .reading, now: .now))
      } catch {
        guard case .missing = error.fault else { throw error }
        return try WrittenTags(nil)
      }
    }
  }

  private func sign(of state: State, _ version: Version) throws(Failure) -> String {
    let parts = [state.manifest, state.list ?? [], version.bytes].map { sha256($0) ?? [] }
    let words = "\(version.name) \(state.tags.mark)"
    let all = Array(parts.joined()) + Array(words.utf8)
    guard let sign = sha256(all) else { throw .changedMeanwhile }
    return hex(sign)
  }

  /// The name that the list gets, and the manifest that names it.
  private func plan(
    for version: Version, _ state: State
  ) throws(Failure) -> (name: String, manifest: [UInt8]) {
    let wanted = newName(for: version)
    guard wanted != name else { return (name, state.manifest) }
    let text = String(decoding: state.manifest, as: UTF8.self)
    guard isAbsent(folder + wanted), !Self.names(in: text).contains(wanted) else {
      throw Failure(
        name: "name-taken",
        words: "The job's folder has a file called \(visible(wanted)) already. Rename that, or save"
          + " your list as \(visible(lastName(of: name))).", kind: .differs)
    }
    let changed = text.takingRows(from: wanted, inPlaceOf: name, isWorkbook: version.isWorkbook)
    return (wanted, Array(changed.utf8))
  }

  /// A list of another kind has another ending, so that it opens in the right program.
  private func newName(for version: Version) -> String {
    func ending(_ name: String) -> String {
      name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
    }
    let isWorkbook = ManifestEdit.isWorkbook(name)
    if version.isWorkbook {
      let theirs = ManifestEdit.isWorkbook(version.name) ? ending(version.name) : ".xlsx"
      return isWorkbook && ending(name) == theirs ? name : stem + theirs
    }
    guard isWorkbook else { return name }
    return stem + (ManifestEdit.isWorkbook(version.name) ? ".csv" : ending(version.name))
  }
}

extension String {
  /// The manifest with another file in place of one from which it has rows.
  fileprivate func takingRows(
    from new: String, inPlaceOf old: String, isWorkbook: Bool
  ) -> String {
    // How a text is written, and which sheet is meant, is not said of the other kind.
    let meaningless = isWorkbook ? "encoding" : "sheet"
    var changes: [(range: Range<Index>, text: String)] = []
    for rows in ManifestPlaces(in: self).rows {
      guard let from = rows.attributes["from"], from.value == old else { continue }
      changes.append((from.range, "\"\(xml(new))\""))
      if let attribute = rows.attributes[meaningless] {
        changes.append((start(ofAttribute: attribute.range)..<attribute.range.upperBound, ""))
      }
    }
    return replacing(changes)
  }

  /// Where an attribute begins, with the space before its name; the range is that of its value.
  private func start(ofAttribute value: Range<Index>) -> Index {
    var head = self[..<value.lowerBound]
    for isPart in [{ $0.isWhitespace || $0 == "=" }, { !$0.isWhitespace }, { $0.isWhitespace }]
      as [(Character) -> Bool]
    {
      while let last = head.last, isPart(last) { head.removeLast() }
    }
    return head.endIndex
  }
}
