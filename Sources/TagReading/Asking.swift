// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How often a command is sent whose answer does not come.
let commandTries = 3

extension ReaderError {
  /// Whether no one knows what the tag did; it may be asked again.
  var leavesOpen: Bool {
    switch self {
    case .unclear, .silent, .corrupted, .readerSilent: true
    default: false
    }
  }

  /// The same trouble with a write, if the tag can be asked what became of it.
  func unknown(at place: TagPlace) throws(TagError) -> ReaderError {
    guard leavesOpen else { throw .interrupted(place, self) }
    return self
  }
}

extension Care {
  /// The first try is the cheap one.
  fileprivate init(attempt: Int) { self = attempt == 1 ? .quick : .careful }
}

/// Sends one write until the tag has taken it; silence proves nothing, and then the tag itself is asked.
///
/// `send` gives nil for a write that the tag has confirmed, or else why that is not known. `isDone` is nil
/// when the tag holds neither what it held nor what it should hold, or does not tell.
func write(
  at place: TagPlace, withoutReason: TagRefusal? = nil,
  _ send: (Care) throws(TagError) -> ReaderError?, isDone: () throws(TagError) -> Bool?
) throws(TagError) {
  var failure = ReaderError.silent
  // Whether each time something came back, and the tag stayed as it was.
  var isRefusal = true
  for attempt in 1...commandTries {
    guard let reason = try send(Care(attempt: attempt)) else { return }
    failure = reason
    let isDone = try isDone()
    if isDone == true { return }
    isRefusal = isRefusal && failure == .unclear && isDone == false
  }
  // Some readers have one status for whatever a tag refuses.
  if isRefusal, let withoutReason { throw .refused(place, withoutReason) }
  throw .interrupted(place, failure)
}

/// Makes sure, before a write that makes others count, that the tag has taken those since the last such one:
/// each was confirmed by its own answer, and not by that to another one.
///
/// A write of another purpose begins such a step, and so does the last one. Where the reader cannot tell,
/// `repeatUnlessDone` asks the tag for each of them.
func requireTaken<Write, Purpose: Equatable>(
  _ writes: [Write], before number: Int, since taken: inout Int, purpose: (Write) -> Purpose,
  on reader: any TagReader, at place: (Write) -> TagPlace,
  repeatUnlessDone: (Write) throws(TagError) -> Void
) throws(TagError) {
  guard number > taken,
    number == writes.count - 1 || purpose(writes[number]) != purpose(writes[number - 1])
  else { return }
  let last = writes[number - 1]
  for _ in 1...commandTries {
    do throws(ReaderError) {
      try reader.confirmAnswers()
      taken = number
      return
    } catch {
      guard error == .readerSilent else { throw .interrupted(place(last), error) }
    }
    for write in writes[taken..<number] { try repeatUnlessDone(write) }
  }
  throw .interrupted(place(last), .readerSilent)
}

extension TagReader {
  /// The answer to a command that changes nothing; the tag is looked for before it is asked again.
  ///
  /// `send` gives nil for an answer that cannot be one.
  func answer<Answer>(
    of tag: TagInField, tries: Int = commandTries, _ send: (Care) throws(ReaderError) -> Answer?
  ) throws(ReaderError) -> Answer {
    var failure = ReaderError.corrupted
    for attempt in 1...tries {
      do throws(ReaderError) {
        if let answer = try send(Care(attempt: attempt)) { return answer }
        failure = .corrupted
      } catch {
        guard error.leavesOpen else { throw error }
        failure = error
      }
      try reselect(tag)
    }
    throw failure
  }

  /// Sends a command that does no harm when it arrives twice, and finds out why if it fails.
  ///
  /// The first try costs one exchange. Only when its failure is unclear is the tag selected again
  /// and asked again with care; after a refusal or silence it must be selected before the next
  /// command, because a Type 2 tag falls idle then.
  package func ask(
    _ tag: TagInField, _ command: [UInt8]
  ) throws(ReaderError) -> [UInt8] {
    do {
      return try exchange(command, .quick)
    } catch {
      guard error == .unclear else { throw error }
    }
    try reselect(tag)
    return try exchange(command, .careful)
  }

  /// Selects the same tag again, or throws what is there instead.
  @discardableResult
  package func reselect(_ tag: TagInField) throws(ReaderError) -> TagInField {
    let family = tag.technology.family
    // Right after an abandoned command, a PN532 may miss the next one.
    let again = try twiceIfReaderSilent { () throws(ReaderError) in
      try select(family, uid: tag.uid)
    }
    if let again { return again }
    guard let other = try select(family) else { throw .tagGone }
    guard other.uid == tag.uid else { throw .tagSwapped(found: other.uid) }
    return other
  }

  /// Makes sure that no second tag of its kind is next to the selected one, as far as a reader can
  /// tell.
  ///
  /// A tag of another family ignores what is meant for the first, and a look for it would cost
  /// every tag a command. An ISO 15693 tag only obeys what is addressed to it; a reader that hears
  /// two of them at once reports both. Tags of Type B and Topaz are only read, and so is a tag
  /// with a random UID, which would look like another tag.
  package func requireNoneBeside(_ tag: TagInField) throws(ReaderError) {
    switch tag.technology.family {
    case .typeA where !tag.uid.isRandom: try requireNoneBesideTypeA(tag)
    case .felica: try requireNoneBesideFelica(tag)
    case .typeA, .typeB, .topaz, .vicinity: break
    }
  }

  /// Puts the known tag to sleep, so that any answer is from another one.
  ///
  /// A reader that is told to find two Type A tags finds the second only every other time.
  private func requireNoneBesideTypeA(_ tag: TagInField) throws(ReaderError) {
    var isAwake = false
    let found = try twiceIfReaderSilent { () throws(ReaderError) in
      // Whatever was done about the silence may have woken it.
      if isAwake { try reselect(tag) }
      isAwake = true
      try halt()
      return try select(.typeA)
    }
    guard let other = found, other.uid != tag.uid else {
      try reselect(tag)
      return
    }
    // A tag that was put to sleep falls asleep again at the next look, which would find the other
    // one alone. Only a moment without power ends that (ISO 14443-3, 6.3.2).
    try switchField(on: false)
    try switchField(on: true)
    throw .severalTags(tag.uid, other.uid)
  }

  /// Counts the FeliCa tags, which no command silences, by the slots in which they answer.
  ///
  /// A look in which the known tag does not answer proves nothing: another one may have answered in
  /// its slot. Only if the reader receives the stronger of two answers in one slot as the only one,
  /// which happens once in sixteen times, is the other one missed.
  private func requireNoneBesideFelica(_ tag: TagInField) throws(ReaderError) {
    var stranger: TagUID?
    for _ in 1...slottedLooksMax {
      let found = try lookInSlots()
      guard let one = found.first else { continue }
      // A chip may answer for two of its systems.
      if let other = found.first(where: { !one.namesSameFelica(as: $0.bytes) }) {
        throw .severalTags(one, other)
      }
      if tag.uid.namesSameFelica(as: one.bytes) { return }
      stranger = one
    }
    if let stranger { throw .tagSwapped(found: stranger) }
    // A reader may not support slots.
    guard let found = try select(.felica) else { throw .tagGone }
    guard tag.uid.namesSameFelica(as: found.uid.bytes) else { throw .tagSwapped(found: found.uid) }
  }

  /// The tags that one look in slots finds; none if the reader refuses it or is silent.
  private func lookInSlots() throws(ReaderError) -> [TagUID] {
    do throws(ReaderError) {
      return try felicaTags().map(\.uid)
    } catch {
      switch error {
      case .readerSilent, .unclear, .notPossible: return []
      default: throw error
      }
    }
  }
}

/// Repeats a request that the reader did not answer: it got lost on the way, or its answer did.
///
/// Only for requests that do no harm if they are done twice.
package func twiceIfReaderSilent<Result>(
  _ body: () throws(ReaderError) -> Result
) throws(ReaderError) -> Result {
  do throws(ReaderError) {
    return try body()
  } catch {
    guard error == .readerSilent else { throw error }
    return try body()
  }
}

/// The chance that two tags hide each other this many times in a row is one in 65,536.
private let slottedLooksMax = 4
