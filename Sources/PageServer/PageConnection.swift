// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// What all connections of a server have in common.
struct ServerRules: Sendable {
  let access: PageAccess
  let limits: PageLimits
  let handler: any PageHandler
  let feed: EventFeed
  let mail: ServerMail
}

/// One connection of a browser: a request and its answer, then the next one; or a stream to its end.
///
/// Only the server's thread has it. What the other side sends early waits in the system until the
/// answer before it is out, so requests are answered in their order and no one can fill the memory.
final class PageConnection {
  private let descriptor: Int32
  private let number: Int
  /// Where the other side has connected to.
  private let port: UInt16
  private let rules: ServerRules
  private var phase = Phase.head
  /// When it has to be looked at even if nothing comes.
  private(set) var deadline: ContinuousClock.Instant?
  private var reader = RequestHeadReader()
  private var input: [UInt8] = []
  private var inputUsed = 0
  private var output: [UInt8] = []
  private var outputSent = 0
  /// Which request the handler has; an answer to an earlier one is none.
  private var requests = 0
  /// Whether a page of ours is at the other side, as far as it was asked.
  private var hasShownSession = false

  /// Whether it has to make room for a page, whatever it waits for: nobody knows whose it is.
  var isStranger: Bool { !hasShownSession }

  /// What was read of requests that are not whole.
  var heldBytes: Int { input.count }

  /// Makes room for others.
  func giveWay(at now: ContinuousClock.Instant) {
    switch phase {
    case .head, .body: refuse(.unavailable, at: now)
    default: leave()
    }
  }

  private enum Phase {
    case head
    case body(RequestHead)
    case handling(isLast: Bool)
    case answering(isLast: Bool)
    /// Behind this place in the feed; there may be more than was sent.
    case streaming(place: Int?, isBehind: Bool)
    /// Everything is said. What still comes is thrown away: with it unread, the system would reset
    /// the connection, and the browser would never see the answer.
    case lingering
    case gone
  }

  private static let pieceMax = 64 << 10

  init(
    _ descriptor: Int32, number: Int, port: UInt16, _ rules: ServerRules,
    at now: ContinuousClock.Instant
  ) {
    self.descriptor = descriptor
    self.number = number
    self.port = port
    self.rules = rules
    deadline = now + rules.limits.head
    // Otherwise an event waits until the other side has confirmed the one before.
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  var isGone: Bool { if case .gone = phase { true } else { false } }

  /// What to wait for.
  var wanted: pollfd {
    let events: Int32 =
      switch phase {
      case .head, .body, .lingering: POLLIN
      case .answering: POLLOUT
      case .streaming(_, let isBehind): isBehind || !output.isEmpty ? POLLIN | POLLOUT : POLLIN
      case .handling, .gone: 0
      }
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// Does what can be done now that something of what it waits for is there.
  func move(_ events: Int16, at now: ContinuousClock.Instant) {
    if Int32(events) & POLLOUT != 0 { send(at: now) }
    guard Int32(events) & ~POLLOUT != 0 else { return }
    switch phase {
    case .head, .body:
      guard receive() else { return leave() }
      advance(at: now)
    case .streaming, .lingering:
      guard receive() else { return leave() }
      input.removeAll(keepingCapacity: true)
    // The other side is gone: it was not asked whether it sends something.
    case .handling, .answering, .gone: leave()
    }
  }

  /// Takes what the handler says of a request, unless it has said something before.
  func deliver(_ reply: ServerMail.Reply, at now: ContinuousClock.Instant) {
    guard reply.ticket.request == requests, case .handling(let isLast) = phase else { return }
    switch reply.what {
    case .answer(let answer): say(answer, isLast: isLast, at: now)
    case .stream(let lastID):
      phase = .streaming(place: rules.feed.place(after: lastID), isBehind: true)
      output = PageAnswer.streamHead
      deadline = now + rules.limits.stalled
      send(at: now)
    }
  }

  /// Sends the events that there are, if it is a stream and has room for them.
  func sendEvents(at now: ContinuousClock.Instant) {
    guard output.isEmpty, case .streaming(let place, _) = phase else { return }
    let (bytes, next) = rules.feed.events(after: place, upTo: Self.pieceMax)
    phase = .streaming(place: next, isBehind: !bytes.isEmpty)
    begin(bytes, at: now)
  }

  /// Does what is due because nothing has happened for so long.
  func expire(at now: ContinuousClock.Instant) {
    guard let deadline, deadline <= now else { return }
    switch phase {
    case .head where reader.count > 0, .body: refuse(.timeout, at: now)
    case .streaming where output.isEmpty: begin(EventRing.comment, at: now)
    default: leave()
    }
  }

  private func leave() {
    phase = .gone
    deadline = nil
  }

  /// Reads what is there; false once the other side sends nothing more.
  private func receive() -> Bool {
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceMax) { buffer, used in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      used = max(count, 0)
    }
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    input += piece
    return true
  }

  /// Takes from what was received what makes the request whole.
  private func advance(at now: ContinuousClock.Instant) {
    if case .head = phase { readHead(at: now) }
    guard case .body(let head) = phase, head.contentLength <= input.count - inputUsed else {
      return
    }
    let end = inputUsed + head.contentLength
    let body = Array(input[inputUsed..<end])
    input.removeFirst(end)
    inputUsed = 0
    phase = .handling(isLast: head.closes)
    deadline = nil
    requests += 1
    let ticket = ServerMail.Ticket(connection: number, request: requests)
    rules.handler.answer(
      PageRequest(
        head: head, body: body, port: port, peerPort: peerPort, connection: number),
      PageReply(rules.mail, ticket, lastEventID: head.lastEventID))
  }

  /// The port of the other side; 0 if it has gone.
  private var peerPort: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &length)
      }
    }
    return status == 0 ? UInt16(bigEndian: address.sin_port) : 0
  }

  private func readHead(at now: ContinuousClock.Instant) {
    guard inputUsed < input.count else { return }
    if reader.count == 0 { deadline = now + rules.limits.head }
    let before = reader.count
    do throws(RequestRefusal) {
      let head = try reader.read(input[inputUsed...])
      inputUsed += reader.count - before
      guard let head else {
        input.removeAll(keepingCapacity: true)
        inputUsed = 0
        return
      }
      if let refusal = rules.access.refusal(of: head, at: port) {
        return refuse(refusal.status, at: now)
      }
      if head.path.utf8.starts(with: "/api/".utf8) { hasShownSession = true }
      guard head.contentLength <= rules.handler.bodyMax(at: head.path) else {
        return refuse(.bodyTooLarge, at: now)
      }
      phase = .body(head)
      deadline = now + rules.limits.body
    } catch {
      refuse(error.status, at: now)
    }
  }

  /// Says why nothing comes of it, and nothing more after that.
  private func refuse(_ status: PageStatus, at now: ContinuousClock.Instant) {
    say(PageAnswer(status), isLast: true, at: now)
  }

  private func say(_ answer: PageAnswer, isLast: Bool, at now: ContinuousClock.Instant) {
    phase = .answering(isLast: isLast)
    begin(answer.bytes(isLast: isLast), at: now)
  }

  private func begin(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
    guard !bytes.isEmpty else { return }
    output = bytes
    deadline = now + rules.limits.stalled
    send(at: now)
  }

  private func send(at now: ContinuousClock.Instant) {
    while outputSent < output.count {
      let count = output[outputSent...].withUnsafeBytes {
        // Otherwise the signal of a page that has gone would end the program.
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return leave() }
      outputSent += count
      deadline = now + rules.limits.stalled
    }
    output = []
    outputSent = 0
    switch phase {
    case .answering(isLast: true):
      shutdown(descriptor, Int32(SHUT_WR))
      phase = .lingering
      input = []
      deadline = now + rules.limits.lingering
    case .answering(isLast: false):
      phase = .head
      reader = RequestHeadReader()
      deadline = now + rules.limits.idle
      advance(at: now)
    case .streaming: deadline = now + rules.limits.comment
    default: break
    }
  }
}
