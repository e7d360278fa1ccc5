// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import CSQLite
import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// A ledger and its witness as files that get lost, are copied, cut and mixed up.
struct WitnessTests {
  let folder: TemporaryDirectory
  let path: String
  let witness: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.ledger")
    witness = folder.path(of: "spring.witness")
  }

  /// A job with a done, a begun, a failed and a given-up row, and one that is free.
  @discardableResult
  func make() throws -> Ledger {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"])
    try ledger.complete(1, row: "a")
    _ = try ledger.start(2, row: "b")
    let (_, attempt) = try ledger.start(3, row: "c")
    try ledger.finish(attempt, .failed(Reason("stuck", "page 5")), at: moment(103))
    try ledger.complete(4, row: "d")
    try ledger.void(row: "d", why: "lost\tin the post", at: moment(105))
    return ledger
  }

  func openingFault(_ access: Ledger.Access = .writing, moved: Bool = false) -> LedgerFault? {
    fault {
      _ = try Ledger.sample(
        in: folder, access: access, moved: moved, patience: .milliseconds(50))
    }
  }

  func lines() throws -> [String] {
    String(decoding: try folder.read("spring.witness"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// Rows with their tags as the ledger has them, and what follows from them.
  static func state(_ ledger: Ledger) throws -> [String] {
    var state: [String] = []
    try ledger.forEachClaim {
      state.append(
        "\($0.rowID) \($0.uid) \($0.state) \($0.link) \($0.why ?? "-") \($0.isUndecided)")
      return true
    }
    return state
  }

  /// SQLite's door to the disk takes no more than 128 KiB at once.
  @Test func tokensOfManyRowsAreInTheWitness() throws {
    let ledger = try Ledger.sample(in: folder)
    let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
    for number in 1...3_000 {
      let row = ImportedRow(id: "row-\(number)", tokens: [WantedToken(name: "t", length: 8)])
      try manifest.add(row, drawToken: { _ in "\(10_000_000 + number)" }, link: { $0[0] })
    }
    _ = try manifest.commit()
    let witness = String(decoding: try folder.read("spring.witness"), as: UTF8.self)
    #expect(witness.utf8.count > 3 * 131_072)
    #expect(witness.split(separator: "\n").filter { $0.contains("\ttoken\t") }.count == 3_000)
    #expect(try Ledger.sample(in: folder).row(id: "row-3000")?.link == "10003000")
  }

  @Test func everyClaimAndOutcomeIsALineThatPeopleCanRead() throws {
    try make()
    let lines = try lines()
    let kinds = lines.map { $0.split(separator: "\t")[2] }
    #expect(
      kinds == [
        "witness", "manifest", "claim", "done", "claim", "claim", "failed", "claim", "done",
        "void",
      ])
    #expect(lines[0].contains("\tjob=spring\tlineage="))
    #expect(
      lines[2].hasPrefix(
        "3\t1970-01-01T00:01:40.000000Z\tclaim\trow=a\tuid=04000000000001\tlink=1\tmessage=0101"))
    #expect(lines[9].contains("\twhy=lost\\x09in the post\t"))
    // The chain, computed again.
    var hash = [UInt8](repeating: UInt8(ascii: "0"), count: 64)
    var end = WitnessEnd()
    for line in lines {
      let isNext = Array(line.utf8).withUnsafeBytes { bytes in Result { try end.follow(bytes) } }
      #expect(try isNext.get())
      #expect(Array(line.utf8.suffix(64)) == end.hash)
      #expect(end.hash != hash)
      hash = end.hash
    }
  }

  @Test func theFileHasTheJobFromTheFirstMoment() throws {
    let ledger = try make()
    // A copy of the file alone, while it is open, is not a ledger without tables.
    let copy = try TemporaryDirectory()
    try copy.write(try folder.read("spring.ledger"), to: "spring.ledger")
    #expect(
      fault { _ = try Ledger.sample(in: copy) } == .noWitness(copy.path(of: "spring.witness")))
    let reading = try Ledger.sample(in: copy, access: .reading)
    #expect(reading.remarks == [.noWitness(copy.path(of: "spring.witness"))])
    #expect(try reading.counts().rows == 5)
    try ledger.fold()
    try copy.write(try folder.read("spring.ledger"), to: "spring.ledger")
    #expect(try Ledger.sample(in: copy, access: .reading).counts().done == 1)
  }

  @Test func aLedgerThatKnowsLessThanItsWitnessIsRefusedAndRecreated() throws {
    do { try make() }
    let old = try folder.read("spring.ledger")
    let before: [String]
    do {
      let ledger = try Ledger.sample(in: folder)
      try ledger.complete(5, row: "e")
      before = try Self.state(ledger)
    }
    // The file is written over, so that it stays the same file with an older content.
    try overwrite(path, old)
    #expect(openingFault() == .behindWitness(witness, lines: 2))
    #expect(openingFault(.reading) == .behindWitness(witness, lines: 2))
    #expect(try folder.read("spring.ledger") == old)
    let rebuilt = try Ledger.rebuild(at: path, moved: false, now: moment(200))
    #expect(rebuilt == .ledger(putAside: [path + ".aside-1"]))
    #expect(try folder.read("spring.ledger.aside-1") == old)
    let ledger = try Ledger.sample(in: folder)
    #expect(try Self.state(ledger) == before)
    try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"])
    #expect(try Self.state(ledger) == before)
    #expect(try ledger.counts().free == 2)
    #expect(try ledger.undecidedCount() == 0)
    #expect(try ledger.health(full: true).damages == [])
  }

  @Test func aRebuiltLedgerSeesAChangedManifest() throws {
    do { try make() }
    unlink(path)
    #expect(openingFault() == .lost(witness: witness))
    #expect(openingFault(.reading) == .lost(witness: witness))
    #expect(try Ledger.rebuild(at: path, moved: false, now: moment(200)) == .ledger(putAside: []))
    let ledger = try Ledger.sample(in: folder)
    let changes = try ledger.take(["a": "one", "b": "2", "c": "3", "e": "5"], hash: 1)
    #expect(changes?.undecided == 1)
    #expect(try Self.state(ledger).first?.hasSuffix("- true") == true)
  }

  @Test func anEmptyAnOrphanedAndALinkedLedgerAreRefused() throws {
    do { try make() }
    let whole = try folder.read("spring.ledger")
    try overwrite(path, [])
    #expect(openingFault() == .blank)
    unlink(path)
    try folder.write("log", to: "spring.ledger-wal")
    #expect(openingFault() == .lost(witness: witness))
    unlink(witness)
    #expect(openingFault() == .onlyItsLog("-wal"))
    #expect(openingFault(.reading) == .onlyItsLog("-wal"))
    #expect(try folder.read("spring.ledger-wal") == Array("log".utf8))
    unlink(path + "-wal")
    try folder.write(whole, to: "spring.ledger")
    link(path, path + ".backup")
    #expect(openingFault() == .linked(names: 2))
  }

  @Test func aCopyIsAskedAboutAndAMoveIsNot() throws {
    do { try make() }
    let other = try TemporaryDirectory()
    for name in folder.entries { try other.write(try folder.read(name), to: name) }
    do throws(LedgerError) {
      _ = try Ledger.sample(in: other)
      Issue.record("the copy was opened")
    } catch {
      guard case .copied(let place) = error.fault else {
        Issue.record("\(error)")
        return
      }
      #expect(place.path == path)
      #expect(error.whatIsWrong.contains("They were last written as \(path)."))
    }
    let reading = try Ledger.sample(in: other, access: .reading)
    #expect(reading.remarks.count == 1)
    do {
      let moved = try Ledger.sample(in: other, moved: true)
      try moved.complete(9, row: "e")
    }
    #expect(try Ledger.sample(in: other).counts().done == 2)
    // A folder that is renamed is the same.
    let name = folder.path + "-renamed"
    rename(folder.path, name)
    defer { rename(name, folder.path) }
    _ = try Ledger(at: name + "/spring.ledger", job: "spring", now: moment(1))
  }

  @Test func theWitnessOfAnotherBranchIsRefused() throws {
    do { try make() }
    let other = try TemporaryDirectory()
    for name in folder.entries { try other.write(try folder.read(name), to: name) }
    do { try Ledger.sample(in: other, moved: true).complete(9, row: "e") }
    do { try Ledger.sample(in: folder).complete(8, row: "e") }
    let both = try LedgerBranches(
      Ledger(reading: path), Ledger(reading: other.path(of: "spring.ledger")))
    #expect(both?.rows == [.init(row: "e", uid: uid(8), otherUID: uid(9))])
    #expect(both?.otherRows == [])
    // Each sees the other: the copy knows from where it came.
    let copy = try Ledger(reading: other.path(of: "spring.ledger"))
    #expect(copy.formerPath == path)
    #expect(copy.branches(with: path)?.rows == [.init(row: "e", uid: uid(9), otherUID: uid(8))])
    try overwrite(witness, try other.read("spring.witness"))
    #expect(openingFault(moved: true) == .otherWitness(witness))
  }

  /// As `cp -r` puts a backup back: into the files that are there.
  @Test func anOlderCopyInPlaceOfBothIsRefused() throws {
    do { try make() }
    let names = ["spring.ledger", "spring.witness"]
    let backup = try names.map { try folder.read($0) }
    do { try Ledger.sample(in: folder).complete(9, row: "e") }
    for (name, bytes) in zip(names, backup) { try overwrite(folder.path(of: name), bytes) }
    #expect(openingFault() == .restored)
    #expect(try Ledger.sample(in: folder, access: .reading).remarks == [.restored])
    #expect(
      fault { _ = try Ledger.rebuild(at: path, moved: false, now: moment(300)) } == .restored)
    // Someone who knows that nothing was written since says so once.
    #expect(openingFault(moved: true) == nil)
    #expect(openingFault() == nil)
    do { try Ledger.sample(in: folder).complete(10, row: "e") }
    #expect(openingFault() == nil)
  }

  @Test func anOlderCopyInPlaceOfBothIsSeenByAProgramThatHasThemOpen() throws {
    let names = ["spring.ledger", "spring.witness"]
    let ledger = try make()
    try ledger.fold()
    let backup = try names.map { try folder.read($0) }
    let (_, attempt) = try ledger.start(9, row: "e")
    try ledger.finish(attempt, .failed(Reason("stuck", "page 5")), at: moment(200))
    try ledger.fold()
    for (name, bytes) in zip(names, backup) { try overwrite(folder.path(of: name), bytes) }
    // SQLite itself may see it first, by the pages that it has.
    #expect(fault { _ = try ledger.start(10, row: "b") } != nil)
  }

  @Test func aBackupInTheFolderIsNoBranch() throws {
    let ledger = try make()
    try ledger.fold()
    for ending in ["ledger", "witness"] {
      try folder.write(try folder.read("spring.\(ending)"), to: "backup.\(ending)")
    }
    let backup = folder.path(of: "backup.ledger")
    #expect(ledger.branches(with: backup)?.rows == [])
    try ledger.void(row: "a", why: "lost", at: moment(300))
    try ledger.complete(11, row: "a")
    let branches = ledger.branches(with: backup)
    #expect(branches?.rows == [])
    #expect(branches?.otherRows == [])
    // Also one of which only the ledger was kept.
    unlink(folder.path(of: "backup.witness"))
    #expect(ledger.branches(with: backup)?.otherRows == [])
  }

  @Test func aLinkThatLeadsNowhereIsCalledThat() throws {
    do { try make() }
    rename(path, folder.path(of: "away"))
    symlink("/nowhere/spring.ledger", path)
    #expect(openingFault() == .leadsNowhere(path, target: "/nowhere/spring.ledger"))
    unlink(path)
    rename(folder.path(of: "away"), path)
    rename(witness, folder.path(of: "away"))
    symlink("away", witness)
    #expect(openingFault() == .witnessIsNoFile(witness))
    unlink(witness)
    mkdir(witness, 0o755)
    #expect(openingFault() == .witnessIsNoFile(witness))
    rmdir(witness)
    mkfifo(witness, 0o600)
    #expect(openingFault() == .witnessIsNoFile(witness))
    #expect(Ledger.isOf(job: "other", at: path) == false)
    mkfifo(folder.path(of: "pipe.witness"), 0o600)
    #expect(Ledger.isOf(job: "spring", at: folder.path(of: "pipe.ledger")) == false)
    unlink(witness)
    rename(folder.path(of: "away"), witness)
    #expect(openingFault() == nil)
  }

  @Test func aWitnessIsRecreatedFromItsLedger() throws {
    do { try make() }
    let whole = try folder.read("spring.witness")
    var bytes = whole
    bytes[bytes.count / 2] ^= 4
    try overwrite(witness, bytes)
    guard case .witnessDamaged(witness, _)? = openingFault() else {
      Issue.record("\(String(describing: openingFault()))")
      return
    }
    #expect(
      try Ledger.rebuild(at: path, moved: false, now: moment(200))
        == .witness(putAside: [witness + ".aside-1"]))
    #expect(openingFault() == nil)
    unlink(witness)
    #expect(openingFault() == .noWitness(witness))
    #expect(
      try Ledger.rebuild(at: path, moved: false, now: moment(200)) == .witness(putAside: []))
    #expect(openingFault() == nil)
    #expect(try Ledger.rebuild(at: path, moved: false, now: moment(200)) == .nothing)
  }

  @Test func whenBothAreDamagedNothingIsChangedAndThatIsSaid() throws {
    do { try make() }
    var bytes = try folder.read("spring.witness")
    bytes[bytes.count / 2] ^= 4
    try overwrite(witness, bytes)
    var ledger = try folder.read("spring.ledger")
    ledger.replaceSubrange(4_096..<8_192, with: [UInt8](repeating: 7, count: 4_096))
    try overwrite(path, ledger)
    #expect(
      fault { _ = try Ledger.rebuild(at: path, moved: false, now: moment(200)) } == .bothDamaged)
    #expect(try folder.read("spring.ledger") == ledger)
    #expect(try folder.read("spring.witness") == bytes)
  }

  @Test func filesThatAreReplacedWhileTheyAreOpenAreNoticed() throws {
    for name in ["spring.ledger", "spring.witness"] {
      let folder = try TemporaryDirectory()
      let ledger = try Ledger.sample(in: folder)
      try ledger.take(["a": "1", "b": "2"])
      let (_, attempt) = try ledger.start(1, row: "a")
      let bytes = try folder.read(name)
      unlink(folder.path(of: name))
      #expect(
        fault { try ledger.finish(attempt, .done(lock: nil), at: moment(101)) }
          == .replaced(folder.path(of: name)))
      try folder.write(bytes, to: name)
      #expect(fault { _ = try ledger.start(2, row: "b") } == .replaced(folder.path(of: name)))
    }
  }

  /// What is decided and said, and that a password is about to be set.
  private static let records: [@Sendable (Ledger) throws -> Void] = [
    { try $0.void(row: "a", why: "lost", at: moment(200)) },
    { _ = try $0.redo(row: "a", why: "again", at: moment(200)) },
    { try $0.voidUnfinished(why: "lost", at: moment(200)) },
    { try $0.decide(.keep, at: moment(200)) },
    {
      try $0.record([
        JobStatement(.confirmed, hash: hash(1), count: 1, person: "Ben", at: moment(200))
      ])
    },
    { try $0.begin(.password, key: "5057309A", in: AttemptID(number: 2), at: moment(200)) },
    { try $0.refuse(tag(9), Reason("foreign", "not ours"), at: moment(200)) },
  ]

  @Test(arguments: records.indices)
  func nothingIsNotedInFilesThatWereTakenAway(_ index: Int) throws {
    let ledger = try make()
    unlink(path)
    #expect(fault { try Self.records[index](ledger) } == .replaced(path))
  }

  /// As 'cp -a' brings it along with files of another branch that are just as long.
  @Test func anotherAttributeIsSeenByAProgramThatHasTheFilesOpen() throws {
    let ledger = try make()
    let end = try folder.read("spring.witness").count
    let stamp = Array("\(end) 0000000000000000".utf8)
    setxattr(witness, "user.tagpress.end", stamp, stamp.count, 0)
    #expect(
      fault { try ledger.void(row: "a", why: "lost", at: moment(200)) } == .replaced(path))
    #expect(fault { _ = try ledger.importRows(of: hash(2), at: moment(200)) } == .replaced(path))
  }

  /// Its disk still knows that there was more.
  @Test func aWitnessThatIsCutToItsFirstLineIsNoNewOne() throws {
    do { try make() }
    let whole = try folder.read("spring.witness")
    let end = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
    let first = Array(whole[...end])
    try overwrite(witness, first)
    unlink(path)
    #expect(openingFault() == .lost(witness: witness))
    #expect(try folder.read("spring.witness") == first && folder.entries == ["spring.witness"])
  }

  @Test func aClaimThatIsWrittenElsewhereIsNotResumed() throws {
    let one = try make()
    let two = try Ledger.sample(in: folder)
    let claim = try #require(try two.claim(ofTag: uid(2))?.id)
    #expect(fault { _ = try two.resume(claim, row: "b", 2) } == .runsElsewhere)
    #expect(fault { _ = try two.resume(claim, with: tag(2)) } == .runsElsewhere)
    // Its own is resumed, as is one whose program has ended.
    let attempt = try one.resume(claim, row: "b", 2)
    #expect(fault { _ = try two.resume(claim, row: "b", 2) } == .runsElsewhere)
    try one.finish(attempt, .again(Reason("torn", "again")), at: moment(300))
  }

  @Test func aClaimOfAProgramThatEndedIsResumed() throws {
    do { try make() }
    let ledger = try Ledger.sample(in: folder)
    let claim = try #require(try ledger.claim(ofTag: uid(2))?.id)
    _ = try ledger.resume(claim, row: "b", 2)
  }

  /// The program ended between the line of a claim and its commit.
  @Test func aClaimOfWhichOnlyTheLineIsThereCounts() throws {
    do { try make() }
    var end = WitnessEnd()
    for line in try lines() {
      _ = Array(line.utf8).withUnsafeBytes { bytes in try? end.follow(bytes) }
    }
    let line = WitnessLine(
      .claim, at: moment(300),
      [
        "row": "e", "uid": "04000000000009", "link": "5",
        "message": String(repeating: "05", count: 32), "chip": "NTAG213", "reader": "virtual",
      ])
    var bytes = try folder.read("spring.witness")
    bytes += try end.append([line])
    try overwrite(witness, bytes)
    let ledger = try Ledger.sample(in: folder)
    let claim = try #require(try ledger.claim(ofTag: [4, 0, 0, 0, 0, 0, 9]))
    #expect(claim.rowID == "e" && claim.state == .begun)
    #expect(try ledger.nextRow(after: 0)?.id == "c")
    _ = try ledger.resume(claim.id, row: "e", 9)
  }

  @Test func theUnfinishedEndOfALineIsDropped() throws {
    do { try make() }
    let whole = try folder.read("spring.witness")
    try overwrite(witness, whole + Array("11\t1970-01-01T00".utf8))
    #expect(openingFault() == nil)
    #expect(try folder.read("spring.witness") == whole)
  }

  @Test func aWitnessThatIsCutIsDamaged() throws {
    do { try make() }
    let whole = try folder.read("spring.witness")
    // Its last lines the ledger still has, until they are known to be on the disk.
    for count in stride(from: 0, to: whole.count - 700, by: 97) {
      try overwrite(witness, Array(whole[..<count]))
      guard case .witnessDamaged? = openingFault() else {
        Issue.record("\(count) bytes: \(String(describing: openingFault()))")
        continue
      }
    }
  }

  @Test func tokensComeBackWithTheLedger() throws {
    let row = ImportedRow(id: "a", tokens: [WantedToken(name: "code", length: 4)])
    func take(_ ledger: Ledger, _ text: String) throws -> String? {
      let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
      for id in ["a", "b"] {
        var row = row
        row.id = id
        try manifest.add(row, drawToken: { _ in text + id.uppercased() }, link: { $0[0] })
      }
      _ = try manifest.commit()
      return try ledger.row(id: "b")?.link
    }
    do { #expect(try take(try Ledger.sample(in: folder), "XYZ") == "XYZB") }
    unlink(path)
    _ = try Ledger.rebuild(at: path, moved: false, now: moment(9))
    #expect(try take(try Ledger.sample(in: folder), "UVW") == "XYZB")
  }

  @Test func aWitnessComesWithTheFirstOpeningOfAnEarlierLedger() throws {
    for step in 1...4 {
      let sql = try contents(of: "\(packageRoot)/Tests/Fixtures/Ledgers/version-\(step).sql")
      try #require(RawDatabase(path).run(String(decoding: sql, as: UTF8.self)) == nil)
    }
    #expect(try Ledger.sample(in: folder, access: .reading).remarks == [])
    let before: [String]
    do { before = try Self.state(try Ledger.sample(in: folder)) }
    #expect(
      try lines().map { $0.split(separator: "\t")[2] } == [
        "witness", "manifest", "claim", "done", "claim",
      ])
    unlink(path)
    _ = try Ledger.rebuild(at: path, moved: false, now: moment(9))
    #expect(try Self.state(try Ledger.sample(in: folder)) == before)
  }

  private func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_TRUNC)
    defer { close(file) }
    #expect(write(file, bytes, bytes.count) == bytes.count)
  }
}
