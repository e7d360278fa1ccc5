// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import JobSites
internal import Plain
internal import SiteAssociation
internal import StrictJSON

/// What one file of a host should say: what the jobs need, together with what is there already.
struct PlannedFile {
  let kind: AssociationKind
  let path: String
  /// What is there; nil if it is not.
  let present: [UInt8]?
  /// nil if no job needs the file.
  private(set) var bytes: [UInt8]?
  /// Whether it says more than the jobs need.
  private(set) var keepsMore = false

  init(
    _ kind: AssociationKind, of need: HostNeed, _ wishes: SiteWishes, deployed: LintedFile?,
    _ dropped: DroppedLinks, _ tell: (String) -> Void
  ) throws(Failure) {
    self.kind = kind
    path = "\(wishes.folder)/\(need.host)/\(kind.fileName)"
    present = try presentBytes(path)
    let needed = try need.file(of: kind)
    let standing = standing(of: need.host, wishes, dropped)
    guard var united = needed else {
      // Only what was given up is taken out.
      let isChanged = standing.map { $0.bytes != present } ?? false
      bytes = isChanged && standing?.isEmpty == false ? standing?.bytes : nil
      return
    }
    // What others wrote, if it is added to.
    var base: (bytes: [UInt8], path: String)?
    if let standing { try unite(&united, with: standing) }
    if let deployed, let own = OwnFile(existing: deployed.bytes, kind: kind) {
      try unite(&united, with: dropped.remainder(of: own, on: need.host))
      bytes = united.bytes
      try requireNothingIsLost(deployed, standing, wishes)
    } else if let deployed {
      base = (deployed.bytes, deployed.path)
      bytes = try merged(need, into: deployed.bytes, deployed.path)
      try requireNothingIsLost(deployed, standing, wishes)
    } else if let present, standing == nil, !isOurs, !wishes.replaces {
      base = (present, path)
      bytes = try unlessForeign(need, present, wishes) ?? united.bytes
    } else {
      bytes = united.bytes
    }
    guard let made = bytes else { return }
    let isOfOthers = OwnFile(existing: made, kind: kind) == nil
    keepsMore = !isOfOthers && deployed == nil && needed.map { !$0.includes(united) } == true
    try requireSize(made)
    let served = ServedFile(made, kind: kind)
    if let base, base.bytes != made, (try? JSONDocument(reading: base.bytes)) != nil {
      try requireNoChange(from: base.bytes, base.path, to: served, need.host, tell)
    }
    // A file that equals the new one loses nothing.
    let alone = try need.jobs.map { job throws(Failure) in try job.file(of: kind) }
      .compactMap(\.self).filter { $0 != made }.map { ServedFile($0, kind: kind) }
    let stood = standing.map(\.bytes).flatMap { $0 == made ? nil : ServedFile($0, kind: kind) }
    try requireOpening(of: alone, stood, in: served, need.host, tell)
    tellWhoGetsLinks(of: (stood.map { [$0] } ?? []) + alone, in: served, need.host, tell)
  }

  /// The file of others, unchanged if it has all that the jobs need.
  ///
  /// Otherwise a comparison shows what to add; nil if it is not JSON, to which nothing can be added.
  private func unlessForeign(
    _ need: HostNeed, _ present: [UInt8], _ wishes: SiteWishes
  ) throws(Failure) -> [UInt8]? {
    guard (try? JSONDocument(reading: present)) != nil else {
      if wishes.compares { return nil }
      throw foreign(canBeMerged: false)
    }
    // If nothing can be added, the error says what to do; replacing the file would lose what others need.
    let merged = try self.merged(need, into: present, path)
    guard wishes.compares || merged == present else { throw foreign(canBeMerged: true) }
    return merged
  }

  /// Whether the file is there and is one of ours.
  private var isOurs: Bool { present.flatMap { OwnFile(existing: $0, kind: kind) } != nil }

  /// What a file of ours says there, without what is given up.
  private func standing(
    of host: String, _ wishes: SiteWishes, _ dropped: DroppedLinks
  ) -> OwnFile? {
    let isWhole = dropped.isWhole(host)
    guard let present, let own = OwnFile(existing: present, kind: kind) else { return nil }
    // Also if nothing of it stays, so that its names count as known.
    let remainder = dropped.remainder(of: own, on: host)
    return wishes.replaces || isWhole ? nil : remainder
  }

  private func unite(_ united: inout OwnFile, with other: OwnFile) throws(Failure) {
    do throws(SiteMergeError) {
      try united.formUnion(other)
    } catch .rulesAndNone(let package) {
      throw Failure(
        name: "cannot-make", words: "\(SiteMergeError.rulesAndNone(package: package))",
        kind: .differs, cure: .giveUpApp(package), file: path)
    } catch {
      throw Failure(error, file: path)
    }
  }

  /// A file of others with what the jobs need, in one order whichever job is named first.
  private func merged(
    _ need: HostNeed, into file: [UInt8], _ path: String
  ) throws(Failure) -> [UInt8] {
    var jobs: [(file: [UInt8], job: JobHosts)] = []
    for job in need.jobs {
      if let file = try job.file(of: kind) { jobs.append((file, job)) }
    }
    jobs.sort { $0.file.lexicographicallyPrecedes($1.file) }
    var bytes = file
    for (_, job) in jobs {
      do throws(SiteMergeError) {
        bytes = try job.site.merged(into: bytes, of: kind)
      } catch {
        throw Failure(error, file: path)
      }
    }
    return bytes
  }
}

// What is refused.
extension PlannedFile {
  private static let changesShownMax = 10

  /// Refuses a merge in which an app of the file loses or gains a link.
  private func requireNoChange(
    from file: [UInt8], _ path: String, to made: ServedFile, _ host: String,
    _ tell: (String) -> Void
  ) throws(Failure) {
    let old = ServedFile(file, kind: kind)
    var unasked = 0
    let changes = VerdictChange.all(from: old, to: made, host) { unasked += $0 }
    tellUnasked(unasked, host, tell)
    let winners = WinnerChange.all(from: old, to: made, host)
    let lines =
      changes.map {
        "\(visible($0.app))  \(visible($0.link)): \($0.before.rawValue) before, \($0.after.rawValue) after"
      }
      + winners.map {
        "An iPhone with all these apps  \(visible($0.link)): \(Self.names($0.before, "or")) before, "
          + "\(Self.names($0.after, "or")) after"
      }
    guard !lines.isEmpty else { return }
    for line in lines.prefix(Self.changesShownMax) { tell(line) }
    throw Failure(
      name: "merge-changes-links",
      words: """
        The entries of the jobs would change what becomes of \(count(lines.count, "link")) of the \
        file, so nothing was written. Change the patterns of the job, or the file by hand.
        """,
      kind: .differs, file: path)
  }

  private func foreign(canBeMerged: Bool) -> Failure {
    Failure(
      name: "foreign-file",
      words: "This file is there already, and it has entries that none of these jobs made.",
      kind: .differs, cure: .addToFile(canBeMerged ? path : nil), file: path)
  }

  /// Refuses a merge into one file that would lose something of another one that is there.
  private func requireNothingIsLost(
    _ merged: LintedFile, _ standing: OwnFile?, _ wishes: SiteWishes
  ) throws(Failure) {
    guard !wishes.replaces, !wishes.compares, let present, let bytes, present != bytes,
      present != merged.bytes
    else { return }
    // Only one file can be merged into.
    guard isOurs else { throw foreign(canBeMerged: false) }
    guard let standing, !OwnFile(made: bytes, kind: kind).includes(standing) else { return }
    throw Failure(
      name: "links-lost",
      words: """
        The new file would lose what this one says of \
        \(listed(standing.names.sorted().map { visible($0) }, "and")): links on printed tags may need it.
        """,
      kind: .differs, cure: .nameJobsOfFile, file: path)
  }

  /// The rules are too many for every sample of them.
  private func tellUnasked(_ count: Int, _ host: String, _ tell: (String) -> Void) {
    guard count > 0 else { return }
    tell(
      "\(visible(host)): the rules are too many to try them all on each other. "
        + "\(Plain.count(grouped: count, "sample link")) of them \(count == 1 ? "was" : "were") not tried."
    )
  }

  private func requireSize(_ bytes: [UInt8]) throws(Failure) {
    guard kind == .apple, bytes.count > AssociationLint.appleByteCount else { return }
    throw Failure(.plan(.tooLarge(byteCount: bytes.count)), file: path)
  }

  /// Refuses rules with which a link stays shut that a job alone, or the file there, opens.
  private func requireOpening(
    of alone: [ServedFile], _ stood: ServedFile?, in made: ServedFile, _ host: String,
    _ tell: (String) -> Void
  ) throws(Failure) {
    var unasked = 0
    func closed(_ file: ServedFile) -> [VerdictChange] {
      VerdictChange.all(from: file, to: made, host) { unasked += $0 }
        .filter { $0.before == .opens }
    }
    let shut = alone.flatMap(closed)
    let lost = stood.map(closed) ?? []
    tellUnasked(unasked, host, tell)
    guard let first = shut.first ?? lost.first else { return }
    let all = Array(Set(shut + lost)).sorted { ($0.app, $0.link) < ($1.app, $1.link) }
    let shown = Array(all.prefix(Self.changesShownMax))
    let reasons = VerdictChange.reasons(for: shown, in: made, host)
    for (change, reason) in zip(shown, reasons) {
      let whose = shut.contains(change) ? "the job opens it" : "opens before"
      tell(
        "\(visible(change.app))  \(visible(change.link)): \(whose), \(change.after.rawValue) in the new file\n"
          + "  \(visible(reason))")
    }
    let isCertain = all.contains { $0.after == .shut }
    throw Failure(
      name: "merge-changes-links",
      words: """
        With the rules of all together, \(count(all.count, "link")) such as \(first.link) \
        \(isCertain ? "would" : "might") stay shut, so nothing was written. Change what the reasons name: the patterns of a job, or the file.
        """,
      kind: .differs, file: path)
  }

  /// Says which app gets a link that several open: each of them alone opens it all the same.
  private func tellWhoGetsLinks(
    of files: [ServedFile], in made: ServedFile, _ host: String, _ tell: (String) -> Void
  ) {
    var known: Set<[[String]]> = []
    for file in files {
      for change in WinnerChange.all(from: file, to: made, host)
      where known.insert([change.before, change.after]).inserted {
        let others = change.before.filter { !change.after.contains($0) }
        let opened =
          change.after.count == 1
          ? "opens \(Self.names(change.after, "or"))"
          : "opens one of \(Self.names(change.after, "and")), and nothing tells which"
        tell(
          "With links such as \(visible(change.link)), an iPhone that has these apps \(opened)"
            + (others.isEmpty ? "." : ", not \(Self.names(others, "or"))."))
      }
    }
  }

  private static func names(_ apps: [String], _ word: String) -> String {
    listed(apps.map { visible($0) }, word)
  }
}
