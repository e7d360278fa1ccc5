// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
internal import Threads

/// The reader's end of USB: it is offered at a socket to hosts that speak usbredir, as QEMU does.
///
/// Several hosts at once are programs of one machine, each with a handle of its own; who of them may
/// use the device is for them to settle, as it is the kernel's business on a real one.
final class USBEnd: ReaderEnd {
  /// The device stays with its tags while it is unplugged.
  private struct State {
    var device: USBDevice
    var isPluggedIn = false
  }

  private let state: Guarded<State>
  let failure = Guarded<VirtualReaderError?>(nil)
  private let socket: ListeningSocket
  private let plugged: (@Sendable (Bool) -> Void)?
  private let orders: Int32

  /// More hosts than programs that could want one reader at a time.
  private static let mostHosts = 16

  init(
    _ offer: USBOffer, _ options: VirtualReaderOptions, orders: Int32
  ) throws(VirtualReaderError) {
    self.orders = orders
    plugged = offer.plugged
    do throws(ListeningError) { socket = try ListeningSocket(offer.socket) } catch {
      throw .noSocket(error)
    }
    state = Guarded(State(device: USBDevice(offer.model, options)))
  }

  deinit { close(orders) }

  var path: String { socket.path }

  func withBoard<Result, Failure: Error>(
    _ body: (inout ReaderBoard) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try state.withLock { state throws(Failure) in try body(&state.device.board) }
  }

  func run() {
    var hosts: [RedirConnection] = []
    var replugAt: ContinuousClock.Instant?
    while true {
      var waits = [
        pollfd(fd: orders, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      waits += hosts.map(\.wanted)
      let next = [replugAt, nextTime(with: hosts)].compactMap { $0 }.min()
      guard waitUntil(next, or: &waits) else { return }
      let now = ContinuousClock.now
      if let time = replugAt, now >= time {
        replugAt = nil
        plug(true, hosts)
      }
      state.withLock { if $0.isPluggedIn { $0.device.tick(at: now) } }
      for (host, wait) in zip(hosts, waits.dropFirst(2)) where wait.revents != 0 {
        serve(host, at: now)
        if host.takeReset() {
          let endpoint = state.withLock { $0.device.model.bulkIn }
          for other in hosts where other !== host { other.endReads(on: endpoint) }
        }
        if let duration = state.withLock({ $0.device.takeUnplugging() }) {
          plug(false, hosts)
          replugAt = now + duration
        }
      }
      hosts.removeAll(where: \.isGone)
      if waits[1].revents != 0, let descriptor = socket.accept() {
        if hosts.count < Self.mostHosts {
          hosts.append(RedirConnection(descriptor))
        } else {
          close(descriptor)
        }
      }
      if waits[0].revents != 0 {
        replugAt = nil
        guard obey(hosts) else { return }
      }
      deliver(to: hosts)
    }
  }

  private func nextTime(with hosts: [RedirConnection]) -> ContinuousClock.Instant? {
    state.withLock { state in
      guard state.isPluggedIn else { return nil }
      // A message that no one reads wakes no one.
      return hosts.contains(where: \.wantsMessage) ? state.device.next : state.device.nextWork
    }
  }

  private func serve(_ host: RedirConnection, at now: ContinuousClock.Instant) {
    state.withLock { state in
      host.serve(&state.device, isPluggedIn: state.isPluggedIn, at: now)
    }
  }

  /// Brings what is there to a host that waits for it.
  private func deliver(to hosts: [RedirConnection]) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard state.isPluggedIn else { return }
      let model = state.device.model
      while let host = hosts.first(where: \.wantsMessage),
        let message = state.device.takeMessage(at: now)
      {
        let rest = host.deliver(message, from: model.bulkIn)
        if !rest.isEmpty { state.device.putBack(rest, at: now) }
      }
      guard let endpoint = model.interruptIn else { return }
      for notice in state.device.takeNotices() {
        for host in hosts { host.notify(notice, from: endpoint) }
      }
    }
  }

  private func plug(_ isIn: Bool, _ hosts: [RedirConnection]) {
    // The machine's own view changes first, as a host's program may look there at once.
    plugged?(isIn)
    state.withLock { state in
      state.isPluggedIn = isIn
      state.device.powerUp(at: .now)
      for host in hosts { host.tell(isIn ? state.device.model : nil) }
    }
  }

  /// Carries out one order; returns false when it was the last.
  private func obey(_ hosts: [RedirConnection]) -> Bool {
    var byte: UInt8 = 0
    guard read(orders, &byte, 1) == 1, let order = ReaderOrder(rawValue: byte) else { return false }
    switch order {
    case .lookAgain:
      state.withLock { if $0.isPluggedIn { $0.device.lookAgain(at: .now) } }
      deliver(to: hosts)
    case .unplug, .stop: plug(false, hosts)
    case .replug:
      if state.withLock({ $0.isPluggedIn }) { plug(false, hosts) }
      plug(true, hosts)
    }
    _ = write(orders, &byte, 1)
    return order != .stop
  }
}

/// A reader that is offered on USB.
package struct USBOffer: Sendable {
  package var model: USBReaderModel
  /// Where hosts connect; the socket is made.
  package var socket: String
  /// Called on the reader's thread when the device comes and goes, before its hosts are told; it must
  /// not call the reader.
  package var plugged: (@Sendable (Bool) -> Void)?

  package init(
    _ model: USBReaderModel, at socket: String, plugged: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.model = model
    self.socket = socket
    self.plugged = plugged
  }
}
