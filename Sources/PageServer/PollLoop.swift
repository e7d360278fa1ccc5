// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// What the server's thread does: it waits for all connections at once, and moves those that can go on.
final class PollLoop {
  private let listener: LoopbackListener
  private let rules: ServerRules
  private var connections: [Int: PageConnection] = [:]
  private var accepted = 0
  /// Until when no connection is taken, because the system has no descriptor left for one.
  private var pause: ContinuousClock.Instant?

  private static let pauseLength = Duration.milliseconds(100)

  init(_ listener: LoopbackListener, _ rules: ServerRules) {
    self.listener = listener
    self.rules = rules
  }

  func run() {
    rules.feed.wakes(rules.mail)
    while moveOnce() {}
    connections = [:]
    listener.close()
    rules.feed.wakesNoLonger(rules.mail)
    rules.mail.close()
  }

  /// Waits, and moves what can be moved; false when it is to stop.
  private func moveOnce() -> Bool {
    let present = Array(connections.values)
    var polled = [
      pollfd(fd: rules.mail.bell, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pause == nil ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    polled += present.map(\.wanted)
    poll(&polled, nfds_t(polled.count), milliseconds(to: present.compactMap(\.deadline).min()))
    let now = ContinuousClock.now
    if let end = pause, end <= now { pause = nil }

    for (connection, state) in zip(present, polled.dropFirst(2)) where state.revents != 0 {
      connection.move(state.revents, at: now)
    }
    let (replies, isStopping) = rules.mail.take()
    for reply in replies { connections[reply.ticket.connection]?.take(reply, at: now) }
    for connection in present {
      connection.sendEvents(at: now)
      connection.expire(at: now)
    }
    connections = connections.filter { !$0.value.isGone }
    if polled[1].revents != 0 { welcome(at: now) }
    return !isStopping
  }

  private func milliseconds(to deadline: ContinuousClock.Instant?) -> Int32 {
    guard let first = [deadline, pause].compactMap({ $0 }).min() else { return -1 }
    // Rounded up: a moment too early it would find nothing to do, and wait again for no time at all.
    let left = max(.zero, first - .now) / .milliseconds(1)
    return Int32(clamping: Int(left.rounded(.up)))
  }

  private func welcome(at now: ContinuousClock.Instant) {
    // Not until there is none: who connects without end would keep the thread here.
    for _ in 0..<rules.limits.connections {
      let descriptor = tagpress_accept(listener.descriptor)
      if descriptor >= 0 {
        let isFull = connections.count >= rules.limits.connections
        isFull ? turnAway(descriptor) : add(descriptor, at: now)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR && errno != ECONNABORTED {
        // The connection stays in the queue, and would wake the loop again at once.
        pause = now + Self.pauseLength
        return
      }
    }
  }

  private func add(_ descriptor: Int32, at now: ContinuousClock.Instant) {
    accepted += 1
    connections[accepted] = PageConnection(descriptor, number: accepted, rules, at: now)
  }

  /// Says that there are too many, if that can be said at once.
  private func turnAway(_ descriptor: Int32) {
    let bytes = PageAnswer(.unavailable).bytes(isLast: true)
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(descriptor)
  }
}
