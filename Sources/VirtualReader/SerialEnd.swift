// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
internal import Threads

/// The reader's end of a serial line, behind a pseudo-terminal.
final class SerialEnd: ReaderEnd {
  private let link: Guarded<HostLink>
  /// The path of the terminal, nil while the reader is unplugged.
  private let terminalPath = Guarded<String?>(nil)
  let failure = Guarded<VirtualReaderError?>(nil)
  private let options: VirtualReaderOptions
  private let orders: Int32

  init(options: VirtualReaderOptions, orders: Int32) {
    self.options = options
    self.orders = orders
    link = Guarded(HostLink(options))
  }

  deinit { close(orders) }

  var path: String { options.link ?? terminalPath.withLock { $0 ?? "" } }

  func withBoard<Result, Failure: Error>(
    _ body: (inout ReaderBoard) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try link.withLock { link throws(Failure) in try body(&link.board) }
  }

  private func plugIn() throws(VirtualReaderError) -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    if let link = options.link { try PortLink.point(link, at: terminal.path) }
    link.withLock { $0.powerUp() }
    let path = terminal.path
    terminalPath.withLock { $0 = path }
    return terminal
  }

  /// What is to come, and when; nothing here sleeps, so that hosts and orders are heard meanwhile.
  private struct Agenda {
    var replugAt: ContinuousClock.Instant?
    /// An answer that takes its time.
    var answer: (at: ContinuousClock.Instant, bytes: [UInt8])?
    var wait: (at: ContinuousClock.Instant, wait: ReaderBoard.Wait)?

    var next: ContinuousClock.Instant? {
      [replugAt, answer?.at, wait?.at].compactMap { $0 }.min()
    }
  }

  func run() {
    var terminal: PseudoTerminal?
    var agenda = Agenda()
    while true {
      var waits = [
        pollfd(fd: orders, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal?.controller ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard waitUntil(agenda.next, or: &waits) else { return }
      keep(&agenda, &terminal)
      if waits[1].revents != 0, let unplugged = serve(&terminal, &agenda) {
        unplug(&terminal, &agenda)
        agenda.replugAt = .now + unplugged
      }
      if waits[0].revents != 0 {
        agenda.replugAt = nil
        guard obey(&terminal, &agenda) else { return }
      }
    }
  }

  /// Does what it is time for.
  private func keep(_ agenda: inout Agenda, _ terminal: inout PseudoTerminal?) {
    let now = ContinuousClock.now
    if let time = agenda.replugAt, now >= time {
      agenda.replugAt = nil
      terminal = try? plugIn()
    }
    guard let port = terminal.take() else { return }
    if let answer = agenda.answer, now >= answer.at {
      agenda.answer = nil
      port.write(answer.bytes)
    }
    if let waiting = agenda.wait, now >= waiting.at {
      agenda.wait = nil
      let speed = port.hostSpeed
      send(link.withLock { $0.giveUp(waiting.wait, at: speed) }, port, &agenda)
    }
    terminal = consume port
  }

  /// Answers what the host sent; returns how long the reader is to be unplugged, if it is.
  private func serve(_ terminal: inout PseudoTerminal?, _ agenda: inout Agenda) -> Duration? {
    guard let port = terminal.take() else { return nil }
    let (bytes, speed) = (port.read(), port.hostSpeed)
    let reaction = link.withLock { $0.receive(bytes, at: speed) }
    send(reaction, port, &agenda)
    terminal = consume port
    return reaction.unplugFor
  }

  /// Carries out one order; returns false when it was the last.
  private func obey(_ terminal: inout PseudoTerminal?, _ agenda: inout Agenda) -> Bool {
    var byte: UInt8 = 0
    guard read(orders, &byte, 1) == 1, let order = ReaderOrder(rawValue: byte) else { return false }
    switch order {
    case .lookAgain:
      if let port = terminal.take() {
        let speed = port.hostSpeed
        send(link.withLock { $0.lookAgain(at: speed) }, port, &agenda)
        terminal = consume port
      }
    case .unplug, .stop: unplug(&terminal, &agenda)
    case .replug:
      unplug(&terminal, &agenda)
      do { terminal = try plugIn() } catch {
        let reason = error
        failure.withLock { $0 = reason }
      }
    }
    _ = write(orders, &byte, 1)
    return order != .stop
  }

  private func unplug(_ terminal: inout PseudoTerminal?, _ agenda: inout Agenda) {
    agenda = Agenda()
    if let link = options.link, let path = terminalPath.withLock({ $0 }) {
      PortLink.remove(link, from: path)
    }
    terminal = nil
    terminalPath.withLock { $0 = nil }
    link.withLock { $0.powerUp() }
  }

  private func send(
    _ reaction: HostLink.Reaction, _ port: borrowing PseudoTerminal, _ agenda: inout Agenda
  ) {
    if reaction.endsCommand { (agenda.answer, agenda.wait) = (nil, nil) }
    if let wait = reaction.wait { agenda.wait = (.now + wait.limit, wait) }
    guard options.isRealTime, reaction.took > .zero else {
      port.write(reaction.bytes)
      return
    }
    // A PN532 says at once that it has taken a command, and then works.
    port.write(Array(reaction.bytes.prefix(reaction.promptCount)))
    let answer = Array(reaction.bytes.dropFirst(reaction.promptCount))
    if !answer.isEmpty { agenda.answer = (.now + reaction.took, answer) }
  }
}
