// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Synchronization

/// A stop request that one thread raises and others check.
package final class StopFlag: Sendable {
  private let raised = Atomic<Bool>(false)
  private let other: StopFlag?

  /// A flag that counts as raised when another one is, too.
  package init(or other: StopFlag? = nil) { self.other = other }

  package var isRaised: Bool {
    raised.load(ordering: .relaxed) || other?.isRaised == true
  }

  package func raise() {
    raised.store(true, ordering: .relaxed)
  }
}

/// Which families are looked for: those whose tags are expected at each look, the others now and then.
package struct LookedFor: Sendable {
  private let expected: [TagFamily]
  private let all: [TagFamily]

  /// A tag of another family is found as soon as a person has let go of it.
  private static let looksForAll = 4

  /// Without an expectation all are looked for at each look.
  package init(_ all: [TagFamily], expecting expected: Set<TagFamily> = []) {
    let first = all.filter(expected.contains)
    self.expected = first.isEmpty ? all : first
    self.all = first + all.filter { !first.contains($0) }
  }

  /// The looks are counted from 1.
  package func families(atLook number: Int) -> [TagFamily] {
    number % Self.looksForAll == 0 ? all : expected
  }
}

extension TagReader {
  /// Polls until a tag of one of the families comes, or the user stops.
  package func waitForTag(
    of families: [TagFamily], expecting expected: Set<TagFamily> = [], unless stop: StopFlag,
    rest: LookRest = .people
  ) throws(ReaderError) -> TagInField {
    let tag = try waitForTag(
      of: families, expecting: expected, unless: stop, rest: rest, until: nil)
    guard let tag else { throw .cancelled }
    return tag
  }

  /// The same up to a moment; nil if no tag came.
  ///
  /// Each look ends on its own, so a stop request is seen within a fraction of a second; libnfc's
  /// own endless wait cannot be ended safely.
  package func waitForTag(
    of families: [TagFamily], expecting expected: Set<TagFamily> = [], unless stop: StopFlag,
    rest: LookRest = .people, until end: ContinuousClock.Instant?
  ) throws(ReaderError) -> TagInField? {
    let lookedFor = LookedFor(families, expecting: expected)
    let began = ContinuousClock.now
    var looks = 0
    var silences = 0
    while !stop.isRaised {
      let look = ContinuousClock.now
      looks += 1
      do throws(ReaderError) {
        for family in lookedFor.families(atLook: looks) {
          if let tag = try select(family) { return tag }
        }
        silences = 0
      } catch {
        // A single command that got lost on the line is no reason to give up.
        silences += 1
        guard error == .readerSilent, silences < silencesMax else { throw error }
      }
      let now = ContinuousClock.now
      if let end, now > end { return nil }
      pause(rest.after(look: now - look, waited: look - began))
    }
    throw .cancelled
  }

  /// Polls until the tag was silent this many times in a row, or the user stops.
  ///
  /// It is asked for by its UID each time, as it may sleep. For the same reason another tag that is found
  /// in its place is no proof that it has left: a look for any tag finds none that sleeps.
  ///
  /// - Returns: whether it is gone; otherwise it was still there at the last of the looks.
  @discardableResult
  package func waitForRemoval(
    of tag: TagInField, unless stop: StopFlag, looks: Int = 1, rest: LookRest = .people,
    atMost most: Int = .max
  ) throws(ReaderError) -> Bool {
    let began = ContinuousClock.now
    var enough = looks
    var misses = 0
    var count = 0
    while !stop.isRaised {
      let look = ContinuousClock.now
      if try !isThere(tag) {
        misses += 1
        if misses >= enough { return true }
        continue
      }
      // One that comes and goes lies at the edge of the field.
      if misses > 0 { enough = max(looks, looksAtEdge) }
      misses = 0
      count += 1
      if count >= most { return false }
      let now = ContinuousClock.now
      pause(rest.after(look: now - look, waited: look - began))
    }
    throw .cancelled
  }

  /// Whether the tag answers, even among others.
  private func isThere(_ tag: TagInField) throws(ReaderError) -> Bool {
    do throws(ReaderError) {
      return try twiceIfReaderSilent { () throws(ReaderError) in
        try select(tag.technology.family, uid: tag.uid) != nil
      }
    } catch {
      guard case .severalTags(let one, let other) = error else { throw error }
      return [one, other].contains(tag.uid)
    }
  }
}

/// After this many commands without an answer in a row, the reader is no longer there.
private let silencesMax = 3

/// So often in a row must a tag be silent that was silent before and came back.
private let looksAtEdge = 6

/// How long a reader rests between two looks.
package enum LookRest: Sendable {
  /// A machine feeds the tags.
  case none
  /// As long as tags come one after another, the next one is found at once; where none has come for a
  /// while, looks cost the machine little.
  case people

  /// A person lays the next tag within this time.
  private static let handTime = Duration.seconds(5)
  private static let nextLookSoon = Duration.milliseconds(10)
  private static let nextLookLater = Duration.milliseconds(30)
  /// A look in which the machine slept is no slow one, and a stop is to be heard soon.
  private static let longestLook = Duration.milliseconds(200)

  /// The rest after a look that took so long, when it began after so long a wait.
  ///
  /// The time from one look to the next is the same for slow readers and fast ones, except that later two
  /// thirds of it at least are rest: a slow look is made of many commands, which would otherwise never end.
  package func after(look: Duration, waited: Duration) -> Duration {
    switch self {
    case .none: .zero
    case .people where waited < Self.handTime: max(.zero, Self.nextLookSoon - look)
    case .people: max(min(look, Self.longestLook) * 2, Self.nextLookLater - look)
    }
  }
}

package func pause(_ rest: Duration) {
  let (seconds, attoseconds) = rest.components
  guard rest > .zero else { return }
  usleep(useconds_t(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
