// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading

/// A reader behind the seam whose driver runs in a process of its own; it belongs to one thread at a
/// time.
///
/// A driver is a library that others wrote. Where it crashes, hangs or writes over memory, it does
/// so in that process, which has neither keys nor a ledger. The reader is lost then, and opening it
/// again starts another process.
package final class ReaderProcess: TagReader {
  package let identity: ReaderIdentity
  /// What the reader can look for, in its driver's words.
  package let families: [String]
  private let driver: DriverProcess
  private let limits: CallLimits

  /// This very program, also when its file was replaced meanwhile.
  package static let thisProgram = "/proc/self/exe"

  /// No name of a reader that there is comes near it.
  private static let longestName = 4096

  /// Opens the reader of that name; it answers before this returns.
  package init(
    _ name: String, program: String = thisProgram, limits: CallLimits = CallLimits()
  ) throws(ReaderOpeningError) {
    guard name.utf8.count <= Self.longestName else { throw .unknownName(name) }
    do throws(DriverNotStarted) {
      driver = try DriverProcess(program)
    } catch {
      throw .driverNotStarted(code: error.code)
    }
    self.limits = limits
    let reply: ReaderReply
    do throws(DriverEnd) {
      reply = try driver.ask(.open(name), within: limits.opening)
    } catch {
      throw .driverLost(name, error)
    }
    switch reply {
    case .opened(let identity, let families): (self.identity, self.families) = (identity, families)
    case .notOpened(let error): throw error
    default: throw .driverLost(name, driver.giveUp(.nonsense))
    }
  }

  deinit { driver.giveBack(within: limits.closing) }

  package func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    guard case .tag(let tag) = try ask(.select(family, uid: uid)) else { throw nonsense() }
    return tag
  }

  package func felicaTags() throws(ReaderError) -> [TagInField] {
    guard case .tags(let tags) = try ask(.felicaTags) else { throw nonsense() }
    return tags
  }

  package func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard case .answer(let answer) = try ask(.exchange(command, care)) else { throw nonsense() }
    return answer
  }

  package func vouch(for tag: TagInField) throws(ReaderError) {
    guard case .done = try ask(.vouch(tag)) else { throw nonsense() }
  }

  package func confirmAnswers() throws(ReaderError) {
    guard case .done = try ask(.confirmAnswers) else { throw nonsense() }
  }

  package func halt() throws(ReaderError) {
    guard case .done = try ask(.halt) else { throw nonsense() }
  }

  package func switchField(on: Bool) throws(ReaderError) {
    guard case .done = try ask(.switchField(on: on)) else { throw nonsense() }
  }

  private func ask(_ request: ReaderRequest) throws(ReaderError) -> ReaderReply {
    let reply: ReaderReply
    do throws(DriverEnd) {
      reply = try driver.ask(request, within: limits.call)
    } catch {
      throw .driverLost(error)
    }
    if case .failed(let error) = reply { throw error }
    return reply
  }

  private func nonsense() -> ReaderError {
    .driverLost(driver.giveUp(.nonsense))
  }
}

/// How long a driver may take before it is ended.
///
/// libnfc gives a reader 350 ms for each acknowledgement and for each answer. A call of ours is at most
/// seven of its commands, opening at most sixteen, once repeated, with four line speeds to be tried in
/// between. On USB it is 1,050 ms, and a call ends with the second silence. What takes longer never ends.
package struct CallLimits: Sendable {
  package var opening = Duration.seconds(20)
  package var call = Duration.seconds(5)
  package var closing = Duration.seconds(5)

  package init() {}
}
