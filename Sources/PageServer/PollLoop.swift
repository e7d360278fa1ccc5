// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// What the server's thread does: it waits for all connections at once, and moves those that can go on.
final class PollLoop {
  private let listeners: [LoopbackListener]
  private let rules: ServerRules
  private var connections: [Int: PageConnection] = [:]
  private var accepted = 0
  /// Until when no connection is taken, because the system has no descriptor left for one.
  private var pause: ContinuousClock.Instant?

  private static let pauseLength = Duration.milliseconds(100)

  init(_ listeners: [LoopbackListener], _ rules: ServerRules) {
    self.listeners = listeners
    self.rules = rules
  }

  func run() {
    rules.feed.wakes(rules.mail)
    while moveOnce() {}
    connections = [:]
    for listener in listeners { listener.close() }
    rules.feed.wakesNoLonger(rules.mail)
    rules.mail.close()
  }

  /// Waits, and moves what can be moved; false when it is to stop.
  private func moveOnce() -> Bool {
    let present = Array(connections.values)
    let watched =
      [rules.mail.bell] + listeners.map { pause == nil ? $0.descriptor : -1 }
    var polled = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled += present.map(\.wanted)
    poll(&polled, nfds_t(polled.count), milliseconds(to: present.compactMap(\.deadline).min()))
    let now = ContinuousClock.now
    if let end = pause, end <= now { pause = nil }

    for (connection, state) in zip(present, polled.dropFirst(watched.count))
    where state.revents != 0 {
      connection.move(state.revents, at: now)
    }
    limitBodies(at: now)
    let (replies, isStopping) = rules.mail.takeReplies()
    for reply in replies { connections[reply.ticket.connection]?.deliver(reply, at: now) }
    for connection in present {
      connection.sendEvents(at: now)
      connection.expire(at: now)
    }
    connections = connections.filter { !$0.value.isGone }
    for (listener, state) in zip(listeners, polled.dropFirst()) where state.revents != 0 {
      welcome(listener, at: now)
    }
    return !isStopping
  }

  private func milliseconds(to deadline: ContinuousClock.Instant?) -> Int32 {
    guard let first = [deadline, pause].compactMap({ $0 }).min() else { return -1 }
    // Rounded up: a moment too early it would find nothing to do, and wait again for no time at all.
    let left = max(.zero, first - .now) / .milliseconds(1)
    return Int32(clamping: Int(left.rounded(.up)))
  }

  private func welcome(_ listener: LoopbackListener, at now: ContinuousClock.Instant) {
    // Not until none is left: a client that keeps connecting would keep the thread here.
    for _ in 0..<rules.limits.connections {
      let descriptor = tagpress_accept(listener.descriptor)
      if descriptor >= 0 {
        if connections.count >= rules.limits.connections { dropStranger(at: now) }
        let isFull = connections.count >= rules.limits.connections
        isFull ? turnAway(descriptor) : add(descriptor, port: listener.port, at: now)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR && errno != ECONNABORTED {
        // The connection stays in the queue, and would wake the loop again at once.
        pause = now + Self.pauseLength
        return
      }
    }
  }

  /// Half requests of others, and answers that they do not take, must not keep a page out.
  private func dropStranger(at now: ContinuousClock.Instant) {
    let strangers = connections.filter { $0.value.isStranger }
    guard let oldest = strangers.min(by: { $0.key < $1.key }) else { return }
    oldest.value.giveWay(at: now)
    connections[oldest.key] = nil
  }

  /// All bodies together must not fill the memory.
  private func limitBodies(at now: ContinuousClock.Instant) {
    let held = connections.values.reduce(0) { $0 + $1.heldBytes }
    guard held > rules.limits.bodies else { return }
    connections.values.max { $0.heldBytes < $1.heldBytes }?.giveWay(at: now)
  }

  private func add(_ descriptor: Int32, port: UInt16, at now: ContinuousClock.Instant) {
    accepted += 1
    connections[accepted] = PageConnection(
      descriptor, number: accepted, port: port, rules, at: now)
  }

  /// Says that there are too many, if that can be said at once.
  private func turnAway(_ descriptor: Int32) {
    let bytes = PageAnswer(.unavailable).bytes(isLast: true)
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(descriptor)
  }
}
