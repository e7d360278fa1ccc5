// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import JobLedger
internal import JobManifest
internal import TagMemory
internal import TagReading

extension TagChip {
  /// Where a reader looks for such a tag.
  fileprivate var family: TagFamily {
    switch self {
    case .type2, .ntag424, .desfire: .typeA
    case .type3: .felica
    case .type5: .vicinity
    }
  }
}

extension BatchJob {
  /// Where readers look for the job's tags, if it names chips.
  var families: Set<TagFamily> {
    Set(job.tags.chips.compactMap { TagChip(name: $0.value)?.family })
  }
}

/// What a reader waits for.
struct Waiting {
  /// What is reported of it.
  let event: BatchEvent
  /// The one tag that it waits for, if not every tag will do.
  let tag: TornTag?
  /// Raised when it need not wait for that one any more.
  let isOver: StopFlag?

  init(_ event: BatchEvent, for tag: TornTag? = nil, until isOver: StopFlag? = nil) {
    (self.event, self.tag, self.isOver) = (event, tag, isOver)
  }
}

extension ReaderLoop {
  /// Waits for a tag to work on; during a pause of the batch, a tag waits until the batch
  /// continues.
  ///
  /// - Returns: nil when the reader need not wait any more for the one tag that it wanted.
  func nextTag(
    on reader: any TagReader, notAgain last: Departure?, _ waiting: Waiting,
    expecting expected: Set<TagFamily>
  ) throws(Leaving) -> (TagInField, isTwin: Bool)? {
    while true {
      while room.commands.isPausing, room.mayBegin { usleep(50_000) }
      let found = try waitForTag(on: reader, notAgain: last, waiting, expecting: expected)
      if !room.commands.isPausing || !room.mayBegin { return found }
    }
  }

  /// Waits for a tag that is alone on the reader.
  ///
  /// When two tags have left, or a finished one came back, it reports again what it waits for.
  ///
  /// - Returns: a tag, and whether it is a different one with the UID of the last.
  private func waitForTag(
    on reader: any TagReader, notAgain last: Departure?, _ waiting: Waiting,
    expecting expected: Set<TagFamily>
  ) throws(Leaving) -> (TagInField, isTwin: Bool)? {
    let isOver = waiting.isOver ?? room.halt
    var told: Set<TagUID> = []
    var isBlocked = false
    var misses = 0
    while true {
      if room.halt.isRaised { throw .done }
      if isOver.isRaised { return nil }
      let tag: TagInField
      do throws(ReaderError) {
        // A card that is unknown or in use elsewhere is not reported as a tag, so looks do not see it.
        if !told.isEmpty, !isBlocked {
          // It may leave at any moment: a wait for it would not end before the next tag comes.
          guard let there = try tagThere(on: reader) else {
            misses += 1
            guard misses >= room.pace.looksUntilGone else { continue }
            (told, misses) = ([], 0)
            room.events.send(waiting.event)
            continue
          }
          tag = there
        } else {
          tag = try reader.waitForTag(
            of: TagFamily.allCases, expecting: expected, unless: isOver,
            rest: room.pace.betweenLooks)
        }
        misses = 0
        if isBlocked { room.events.send(.readerBack(number)) }
        isBlocked = false
        guard let last, last.uid == tag.uid, ContinuousClock.now - last.left < room.pace.bounce
        else {
          try reader.requireNoneBeside(tag)
          guard let wanted = waiting.tag, isOther(tag.uid, than: wanted) else {
            return (tag, false)
          }
          // Reported once, as some tags have another UID at each look.
          if told.count != 1 || !told.contains(tag.uid) && !tag.uid.isRandom {
            room.events.send(.otherTag(number, tag.uid, wanted))
          }
          told = [tag.uid]
          usleep(50_000)
          continue
        }
        // A UID is no proof, so the last result stays on the screen and says nothing about an unread tag.
        if last.word == .ok || last.word == .alreadyDone {
          guard let isSame = isAsItWas(tag, on: reader) else { continue }
          if !isSame {
            try reader.requireNoneBeside(tag)
            return (tag, true)
          }
        }
      } catch {
        switch error {
        case .severalTags(let one, let other):
          // Reported once; then the operator has to remove one of them.
          if told.count == 1 || told.isDisjoint(with: [one, other]) {
            room.events.send(.twoTags(number, one, other))
            told = [one, other]
          }
          usleep(50_000)
        // Reported once; the reader takes the next tag as soon as this one is gone or free.
        case .unknownCard, .heldElsewhere:
          room.events.send(.readerLost(number, error))
          isBlocked = true
          usleep(50_000)
        case .cancelled where !room.halt.isRaised: return nil
        // It was only passing by, or was taken away at once.
        case .tagGone, .tagSwapped, .silent, .unclear, .corrupted: break
        default: throw leaving(error)
        }
        continue
      }
      room.events.send(.finishedTagThere(number))
      try waitForRemoval(of: tag, from: reader)
      room.events.send(waiting.event)
    }
  }

  /// Whether a tag is left alone while the reader waits for another one.
  ///
  /// One that was begun is finished wherever it is laid: it may be what another reader waits for.
  private func isOther(_ uid: TagUID, than wanted: TornTag) -> Bool {
    guard uid != wanted.uid else { return false }
    return known(uid).map(\.isDone) ?? true
  }

  /// Whether a tag with the UID of a finished one has the right content; nil when it did not answer.
  private func isAsItWas(_ tag: TagInField, on reader: any TagReader) -> Bool? {
    let shown = PresentedTag(
      tag, on: reader, number: number, batch: room.batch, desk: room.desk)
    do throws(Obstacle) {
      return try shown.hasItsMessage()
    } catch {
      return error.isPassing ? nil : false
    }
  }

  private func tagThere(on reader: any TagReader) throws(ReaderError) -> TagInField? {
    for family in TagFamily.allCases {
      let found = try twiceIfReaderSilent { () throws(ReaderError) in try reader.select(family) }
      if let found { return found }
    }
    return nil
  }
}
