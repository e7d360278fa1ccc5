// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import Files
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Voices

/// The jobs of the folder that was opened, which is the program's own folder: its manifests, and those
/// one folder deeper.
enum JobFolder {
  /// More would be no help to anyone.
  private static let jobsMax = 500
  private static let headBytes = 1 << 16

  /// The manifests, as paths from here.
  static var jobs: [String] { files(atMost: jobsMax, where: isManifest) }

  /// The manifests that were put away, as they are called when they are not.
  static var putAway: [String] {
    let folders = names(".").filter { kind(of: $0) == S_IFDIR }
    let inFolders = folders.flatMap { folder in
      (folderNames(folder) ?? []).map { "\(folder)/\($0)" }
    }
    let found = ((folderNames(".") ?? []) + inFolders).compactMap { path in
      kind(of: path) == S_IFREG ? PutAwayJob.manifest(of: path) : nil
    }
    return Array(found.prefix(jobsMax))
  }

  /// The ledgers in the same places, also those whose manifest is elsewhere.
  static var ledgers: [String] { files(where: isLedger) }

  /// Some files, as paths from here.
  private static func files(
    atMost most: Int = .max, where isWanted: (String) -> Bool
  ) -> [String] {
    var found: [String] = []
    for name in names(".") {
      if isWanted(name) {
        found.append(name)
      } else if kind(of: name) == S_IFDIR {
        found += names(name).map { "\(name)/\($0)" }.filter(isWanted)
      }
      if found.count >= most { break }
    }
    return Array(found.prefix(most))
  }

  private static func isLedger(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".ledger") && kind(of: path) == S_IFREG
  }

  private static func names(_ folder: String) -> [String] {
    (folderNames(folder) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func isManifest(_ path: String) -> Bool {
    // A link may lead anywhere, and a pipe keeps whoever opens it.
    guard path.lowercased().hasSuffix(".xml"), kind(of: path) == S_IFREG,
      let head = try? InputFile(regular: path).next(headBytes)
    else { return false }
    return contains("urn:tagpress:job:", in: head)
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  /// The job that a page names; it is one of these, whatever the name.
  static func job(_ file: String?) throws(Failure) -> String {
    guard let file, jobs.contains(where: { $0.utf8.elementsEqual(file.utf8) }) else {
      throw .refused(
        .`no-such-job`, "This job is no longer in the folder. Go back to the list of jobs.")
    }
    return file
  }

  static func cards(on desk: JobDesk) -> JSONValue {
    .array(
      jobs.map { file in
        let head = desk.head(of: file)
        let ledger = head.job.flatMap { desk.ledger(of: file, job: $0.id) }
        let isBehind = ledger.map { !$0.knows(desk.hash(of: file)) } ?? false
        return card(of: file, head, ledger, isBehind: isBehind)
      })
  }

  /// A job whose rows no ledger has yet was perhaps read just now.
  static func card(
    of file: String, _ read: JobDesk.Head, _ ledger: LedgerLook?, isBehind: Bool, rows: Int? = nil
  ) -> JSONValue {
    let (head, counts) = (read.job, ledger?.counts)
    let trouble =
      ledger?.trouble.map { (kind: "error", saying: $0.saying(Voice.page.cures)) }
      ?? (head == nil
        ? read.trouble.map { (kind: "finding", saying: Saying($0.description, $0.told)) } : nil)
    return [
      "file": .string(file), "id": .string(head?.id ?? ""),
      "title": .string(head?.title ?? head?.id ?? lastName(of: file)),
      "rows": .optional(counts?.rows ?? rows), "done": .integer(counts?.done ?? 0),
      "unfinished": .integer(counts?.begun ?? 0),
      "isBehind": .bool(isBehind), "isBegun": .bool(counts.map { $0.done + $0.begun > 0 } ?? false),
      "trouble": trouble.map {
        .object([("kind", .string($0.kind))] + $0.saying.members)
      } ?? .null,
    ]
  }
}
