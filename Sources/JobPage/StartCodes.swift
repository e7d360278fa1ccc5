// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// The codes in the links that open pages: each is good once, and not for long.
///
/// A link is seen in places where a secret must not be, such as the list of processes; what a page
/// gets for its code is never in any link.
package final class StartCodes: Sendable {
  enum Answer {
    case right
    /// It was good once, for another page.
    case used
    case tooOld
    case unknown
  }

  private struct Code {
    let text: String
    let made: ContinuousClock.Instant
    var isUsed = false
  }

  private let codes = Guarded<[Code]>([])
  private static let goodFor = Duration.seconds(60)
  private static let codesMax = 100

  package init() {}

  package func make(at now: ContinuousClock.Instant = .now) -> String {
    var source = SystemRandomNumberGenerator()
    let text = (0..<2).map { _ in String(source.next() as UInt64, radix: 36) }.joined()
    codes.withLock { codes in
      codes.append(Code(text: text, made: now))
      if codes.count > Self.codesMax { codes.removeFirst() }
    }
    return text
  }

  func redeem(_ text: String, at now: ContinuousClock.Instant = .now) -> Answer {
    codes.withLock { codes in
      guard let index = codes.firstIndex(where: { $0.text == text }) else { return .unknown }
      if codes[index].isUsed { return .used }
      guard now - codes[index].made <= Self.goodFor else { return .tooOld }
      codes[index].isUsed = true
      return .right
    }
  }
}
