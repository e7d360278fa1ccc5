// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Threads

/// Why a browser did not do what a test wanted.
enum BrowserTrouble: Error, Equatable, CustomStringConvertible {
  /// The browser refused a command of the test's.
  case refused(method: String, String)
  /// What a script threw.
  case thrown(String)
  /// A page that could not be loaded.
  case notLoaded(String, String)
  /// An element that cannot be clicked, and what is in the way.
  case notReady(String, String)
  case notWritten(String, errno: Int32)
  case tookTooLong(String)
  /// The browser has ended, or does not listen any more.
  case ended(String)

  var description: String {
    switch self {
    case .refused(let method, let reason): "The browser refused \(method): \(reason)"
    case .thrown(let text): "The page's script threw: \(text)"
    case .notLoaded(let address, let reason): "\(address) was not loaded: \(reason)"
    case .notReady(let selector, let reason): "\(selector): \(reason)"
    case .notWritten(let path, let errno): "\(path) was not written: error \(errno)"
    case .tookTooLong(let what): "It took too long: \(what)"
    case .ended(let what): "The browser has ended: \(what)"
    }
  }
}

/// Something that a tab said without being asked.
struct BrowserNotice: Sendable {
  let method: String
  let parameters: JSONNode
}

/// The conversation with a browser: JSON with a NUL behind each message, over two pipes.
///
/// Any thread may ask. A thread of its own listens, and hands each answer to who waits for it.
final class DevToolsPipe: Sendable {
  /// A screenshot or a page as PDF comes as one string.
  private static let messageByteCount = 256 << 20

  private let input: Int32
  private let output: Int32
  private let state = Guarded(State())
  /// So that the messages of two threads do not mix.
  private let writing = Guarded(())

  private struct State {
    var lastNumber = 0
    var awaited: Set<Int> = []
    var answers: [Int: JSONNode] = [:]
    /// What each tab has said, in order, by its session.
    var notices: [String: [BrowserNotice]] = [:]
    /// The sessions of pages that crashed or were closed, which will never answer.
    var gone: Set<String> = []
    /// How often something of the above has changed.
    var changeCount = 0
    var isToEnd = false
    var hasEnded = false
    var listener: StartedThread?
  }

  /// Takes descriptors that stay open until `end` has been called.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    // A browser that does not read must not keep the test waiting.
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    state.withLock { state in
      state.listener = startThread { self.listen() }
      state.hasEnded = state.listener == nil
    }
  }

  /// Ends the listening; whoever waits for an answer hears that there will be none.
  func end() {
    let listener = state.withLock { state in
      state.isToEnd = true
      defer { state.listener = nil }
      return state.listener
    }
    listener?.join()
  }

  /// Gives a command and waits for its answer.
  func call(
    _ method: String, _ parameters: JSONValue = [:], session: String? = nil,
    timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) -> JSONNode {
    let deadline = ContinuousClock.now + timeLimit
    let number = state.withLock { state in
      state.lastNumber += 1
      state.awaited.insert(state.lastNumber)
      return state.lastNumber
    }
    // A late answer is not kept.
    defer { state.withLock { _ = $0.awaited.remove(number) } }
    try send(number, method, parameters, session: session, by: deadline)
    let answer = try wait(for: method, of: session, by: deadline) {
      $0.answers.removeValue(forKey: number)
    }
    if let error = answer["error"] {
      throw .refused(method: method, error["message"]?.string ?? "")
    }
    guard let result = answer["result"] else { throw .refused(method: method, "no result") }
    return result
  }

  /// What a session has said so far.
  func notices(of session: String) -> [BrowserNotice] {
    state.withLock { $0.notices[session] ?? [] }
  }

  /// Waits until a session says something like this, after the first `count` things it said.
  @discardableResult
  func notice(
    of session: String, after count: Int, timeLimit: Duration, _ what: String,
    where isMeant: (BrowserNotice) -> Bool
  ) throws(BrowserTrouble) -> BrowserNotice {
    var looked = count
    return try wait(for: what, of: session, by: .now + timeLimit) { state in
      let all = state.notices[session] ?? []
      defer { looked = max(looked, all.count) }
      return all.dropFirst(looked).first(where: isMeant)
    }
  }

  /// Waits until a session's page is no more.
  func waitForEnd(of session: String, timeLimit: Duration) throws(BrowserTrouble) {
    try wait(for: "closing", of: nil, by: .now + timeLimit) {
      $0.gone.contains(session) ? true : nil
    }
  }

  /// Waits until the browser has ended; false when it had not in time.
  func waitForEnd(timeLimit: Duration) -> Bool {
    (try? wait(for: "end", of: nil, by: .now + timeLimit) { $0.hasEnded ? true : nil }) ?? false
  }

  /// Waits until there is such a thing.
  @discardableResult
  private func wait<Thing: Sendable>(
    for what: String, of session: String?, by deadline: ContinuousClock.Instant,
    _ find: (inout State) -> Thing?
  ) throws(BrowserTrouble) -> Thing {
    while true {
      let (thing, changeCount) = try state.withLock { state throws(BrowserTrouble) in
        if let thing = find(&state) { return (thing as Thing?, 0) }
        guard !state.hasEnded else { throw .ended(what) }
        if let session, state.gone.contains(session) { throw .ended("the page of \(what)") }
        return (nil, state.changeCount)
      }
      if let thing { return thing }
      let left = deadline - .now
      guard left > .zero else { throw .tookTooLong(what) }
      let milliseconds = Int(min(left / .milliseconds(1), 1000).rounded(.up))
      state.withLock(
        afterAtMost: milliseconds, while: { $0.changeCount == changeCount }, then: { _ in })
    }
  }

  private func send(
    _ number: Int, _ method: String, _ parameters: JSONValue, session: String?,
    by deadline: ContinuousClock.Instant
  ) throws(BrowserTrouble) {
    var message: [(key: String, value: JSONValue)] = [
      ("id", .integer(number)), ("method", .string(method)), ("params", parameters),
    ]
    if let session { message.append(("sessionId", .string(session))) }
    let bytes = Array(JSONValue.object(message).compact.utf8) + [0]
    try writing.withLock { _ throws(BrowserTrouble) in
      var left = bytes[...]
      while !left.isEmpty {
        let count = left.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 {
          left = left.dropFirst(count)
          continue
        }
        guard errno == EAGAIN || errno == EINTR else { throw .ended(method) }
        guard deadline > .now else { throw .tookTooLong(method) }
        var waiting = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 100)
      }
    }
  }

  private func listen() {
    var unread: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !state.withLock({ $0.isToEnd }) {
      // Not for ever: something that the browser left behind could hold the pipe open.
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      let count = read(output, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = chunk[..<count]
      while let end = rest.firstIndex(of: 0) {
        unread += rest[..<end]
        take(unread)
        unread.removeAll()
        rest = rest[(end + 1)...]
      }
      unread += rest
    }
    change { $0.hasEnded = true }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.changeCount += 1
    }
    state.signal()
  }

  private func take(_ bytes: [UInt8]) {
    // Pages may say half characters, which a strict reader would refuse.
    let limits = JSONLimits(byteCount: Self.messageByteCount)
    guard let message = JSONLint(bytes, limits: limits).document?.root else { return }
    var opened: String?
    change { state in
      if let number = message["id"]?.number?.int {
        if state.awaited.contains(number) { state.answers[number] = message }
      } else if let method = message["method"]?.string, let parameters = message["params"] {
        let session = message["sessionId"]?.string ?? ""
        state.notices[session, default: []].append(
          BrowserNotice(method: method, parameters: parameters))
        if method == "Page.javascriptDialogOpening" { opened = session }
        if method == "Inspector.targetCrashed" { state.gone.insert(session) }
        if method == "Target.detachedFromTarget", let closed = parameters["sessionId"]?.string {
          state.gone.insert(closed)
        }
      }
    }
    // A dialog stops the page until someone answers; here no one else would.
    if let opened {
      try? send(
        0, "Page.handleJavaScriptDialog", ["accept": true], session: opened,
        by: .now + .seconds(60))
    }
  }
}
