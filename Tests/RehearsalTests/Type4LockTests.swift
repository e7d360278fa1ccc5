// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagMemory
import TestSupport
import Testing

@testable import TagReading
@testable import VirtualReader

/// NTAG 424 DNA permanently locked with the key of the factory: torn and not torn, disturbed, and
/// with everything that someone may have changed before.
struct Type4LockTests {
  private static let message = link(size: 40, letter: "m")
  private static let model = Type4Model.ntag424

  /// Files 1 and 2 when no one can write them any more, typed from the sheet: kind and options,
  /// both and change for no one, read for anyone and write for no one, size.
  private static let closed: [UInt8: [UInt8]] = [
    1: hex("00 00 FF EF 200000"), 2: hex("00 00 FF EF 000100"), 3: hex("00 03 30 23 800000"),
  ]

  /// A card with the message, in some state of being locked.
  struct State: Sendable {
    var settings: [UInt8: [UInt8]] = [:]
    var isDeclared = false
    var keys: [UInt8: [UInt8]] = [:]

    func make() -> VirtualType4Chip {
      let new = card(model, 1, file: model.ndefContent(message))
      var files = new.files
      if isDeclared { files[0xE103]?[14] = 0xFF }
      return VirtualType4Chip(
        model, uid: new.uid, files: files, settings: settings, keys: keys)
    }
  }

  private static func expectLocked(_ laid: LaidCard, _ comment: Comment) {
    #expect(laid.settings == closed, comment)
    #expect(
      laid.container.prefix(23)
        == hex("0017 20 0100 00FF 0406E104010000FF 0506E10500808283")[...], comment)
    #expect(model.phone(reads: laid.file) == .message(message), comment)
  }

  @Test func noOneCanWriteALockedTag() throws {
    let station = try TagStation()
    let laid = station.lay(Self.model)
    let order = TagOrder(message: Self.message, lock: true)
    let tag = try station.selectCard()
    #expect(try tag.prepare(order) == TagPlan(message: 1, locks: 3))
    #expect(try tag.put(order) == .written(pages: 1))
    #expect(try tag.lock() == .whole)
    #expect(tag.pagesWritten == 4)
    Self.expectLocked(laid, "locked")

    // It is right and locked, and nothing is left to do.
    let again = try station.selectCard()
    #expect(try again.prepare(order).isEmpty)
    #expect(try again.put(order) == .alreadyThere)
    #expect(try again.lock() == .whole && again.pagesWritten == 0)
    let other = try station.selectCard()
    #expect(throws: TagError.memory(.readOnly)) {
      try other.put(link(size: 9))
    }
    // The chip agrees, no matter who asks: an app without a key, and one with all keys of the
    // factory.
    try station.reader.reselect(other.tag)
    #expect(try Self.answers(station, "00A4040007D276000085010100") == "9000")
    #expect(try Self.answers(station, "00A4000C02E104") == "9000")
    #expect(try Self.answers(station, "00D60000020000") == "6982")
    #expect(try Self.answers(station, "908D0000 09 02 000000 020000 0000 00") == "919D")
    let session = Type4Session(other.tag, on: station.reader)
    try session.restart()
    for file in [NTAG424Settings.File.message, .container] {
      var authentication = try Type4Authentication(to: session)
      #expect(throws: TagError.lockRefused(CardStatus(rawValue: 0x919D))) {
        try authentication.write(0x00, to: file, at: 14)
      }
      authentication = try Type4Authentication(to: session)
      #expect(throws: TagError.lockRefused(CardStatus(rawValue: 0x919D))) {
        try authentication.close(file, options: 0)
      }
    }
    Self.expectLocked(laid, "attacked")
    #expect(laid.failedKeys == 0)
  }

  private static func answers(_ station: TagStation, _ command: String) throws -> String {
    try station.reader.exchange(hex(command)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      .joined().uppercased()
  }

  @Test func lockingCostsWhatTheTableSays() throws {
    let station = try TagStation()
    let laid = station.lay(Self.model)
    let tag = try station.selectCard()
    let order = TagOrder(message: Self.message, lock: true)
    let cost = try station.cost {
      // The file and READ, and the settings of two files.
      _ = try tag.prepare(order)
    }
    #expect((cost.commands, cost.writes) == (4, 0))
    let put = try station.cost {
      // The key is proven in two, the tag selected again in two; the application, the file, UPDATE,
      // READ.
      _ = try tag.put(order)
    }
    #expect((put.commands, put.writes) == (8, 3))
    let lock = try station.cost {
      // The key again, three steps; the tag selected again, the application, the container and its
      // byte, the settings of two files.
      _ = try tag.lock()
    }
    #expect((lock.commands, lock.writes) == (12, 3))
    try station.remove(laid)
  }

  @Test func everyStepThatIsDoneIsNotDoneAgain() throws {
    let station = try TagStation()
    let cases: [(State, steps: Int)] = [
      (State(), 3), (State(settings: [2: Self.closed[2] ?? []]), 2),
      (State(settings: [2: Self.closed[2] ?? []], isDeclared: true), 1),
      (State(settings: Self.closed, isDeclared: true), 0),
      // Others lock in another order, and leave out what they do not know.
      (State(isDeclared: true), 2),
      (State(settings: [1: Self.closed[1] ?? []], isDeclared: true), 1),
      (State(settings: [2: hex("00 00 F0 EF 000100")], isDeclared: true), 2),
      // What is free to write is written without a seal, and so is what key 0 may write.
      (State(settings: [1: hex("00 03 E0 EE 200000")]), 3),
      (State(settings: [1: hex("00 00 F0 E0 200000")]), 3),
    ]
    for (number, (state, steps)) in cases.enumerated() {
      let laid = station.lay { state.make() }
      let tag = try station.selectCard()
      #expect(try tag.planLock().steps.count == steps, "case \(number)")
      #expect(try tag.lock() == .whole && tag.pagesWritten == steps, "case \(number)")
      if number != 7 { Self.expectLocked(laid, "case \(number)") }
      try station.remove(laid)
    }
  }

  @Test func whatSomeoneHasChangedIsNamedAndLeftAlone() throws {
    let station = try TagStation()
    let key = [UInt8](repeating: 9, count: 16)
    let cases: [(State, TagError)] = [
      (State(keys: [0: key]), .keyChanged),
      (State(settings: [2: hex("00 00 E1 EE 000100")]), .foreignRights(.message)),
      (State(settings: [2: hex("00 00 EF EE 000100")]), .foreignRights(.message)),
      (State(settings: [2: hex("00 00 EE EE 000100")]), .foreignRights(.message)),
      (State(settings: [1: hex("00 00 11 E1 200000")]), .foreignRights(.container)),
      (State(settings: [1: hex("00 03 00 E0 200000")]), .foreignRights(.container)),
      (State(settings: [1: Self.closed[1] ?? []]), .foreignRights(.container)),
      (
        State(settings: [2: hex("00 40 E0 EE 000100 C1 F121 200000 430000 430000")]),
        .dynamicContent
      ),
    ]
    for (number, (state, error)) in cases.enumerated() {
      let laid = station.lay { state.make() }
      let before = laid.settings
      for message in [Self.message, link(size: 50, letter: "x")] {
        let tag = try station.selectCard()
        let order = TagOrder(message: message, lock: true)
        #expect(throws: error, "case \(number)") {
          _ = try tag.prepare(order)
          _ = try tag.put(order)
          _ = try tag.lock()
        }
        #expect(tag.pagesWritten == 0, "case \(number)")
      }
      #expect(Self.model.phone(reads: laid.file) == .message(Self.message), "case \(number)")
      #expect(laid.settings == before && laid.container[14] == 0, "case \(number)")
      // Each of the two tags was asked for its key once.
      #expect(laid.failedKeys == (error == .keyChanged ? 2 : 0), "case \(number)")
      try station.remove(laid)
    }
  }

  /// A tag that is closed while it is still empty is not called blank.
  @Test func aClosedTagIsNamedBeforeItIsWritten() throws {
    let station = try TagStation()
    let laid = station.lay {
      let new = card(Self.model, 1)
      return VirtualType4Chip(
        Self.model, uid: new.uid, files: new.files, settings: [2: Self.closed[2] ?? []])
    }
    let tag = try station.selectCard()
    #expect(throws: TagError.keyNeeded(.nobody)) {
      try tag.prepare(TagOrder(message: Self.message, lock: true))
    }
    try station.remove(laid)
  }

  // MARK: Tears and lost frames

  /// What a lock may leave behind: as it was, or closed as far as it came.
  private static func expectHarmless(
    _ laid: LaidCard, mayBeEmpty: Bool = false, _ comment: Comment
  ) {
    let isClosed = laid.settings[2] == closed[2]
    let read = model.phone(reads: laid.file)
    #expect(read == .message(message) || mayBeEmpty && !isClosed && read == .message([]), comment)
    #expect(isClosed || laid.settings[2] == model.native?.fileSettings[2], comment)
    // Nothing says that it is read-only before it is.
    #expect(isClosed || laid.container[14] == 0x00, comment)
    #expect(laid.container[14] == 0xFF || laid.settings[1] != closed[1], comment)
  }

  @Test func aTornLockIsCompletedNextTime() throws {
    let tears: [Tear] =
      [.pageOld, .pageNew, .pageHalf, .pagesWritten(1)] + (0..<6).map { .pageNoise($0) }
    let cases = (0..<3).flatMap { write in tears.map { (write: write, tear: $0) } }
    let tearing = try TagStation(FaultPlan(tearing: cases))
    let sound = try TagStation()
    for torn in cases {
      let comment: Comment = "step \(torn.write), \(torn.tear)"
      let laid = tearing.lay { State().make() }
      #expect(throws: TagError.interrupted(nil, .tagGone), comment) {
        try tearing.selectCard().lock()
      }
      Self.expectHarmless(laid, comment)
      let left = State(
        settings: laid.settings, isDeclared: laid.container[14] == 0xFF)
      try tearing.remove(laid)

      let again = sound.lay { left.make() }
      #expect(try sound.selectCard().lock() == .whole, comment)
      Self.expectLocked(again, comment)
      try sound.remove(again)
    }
  }

  /// What happens to a card between its selection and its lock.
  enum Course: Sendable {
    /// It is new, and gets the message.
    case put
    /// It has the message.
    case lock
    /// It has the message and someone else's key, and is to get another message.
    case foreign

    fileprivate func lay(on station: TagStation) -> LaidCard {
      switch self {
      case .put: station.lay(model)
      case .lock: station.lay { State().make() }
      case .foreign: station.lay { State(keys: [0: [UInt8](repeating: 9, count: 16)]).make() }
      }
    }
  }

  /// The commands of a course, and how many the reader took before it.
  private static func course(
    _ course: Course, _ faults: FaultPlan
  ) throws -> (before: Int, during: Int, error: TagError?, laid: LaidCard, station: TagStation) {
    let station = try TagStation(faults)
    let laid = course.lay(on: station)
    let message = course == .foreign ? link(size: 50, letter: "x") : Self.message
    let tag = try station.selectCard()
    let before = station.virtual.counters.hostCommands
    var failure: TagError?
    do throws(TagError) {
      let order = TagOrder(message: message, lock: true)
      _ = try tag.prepare(order)
      if course != .lock { _ = try tag.put(order) }
      _ = try tag.lock()
    } catch {
      failure = error
    }
    return (before, station.virtual.counters.hostCommands - before, failure, laid, station)
  }

  private static let faults: [Fault] = [
    .tagMissesFrame, .tagAnswerLost, .tagAnswerCorrupted, .tagUnheard(afterFrames: 0),
    .tagUnheard(afterFrames: 1), .tagUnheard(afterFrames: 2), .targetsForgotten,
    .tagLeaves(exchanges: 1), .tagLeaves(exchanges: 40),
  ]

  /// The same course with a fault at each of its commands.
  private static func disturbed(
    _ course: Course, by fault: Fault,
    _ judge: (_ error: TagError?, _ laid: LaidCard, _ comment: Comment) -> Void
  ) throws {
    let sound = try Self.course(course, .none)
    for command in 0..<sound.during {
      var faults = FaultPlan.none
      faults.atExchange[sound.before + command] = fault
      let (_, _, error, laid, _) = try Self.course(course, faults)
      judge(error, laid, "\(fault) at \(command): \(error.map { "\($0)" } ?? "no error")")
    }
  }

  @Test(arguments: faults, [Course.put, .lock])
  func whatIsLostAtAnyCommandIsRepairedOrNamed(_ fault: Fault, _ course: Course) throws {
    #expect(try Self.course(course, .none).error == nil)
    try Self.disturbed(course, by: fault) { error, laid, comment in
      #expect(laid.failedKeys == 0, comment)
      guard let error else { return Self.expectLocked(laid, comment) }
      #expect(error.passing != nil, comment)
      Self.expectHarmless(laid, mayBeEmpty: course == .put, comment)
      if case .tagLeaves = fault { return }
      Issue.record(comment)
    }
  }

  /// Its refusal may not be heard; the chip counts the tries all the same.
  @Test(arguments: faults)
  func someoneElsesKeyIsTriedThreeTimesAtMost(_ fault: Fault) throws {
    try Self.disturbed(.foreign, by: fault) { error, laid, comment in
      #expect(error == .keyChanged || error?.passing != nil, comment)
      #expect(laid.failedKeys <= 3, comment)
      #expect(Self.model.phone(reads: laid.file) == .message(Self.message), comment)
    }
  }
}
