// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension Type4Tag {
  /// What is missing until no one can write this NTAG 424 any more; found out once, until it
  /// changes.
  package func planLock() throws(TagError) -> NTAG424LockPlan {
    guard chip == .ntag424 else { throw .memory(.lockUnsupported(.type4)) }
    // A tag that is selected again while it is locked must be known again.
    guard !tag.uid.isMadeUp else { throw .madeUpUID }
    if let lockPlan { return lockPlan }
    let plan = try planLock(isDeclared: container.writeAccess == Self.neverWritten)
    lockPlan = plan
    return plan
  }

  /// Proves the factory's key to a tag that is to be locked, so that one with someone else's key is
  /// refused before its first byte changes.
  func requireFactoryKey() throws(TagError) {
    var failure = ReaderError.silent
    for _ in 1...commandTries {
      do throws(TagError) {
        _ = try Type4Authentication(to: session)
        return try session.restart()
      } catch {
        guard let reason = error.unknown else { throw error }
        failure = reason
      }
      try session.restart()
    }
    throw .reader(failure)
  }

  /// Takes the steps that are missing, and asks the chip whether none is missing any more.
  ///
  /// The caller has verified the message in this presentation of the tag.
  func lockForEver() throws(TagError) {
    var missing = try planLock().steps
    var failure: ReaderError?
    for _ in 1...commandTries where !missing.isEmpty {
      do throws(TagError) {
        failure = nil
        try perform(missing)
      } catch {
        guard let reason = error.unknown else { throw error.interrupting(nil) }
        failure = reason
      }
      // Silence proves nothing and neither does an answer: the chip tells what it is now.
      let left = try readLock()
      pagesWritten += missing.count - left.count
      missing = left
      guard failure != nil || missing.isEmpty else { throw .notLocked }
    }
    if let failure, !missing.isEmpty { throw .interrupted(nil, failure) }
  }

  /// What the container says about a file that is never written.
  static let neverWritten: UInt8 = 0xFF
  /// Where the container says who may write the message.
  private static let writeAccessPlace: UInt8 = 14

  private func perform(_ steps: [NTAG424LockStep]) throws(TagError) {
    var authentication = try Type4Authentication(to: session)
    for step in steps {
      switch step {
      case .closeMessage(let options): try authentication.close(.message, options: options)
      case .declare:
        try authentication.write(
          Self.neverWritten, to: .container, at: Self.writeAccessPlace)
      case .closeContainer(let options): try authentication.close(.container, options: options)
      }
    }
  }

  /// The steps that are missing by what the chip says now, with the tag selected again.
  private func readLock() throws(TagError) -> [NTAG424LockStep] {
    do throws(TagError) {
      try session.restart()
      settings = [:]
      lockPlan = nil
      let access = try session.read(
        Type4Container.ownFileID, at: Int(Self.writeAccessPlace), count: 1)
      let plan = try planLock(isDeclared: access == [Self.neverWritten])
      lockPlan = plan
      return plan.steps
    } catch {
      throw error.interrupting(nil)
    }
  }

  private func planLock(isDeclared: Bool) throws(TagError) -> NTAG424LockPlan {
    guard let message = try readSettings(of: .message),
      let container = try readSettings(of: .container)
    else { throw .noSettings }
    return try NTAG424LockPlan(message: message, container: container, isDeclared: isDeclared)
  }
}
