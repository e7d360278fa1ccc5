// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import Terminal

/// What one file of a host shall say: what the jobs need, together with what stands there.
struct PlannedFile {
  let kind: AssociationKind
  /// Where it is now, which is elsewhere if it moves.
  let presentPath: String
  let present: [UInt8]?
  /// nil if no job needs the file.
  private(set) var bytes: [UInt8]?
  /// Whether it says more than the jobs need.
  private(set) var keepsMore = false

  /// What may be lost, and what is added to.
  struct Wishes {
    let deployed: DeployedFiles
    let dropped: DroppedLinks
    let replaces: Bool
    /// Whether the file is only compared, and nothing is lost whatever it says.
    let compares: Bool
  }

  init(
    _ kind: AssociationKind, of need: HostNeed, in layout: SiteLayout, _ wishes: Wishes,
    on console: Console
  ) throws(Failure) {
    self.kind = kind
    presentPath = layout.presentPath(of: kind, for: need.host)
    present = try presentBytes(presentPath)
    let needed = try need.file(of: kind)
    let standing = standing(of: need.host, wishes)
    guard var united = needed else {
      // What is left of it when all that was given up is out.
      let isChanged = standing.map { $0.bytes != present } ?? false
      bytes = isChanged && standing?.isEmpty == false ? standing?.bytes : nil
      return
    }
    let deployed = wishes.deployed[need.host, kind]
    if let standing { try take(standing, into: &united) }
    if let deployed, let own = OwnFile(standing: deployed.bytes, kind: kind) {
      try take(without(wishes.dropped, need.host, own), into: &united)
      bytes = united.bytes
    } else if let deployed {
      bytes = try merged(need, into: deployed)
      if let bytes {
        try Self.requireNone(
          of: VerdictChange.all(from: deployed.bytes, to: bytes, kind: kind, host: need.host),
          deployed.path, on: console
        ) { "With the entries of the jobs, \($0) of the file would fare otherwise" }
      }
      if !wishes.replaces, !wishes.compares {
        try requireNothingIsLost(deployed, host: need.host)
      }
    } else {
      let isForeign = present != nil && standing == nil && !isOurs
      if isForeign, !wishes.replaces, !wishes.compares { throw foreign }
      bytes = united.bytes
    }
    guard let made = bytes else { return }
    keepsMore = deployed == nil && needed.map { !$0.includes(united) } == true
    try requireSize(made)
    try requireOpening(need, standing, made, on: console)
  }

  /// Whether all that is there is written as we write it.
  private var isOurs: Bool { present.flatMap { OwnFile(standing: $0, kind: kind) } != nil }

  /// What stands there and stays, if it is ours.
  private func standing(of host: String, _ wishes: Wishes) -> OwnFile? {
    guard !wishes.replaces, !wishes.dropped.isWhole(host), let present,
      let own = OwnFile(standing: present, kind: kind)
    else { return nil }
    return without(wishes.dropped, host, own)
  }

  private func without(_ dropped: DroppedLinks, _ host: String, _ own: OwnFile) -> OwnFile {
    var own = own
    for path in dropped.paths(of: host) { own.leaveOut(path) }
    for app in dropped.apps { own.leaveOut(app: app) }
    return own
  }

  private func take(_ other: OwnFile, into united: inout OwnFile) throws(Failure) {
    do throws(SiteMergeError) {
      try united.formUnion(other)
    } catch {
      throw Failure(error, file: presentPath)
    }
  }

  private func merged(_ need: HostNeed, into file: LintedFile) throws(Failure) -> [UInt8] {
    var bytes = file.bytes
    for job in need.jobs {
      do throws(SiteMergeError) {
        bytes =
          kind == .apple
          ? try job.site.merged(intoApple: bytes) : try job.site.merged(intoAndroid: bytes)
      } catch {
        throw Failure(error, file: file.path)
      }
    }
    return bytes
  }
}

// What is refused.
extension PlannedFile {
  private static let changesShownMax = 10

  private var cure: String {
    "Take it in with --merge \(shellWord(presentPath)), or lose what it says with --replace."
  }

  private var foreign: Failure {
    Failure(
      name: "foreign-file",
      words: "This file is there already, and it says what no job here made. \(cure)",
      code: .differs, file: presentPath)
  }

  /// A merge into one file loses nothing of another one that is there.
  private func requireNothingIsLost(_ merged: LintedFile, host: String) throws(Failure) {
    guard let present, let bytes, present != bytes, present != merged.bytes else { return }
    guard isOurs else { throw foreign }
    let lost = VerdictChange.all(from: present, to: bytes, kind: kind, host: host)
      .first { $0.before == .opens }
    guard let lost else { return }
    throw Failure(
      name: "links-lost",
      words: """
        With the new file, \(lost.app) would no longer open links such as \(lost.link), which may \
        be on printed tags. \(cure)
        """,
      code: .differs, file: presentPath)
  }

  private func requireSize(_ bytes: [UInt8]) throws(Failure) {
    guard kind == .apple, bytes.count > AssociationLint.appleByteCount else { return }
    throw Failure(.plan(.tooLarge(byteCount: bytes.count)), file: presentPath)
  }

  /// What each job alone opens, and what stood there, opens with the others beside it.
  private func requireOpening(
    _ need: HostNeed, _ standing: OwnFile?, _ made: [UInt8], on console: Console
  ) throws(Failure) {
    var files: [[UInt8]] = []
    for job in need.jobs {
      if let file = try job.file(of: kind) { files.append(file) }
    }
    if let standing { files.append(standing.bytes) }
    var changes: [VerdictChange] = []
    for file in files {
      changes += VerdictChange.all(from: file, to: made, kind: kind, host: need.host)
        .filter { $0.before == .opens && !changes.contains($0) }
    }
    try Self.requireNone(of: changes, presentPath, on: console) {
      "With the rules of all together, \($0) would stay shut"
    }
  }

  /// Refuses changes, after a table of them.
  private static func requireNone(
    of changes: [VerdictChange], _ path: String, on console: Console, words: (String) -> String
  ) throws(Failure) {
    guard !changes.isEmpty else { return }
    for change in changes.prefix(changesShownMax) {
      console.say(
        "\(visible(change.app))  \(visible(change.link)): \(change.before.rawValue) before, "
          + "\(change.after.rawValue) after")
    }
    let what = words(count(changes.count, "link"))
    throw Failure(
      name: "merge-changes-links",
      words:
        "\(what), so nothing was written. Change the patterns of the job, or the file by hand.",
      code: .differs, file: path)
  }
}
