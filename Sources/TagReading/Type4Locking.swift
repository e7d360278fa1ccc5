// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension Type4Tag {
  /// The missing steps until nobody can write this NTAG 424 any more; determined once, until it
  /// changes.
  package func planLock() throws(TagError) -> NTAG424LockPlan {
    guard chip == .ntag424 else { throw .memory(.lockUnsupported(.type4)) }
    // A tag that is selected again while it is being locked must be recognised.
    guard !tag.uid.isRandom else { throw .randomUID }
    if let lockPlan { return lockPlan }
    let plan = try planLock(isDeclared: container.writeAccess == Self.neverWritten)
    lockPlan = plan
    return plan
  }

  /// Proves the factory's key to a tag that is to be locked, so that a tag with another key is
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

  /// Takes the missing steps, and asks the chip whether any are left.
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
      // Neither silence nor an answer proves anything: the chip is asked for its settings.
      let left = try readLock()
      pagesWritten += missing.count - left.count
      missing = left
      guard failure != nil || missing.isEmpty else { throw .notLocked }
    }
    if let failure, !missing.isEmpty { throw .interrupted(nil, failure) }
  }

  /// The container's value for a file that is never written.
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

  /// The missing steps according to the chip, with the tag selected again.
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
