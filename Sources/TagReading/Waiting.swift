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

extension TagReader {
  /// Polls until a tag of one of the families comes, or the user stops.
  package func waitForTag(
    of families: [TagFamily], unless stop: StopFlag, rest: Duration = lookRest
  ) throws(ReaderError) -> TagInField {
    guard let tag = try waitForTag(of: families, unless: stop, rest: rest, until: nil) else {
      throw .cancelled
    }
    return tag
  }

  /// The same up to a moment; nil if no tag came.
  ///
  /// Each look ends on its own, so a stop request is seen within a fraction of a second; libnfc's
  /// own endless wait cannot be ended safely.
  package func waitForTag(
    of families: [TagFamily], unless stop: StopFlag, rest: Duration = lookRest,
    until end: ContinuousClock.Instant?
  ) throws(ReaderError) -> TagInField? {
    var silences = 0
    while !stop.isRaised {
      do throws(ReaderError) {
        for family in families {
          if let tag = try select(family) { return tag }
        }
        silences = 0
      } catch {
        // A single command that got lost on the line is no reason to give up.
        silences += 1
        guard error == .readerSilent, silences < silencesMax else { throw error }
      }
      if let end, ContinuousClock.now > end { return nil }
      pause(rest)
    }
    throw .cancelled
  }

  /// Polls until the tag was silent this many times in a row, or the user stops.
  ///
  /// - Returns: whether it is gone; otherwise it was still there at the last of the looks.
  @discardableResult
  package func waitForRemoval(
    of tag: TagInField, unless stop: StopFlag, looks: Int = 1, rest: Duration = lookRest,
    atMost most: Int = .max
  ) throws(ReaderError) -> Bool {
    var misses = 0
    var count = 0
    while !stop.isRaised {
      misses = try isThere(tag) ? 0 : misses + 1
      if misses >= looks { return true }
      count += 1
      if misses == 0, count >= most { return false }
      pause(rest)
    }
    throw .cancelled
  }

  /// Whether the tag answers, even among others.
  private func isThere(_ tag: TagInField) throws(ReaderError) -> Bool {
    do throws(ReaderError) {
      return try select(tag.technology.family, uid: tag.uid) != nil
    } catch {
      guard case .severalTags(let one, let other) = error else { throw error }
      return [one, other].contains(tag.uid)
    }
  }
}

/// After this many commands without an answer in a row, the reader is no longer there.
private let silencesMax = 3

/// A look takes a real reader about 20 ms; this only keeps a faster one from taking a whole core.
package let lookRest = Duration.milliseconds(5)

package func pause(_ rest: Duration) {
  let (seconds, attoseconds) = rest.components
  guard rest > .zero else { return }
  usleep(useconds_t(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
