// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// The thread on which a virtual reader lives: it waits for bytes and orders and sleeps otherwise.
///
/// It is a thread of its own because a test that uses it often blocks inside a C library, and on
/// two cores that would starve a task.
final class ReaderThread: Sendable {
  /// What another thread may ask for; the answer is the same byte when it is done.
  enum Order: UInt8 {
    case lookAgain = 1
    case unplug = 2
    case replug = 3
    case stop = 4
  }

  let link: Guarded<HostLink>
  /// The path of the terminal, nil while the reader is unplugged.
  let terminalPath = Guarded<String?>(nil)
  /// Why the last order could not be carried out.
  let failure = Guarded<VirtualReaderError?>(nil)
  private let options: VirtualReaderOptions
  private let orders: Int32

  init(options: VirtualReaderOptions, orders: Int32) {
    self.options = options
    self.orders = orders
    link = Guarded(HostLink(options))
  }

  deinit { close(orders) }

  func plugIn() throws(VirtualReaderError) -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    if let link = options.link { try PortLink.point(link, at: terminal.path) }
    link.withLock { $0.powerUp() }
    let path = terminal.path
    terminalPath.withLock { $0 = path }
    return terminal
  }

  func run(_ first: consuming PseudoTerminal) {
    var terminal: PseudoTerminal? = first
    var replugAt: ContinuousClock.Instant?
    while true {
      var waits = [
        pollfd(fd: orders, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal?.controller ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, Self.milliseconds(until: replugAt)) >= 0 || errno == EINTR else {
        return
      }
      if let time = replugAt, ContinuousClock.now >= time {
        replugAt = nil
        terminal = try? plugIn()
      }
      if waits[1].revents != 0, let unplugged = serve(&terminal) {
        unplug(&terminal)
        replugAt = .now + unplugged
      }
      if waits[0].revents != 0 {
        replugAt = nil
        guard obey(&terminal) else { return }
      }
    }
  }

  /// Answers what the host sent; returns how long the reader is to be unplugged, if it is.
  private func serve(_ terminal: inout PseudoTerminal?) -> Duration? {
    guard let port = terminal.take() else { return nil }
    let (bytes, speed) = (port.read(), port.hostSpeed)
    let reaction = link.withLock { $0.receive(bytes, at: speed) }
    send(reaction, port)
    terminal = consume port
    return reaction.unplugFor
  }

  /// Carries out one order; returns false when it was the last.
  private func obey(_ terminal: inout PseudoTerminal?) -> Bool {
    var byte: UInt8 = 0
    guard read(orders, &byte, 1) == 1, let order = Order(rawValue: byte) else { return false }
    switch order {
    case .lookAgain:
      if let port = terminal.take() {
        let speed = port.hostSpeed
        send(link.withLock { $0.lookAgain(at: speed) }, port)
        terminal = consume port
      }
    case .unplug, .stop: unplug(&terminal)
    case .replug:
      unplug(&terminal)
      do { terminal = try plugIn() } catch {
        let reason = error
        failure.withLock { $0 = reason }
      }
    }
    _ = write(orders, &byte, 1)
    return order != .stop
  }

  private func unplug(_ terminal: inout PseudoTerminal?) {
    if let link = options.link, let path = terminalPath.withLock({ $0 }) {
      PortLink.remove(link, from: path)
    }
    terminal = nil
    terminalPath.withLock { $0 = nil }
    link.withLock { $0.powerUp() }
  }

  private func send(_ reaction: HostLink.Reaction, _ port: borrowing PseudoTerminal) {
    if options.isRealTime, reaction.took > .zero {
      usleep(UInt32(clamping: Int(reaction.took / .microseconds(1))))
    }
    port.write(reaction.bytes)
  }

  private static func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
    guard let time else { return -1 }
    return Int32(clamping: Int((time - .now) / .milliseconds(1)) + 1)
  }
}
