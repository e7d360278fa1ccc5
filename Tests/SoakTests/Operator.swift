// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import VirtualReader

/// The operator of one program's readers: puts tags on them, obeys every word, and is as patient
/// and as deft as people are.
final class Operator {
  let box: TagBox
  private(set) var readers: [SoakReader]
  private(set) var told: [Told] = []
  /// What the program did that it must not do, as far as it shows at once.
  private(set) var mistakes: [String] = []
  private(set) var log: [String] = []
  private(set) var killCount = 0
  /// Whether the program waits for tags that no one has any more.
  private(set) var isAtLoss = false

  private let job: SoakJob
  /// Of this many presentations one tag is taken away too early; zero: none.
  private let impatience: Int
  /// Of this many tags that are not finished one is copied; zero: none.
  var cloning = 0
  private var random: Splitmix64
  private var lying: [[BoxedTag]]
  /// What was taken away from each reader last: a word that comes late is about that, and not about
  /// another tag with the same UID.
  private var takenAway: [[BoxedTag]]
  /// Tags that are to be put on the reader again.
  private var inHand: [BoxedTag] = []
  private var finished: [BoxedTag] = []
  /// What each reader waits for; nil while it has a tag.
  private var wishes: [Wish?]
  /// Whether the program has seen a tag there and not said yet what came of it.
  private var isAtWork: [Bool]
  private var agenda: [(at: ContinuousClock.Instant, deed: Deed)] = []
  private var seen = 0
  private var lineCount = 0
  private var isInterrupted = false
  /// Whether the program has said that a reader is open.
  private var isOpen = false
  private var refusal: String?

  private enum Wish: Equatable {
    case anyTag
    case unfinishedTag
    /// The one with this UID, and no other.
    case sameTag(String)
  }

  private enum Deed {
    case kill
    case lift(Int)
    case layBack(Int)
  }

  /// What someone does to the program or its files when it has seen this many tags, and how he
  /// calls it.
  var sabotage: (tag: Int, deed: (BackgroundProgram) -> String)?
  /// Whether a reader may report something other than what is on it.
  var mayHearOfGhosts = false
  /// A program that hears nothing for this long tries something else.
  var patience = Duration.seconds(3)
  /// A tag that was to come again so often is thrown away.
  private static let againsMax = 6
  /// Even with the worst of readers and a busy machine, so few tags are written in this time, or the
  /// program is stuck.
  private static let runMax = Duration.seconds(300)
  /// A reader that answers nothing is given up without help, after every speed was tried.
  private static let openingMax = Duration.seconds(30)

  init(
    at readers: [SoakReader], with box: TagBox, for job: SoakJob, impatience: Int = 0,
    _ random: Splitmix64
  ) {
    self.readers = readers
    self.box = box
    self.job = job
    self.impatience = impatience
    self.random = random
    lying = readers.map { _ in [] }
    takenAway = lying
    wishes = readers.map { _ in nil }
    isAtWork = readers.map { _ in false }
  }

  /// How a run of the program ended.
  struct RunEnd {
    let exit: ProcessResult.Exit
    /// nil: it was killed.
    let cause: String?
    /// Why the ledger is refused.
    let refusal: String?
    let errorOutput: String
  }

  /// Serves one run of the program from its start to its end.
  ///
  /// What can send signals to it is told before its number may be another's.
  func serve(
    _ program: BackgroundProgram, killing: Killing? = nil, beforeItEnds: () -> Void = {}
  ) throws -> RunEnd {
    try begin(program, killing)
    var cause: String?
    var silences = 0
    let started = ContinuousClock.now
    var lastHeard = started
    // How long the machine took to the first word.
    var start: Duration?
    listening: while true {
      doWhatIsDue(program)
      let silenceEnd = lastHeard + silenceMax(after: start)
      let next = min(agenda.map(\.at).min() ?? silenceEnd, silenceEnd)
      switch program.listen(for: next - .now) {
      case .line(let line):
        start = start ?? .now - started
        log.append(line)
        let event = try JSONDocument(reading: Array(line.utf8)).root
        // Readers that come and go say nothing of the tags that lie on them.
        if !Self.isOfReaders(event) { (lastHeard, silences) = (.now, 0) }
        if let end = try obey(event, of: program, killing) { cause = end }
      case .nothing:
        guard .now >= silenceEnd else { continue }
        lastHeard = .now
        silences += 1
        if .now > started + max(Self.runMax, (start ?? .zero) * 100) {
          mistakes.append("the program is stuck")
          program.send(SIGKILL)
        }
        try trySomethingElse(program, silences)
      case .end: break listening
      }
    }
    box.trigger.disarm()
    beforeItEnds()
    let result = try program.finish()
    if result.exit == .signal(SIGKILL) { killCount += 1 }
    isAtLoss = isAtLoss && cause == "stopped"
    log.append("-- \(result.exit) \(result.errorOutput)")
    return RunEnd(
      exit: result.exit, cause: cause, refusal: refusal, errorOutput: result.errorOutput)
  }

  /// How long a run may be silent before someone tries something else.
  ///
  /// A machine that takes long to start a program takes long for all that follows; and before a
  /// reader is open no one expects a word.
  private func silenceMax(after start: Duration?) -> Duration {
    guard isOpen, let start else { return Self.openingMax }
    return max(patience, start * 4)
  }

  /// Brings other readers; what was on the old ones is in the hand.
  func change(to readers: [SoakReader]) {
    for reader in lying.indices { takeAway(reader) }
    self.readers = readers
  }

  /// Comes to a reader on which someone has left a tag.
  func find(_ tag: BoxedTag, on reader: Int) {
    lying[reader].append(tag)
  }

  private func begin(_ program: BackgroundProgram, _ killing: Killing?) throws {
    log.append("-- a run, \(killing.map { "\($0)" } ?? "not killed")")
    agenda = []
    (seen, lineCount, isInterrupted, isAtLoss, isOpen) = (0, 0, false, false, false)
    refusal = nil
    for reader in lying.indices {
      for tag in lying[reader] where isAtWork[reader] { try copy(tag) }
      (wishes[reader], isAtWork[reader]) = (nil, false)
      // No one has touched the tags while there was no program; or someone has cleared the table.
      if random.next() % 2 == 0 {
        takeAway(reader)
      } else {
        for tag in lying[reader] { try box.lay(tag, on: readers[reader].virtual) }
      }
    }
    if random.next() % 2 == 0 { inHand.shuffle(using: &random) }
    switch killing {
    case .afterStart(let time): agenda.append((.now + time, .kill))
    case .atPage(let count): box.trigger.arm(program.group, [count: SIGKILL])
    case .afterTag, .atLine, .atCall, nil: break
    }
  }

  private func doWhatIsDue(_ program: BackgroundProgram) {
    let due = agenda.filter { $0.at <= .now }
    agenda.removeAll { entry in due.contains { $0.at == entry.at } }
    for (_, deed) in due {
      switch deed {
      case .kill: program.send(SIGKILL)
      case .lift(let reader): for tag in lying[reader] { box.lift(tag) }
      case .layBack(let reader): for tag in lying[reader] { box.putBack(tag) }
      }
    }
  }

  // MARK: What the program says

  /// Does what an event asks for; returns the cause when it is the last one.
  private func obey(
    _ event: JSONNode, of program: BackgroundProgram, _ killing: Killing?
  ) throws -> String? {
    lineCount += 1
    if killing == .atLine(lineCount) { program.send(SIGKILL) }
    let reader = event["reader"]?.number?.int ?? 0
    switch event["event"]?.string {
    case "reader-opened": isOpen = true
    case "ready": try wish(.anyTag, reader, program)
    case "waiting-for-unfinished": try wish(.unfinishedTag, reader, program)
    case "waiting-for-same": try wish(.sameTag(event["uid"]?.string ?? ""), reader, program)
    case "other-tag":
      for tag in lying[reader] { putInHand(tag) }
      lying[reader] = []
    case "tag-seen":
      seen += 1
      isAtWork[reader] = true
      if let sabotage, sabotage.tag == seen { note(sabotage.deed(program)) }
      if case .afterTag(seen, let time) = killing { agenda.append((.now + time, .kill)) }
      if impatience > 0, below(impatience) == 0 { planMishap(reader) }
    case "tag": try hear(event, reader)
    case "reader-lost": try? readers[reader].virtual.replug()
    case "ended":
      if event["cause"]?.string == "ledger" { refusal = event["words"]?.string }
      return event["cause"]?.string
    // Before rows are given up a reader must open; one that does not ends the run.
    case "failed" where Self.isOfOpening(event["name"]?.string ?? ""): return "no-reader"
    case "failed" where event["name"]?.string == "ledger": refusal = event["error"]?.string
    default: break
    }
    return nil
  }

  /// Puts something into the story of the job.
  func note(_ words: String) { log.append("-- \(words)") }

  private static func isOfReaders(_ event: JSONNode) -> Bool {
    let name = event["event"]?.string ?? ""
    return [
      "reader-lost", "reader-back", "ready", "waiting-for-unfinished", "waiting-for-same",
      "other-tag",
    ].contains(name)
  }

  /// Whether an error of this name says that a reader does not open.
  private static func isOfOpening(_ name: String) -> Bool {
    name == "no-such-port" || name.hasPrefix("reader-")
  }

  private func wish(_ wish: Wish, _ reader: Int, _ program: BackgroundProgram) throws {
    wishes[reader] = wish
    if lying[reader].isEmpty { try layNext(reader) }
    stopIfNothingIsLeft(program)
  }

  /// A begun tag that no one has is given up with another run.
  private func stopIfNothingIsLeft(_ program: BackgroundProgram) {
    let isWaiting = wishes.contains { wish in
      switch wish {
      case .unfinishedTag: inHand.isEmpty
      case .sameTag(let uid): !inHand.contains { $0.uid == uid }
      case .anyTag, nil: false
      }
    }
    guard !isInterrupted, lying.allSatisfy(\.isEmpty), isWaiting, !wishes.contains(.anyTag),
      !isAtWork.contains(true)
    else { return }
    (isInterrupted, isAtLoss) = (true, true)
    program.send(SIGINT)
  }

  private func layNext(_ reader: Int) throws {
    guard let wish = wishes[reader] else { return }
    var tag: BoxedTag?
    switch wish {
    case .unfinishedTag: tag = inHand.isEmpty ? nil : inHand.removeFirst()
    case .sameTag(let uid):
      tag = inHand.firstIndex { $0.uid == uid }.map { inHand.remove(at: $0) }
    case .anyTag where !inHand.isEmpty && below(4) > 0: tag = inHand.removeFirst()
    // A tag that is done gets among the others.
    case .anyTag where finished.count > 1 && below(16) == 0: tag = finished.removeFirst()
    case .anyTag: tag = try box.take()
    }
    guard let tag else { return }
    lying[reader] = [tag]
    try box.lay(tag, on: readers[reader].virtual)
    if impatience > 0, below(12) == 0 {
      let stranger = try box.take()
      lying[reader].append(stranger)
      try box.lay(stranger, on: readers[reader].virtual)
    }
  }

  /// Takes a tag away too early, for good or for a moment.
  private func planMishap(_ reader: Int) {
    let away = ContinuousClock.now + .microseconds(below(25_000))
    agenda.append((away, .lift(reader)))
    if below(2) == 0 { agenda.append((away + .milliseconds(2 + below(60)), .layBack(reader))) }
  }

  /// Does with a tag what its word says.
  private func hear(_ event: JSONNode, _ reader: Int) throws {
    agenda.removeAll { entry in
      switch entry.deed {
      case .lift(reader), .layBack(reader): true
      default: false
      }
    }
    let word = event["outcome"]?.string ?? ""
    guard word != "TWO TAGS" else {
      for tag in lying[reader].dropFirst() { putInHand(tag) }
      lying[reader] = Array(lying[reader].prefix(1))
      return
    }
    let uid = event["uid"]?.string ?? ""
    told.append(
      Told(
        word: word, uid: uid, row: event["row"]?.string,
        reason: event["reason"]?.string))
    let row = event["row"]?.string ?? ""
    let near = (lying[reader] + takenAway[reader] + lying.joined() + box.tags)
      .filter { $0.uid == uid }
    // Of copies it is the one of which the word is true, wherever people have put it meanwhile.
    let meant = try near.first { try objections(to: word, about: $0, on: reader, row).isEmpty }
    guard let tag = meant ?? near.first else {
      // A reader that lies may name a tag that no one has, as long as nothing is done for it.
      guard mayHearOfGhosts, word != "OK", word != "ALREADY DONE" else {
        return mistakes.append("there is no tag \(uid)")
      }
      (isAtWork[reader], wishes[reader]) = (false, nil)
      return takeAway(reader)
    }
    isAtWork[reader] = false
    if meant == nil {
      log += readers[reader].virtual.transcript.suffix(120).map(\.description)
      mistakes += try objections(to: word, about: tag, on: reader, row)
    }
    if word == "OK", below(10) == 0 { flicker(tag) }
    // Someone may have put it on another reader before its word was heard.
    for other in lying.indices { lying[other].removeAll { $0 === tag } }
    inHand.removeAll { $0 === tag }
    takeAway(reader)
    wishes[reader] = nil
    switch word {
    case "OK", "ALREADY DONE":
      box.lift(tag)
      finished.append(tag)
      try copy(tag)
    case "AGAIN":
      putInHand(tag)
      try copy(tag)
    default: box.lift(tag)
    }
  }

  /// What speaks against a word that says that this tag is done.
  private func objections(
    to word: String, about tag: BoxedTag, on reader: Int, _ row: String
  ) throws -> [String] {
    guard word == "OK" || word == "ALREADY DONE" else { return [] }
    let chip = try tag.chip()
    let message = job.message(ofRow: row, uid: tag.uid)
    let seen = tag.sheet.phone(reads: tag.sheet.cells(of: chip))
    var objections: [String] = []
    if seen != .message(message) {
      objections.append("\(tag.uid) was called \(word) for \(row) and shows \(seen)")
    }
    guard word == "OK" else { return objections }
    // The reader that has said it is asked: the tag itself may lie on another one by now.
    let lines = readers[reader].virtual.transcript
    let readBack = ReadBack(of: tag.uid, tag.sheet, of: chip, in: lines)
    let wanted = tag.sheet.pages(ofMessage: message.count)
    if !readBack.proves(wanted, withPassword: job.kind == .password) {
      objections.append("\(tag.uid) was called OK, and \(wanted) were not read back: \(readBack)")
    }
    return objections
  }

  // MARK: What people do besides

  /// Makes now and then a second tag with the UID of this one, which comes next.
  private func copy(_ tag: BoxedTag) throws {
    guard cloning > 0, below(cloning) == 0, let clone = try box.clone(tag) else { return }
    note("\(tag.uid) is copied")
    inHand.insert(clone, at: 0)
  }

  private func trySomethingElse(_ program: BackgroundProgram, _ silences: Int) throws {
    log.append("-- nothing is heard")
    for reader in lying.indices {
      // A tag that says nothing is hardly worth another try.
      for tag in lying[reader] { tag.agains += Self.againsMax / 2 }
      takeAway(reader)
      if !isAtWork[reader] { try layNext(reader) }
    }
    if silences % 2 == 0 { for reader in readers { try? reader.virtual.replug() } }
    stopIfNothingIsLeft(program)
  }

  /// At the edge of the field a tag comes and goes.
  private func flicker(_ tag: BoxedTag) {
    guard let (virtual, id) = tag.place else { return }
    for _ in 0..<1 + below(4) {
      virtual.lift(id)
      usleep(UInt32(below(8_000)))
      virtual.putBack(id)
      usleep(UInt32(below(8_000)))
    }
  }

  private func takeAway(_ reader: Int) {
    for tag in lying[reader] { putInHand(tag) }
    if !lying[reader].isEmpty { takenAway[reader] = lying[reader] }
    lying[reader] = []
  }

  private func putInHand(_ tag: BoxedTag) {
    box.lift(tag)
    tag.agains += 1
    if tag.agains <= Self.againsMax { inHand.append(tag) }
  }

  private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
