// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
internal import Threads

/// A PN532 behind a pseudo-terminal, with tags that come and go.
///
/// Any program opens it by its `path` like a reader on a serial port. Tags are made on the reader's
/// side of a lock and never leave it: what comes out are copies of their state.
package final class VirtualReader: Sendable {
  private let thread: ReaderThread
  private let options: VirtualReaderOptions
  /// The thread's handle and our end of the channel to it; nil once it was stopped.
  private let channel: Guarded<(handle: pthread_t, orders: Int32)?>

  package init(_ options: VirtualReaderOptions = VirtualReaderOptions()) throws(VirtualReaderError)
  {
    self.options = options
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .noChannel(errno) }
    thread = ReaderThread(options: options, orders: ends[1])
    do {
      let terminal = try thread.plugIn()
      let handle = try Self.start(thread, with: terminal)
      channel = Guarded((handle, ends[0]))
    } catch {
      close(ends[0])
      throw error
    }
  }

  deinit { stop() }

  /// Where programs find the reader: the link if there is one, otherwise the terminal itself.
  ///
  /// Empty while the reader is unplugged and has no link.
  package var path: String {
    options.link ?? thread.terminalPath.withLock { $0 ?? "" }
  }

  /// Puts a new tag into the field.
  ///
  /// `stateChanged` is called on the reader's thread after each programmed page, before the host
  /// hears of it, and when the tag leaves; it must not call the reader.
  @discardableResult
  package func place<Failure: Error>(
    stateChanged: (@Sendable ([UInt8]) -> Void)? = nil,
    _ make: @Sendable () throws(Failure) -> any VirtualChip
  ) throws(Failure) -> TagID {
    let tag = try thread.link.withLock { link throws(Failure) in
      link.place(try make(), stateChanged: stateChanged)
    }
    lookAgain()
    return tag
  }

  /// Puts new tags into the field at once, so that no program finds one of them alone.
  @discardableResult
  package func place<Failure: Error>(
    together makes: [@Sendable () throws(Failure) -> any VirtualChip]
  ) throws(Failure) -> [TagID] {
    let tags = try thread.link.withLock { link throws(Failure) in
      var tags: [TagID] = []
      for make in makes { tags.append(link.place(try make(), stateChanged: nil)) }
      return tags
    }
    lookAgain()
    return tags
  }

  /// Takes a tag out of the field; it keeps its memory and can be put back.
  package func lift(_ tag: TagID) {
    thread.link.withLock { $0.lift(tag) }
  }

  /// Puts a tag back into the field; for good, or until its next page is written.
  package func putBack(_ tag: TagID, untilWritten isLeaving: Bool = false) {
    thread.link.withLock { $0.putBack(tag, untilWritten: isLeaving) }
    lookAgain()
  }

  /// Takes one tag away and puts a new one in its place, with no exchange in between.
  @discardableResult
  package func swap(
    _ tag: TagID, stateChanged: (@Sendable ([UInt8]) -> Void)? = nil,
    for make: @Sendable () -> any VirtualChip
  ) -> TagID {
    let new = thread.link.withLock { link in
      link.lift(tag)
      return link.place(make(), stateChanged: stateChanged)
    }
    lookAgain()
    return new
  }

  /// Forgets a tag for good.
  package func discard(_ tag: TagID) {
    thread.link.withLock { $0.discard(tag) }
  }

  /// The state file's bytes of a tag, in the field or out of it.
  package func state(of tag: TagID) -> [UInt8]? {
    thread.link.withLock { $0.card(tag)?.chip.state }
  }

  package var tagsInField: [TagID] {
    thread.link.withLock { $0.core.antenna.cards.map(\.tag) }
  }

  /// Everything since the reader was made.
  package var counters: Counters { thread.link.withLock { $0.total } }

  /// What was exchanged while this tag was the last to have come into the field.
  package func counters(of tag: TagID) -> Counters {
    thread.link.withLock { $0.perTag[tag] ?? Counters() }
  }

  /// The last lines of what happened, oldest first.
  package var transcript: [TranscriptLine] { thread.link.withLock { $0.transcript.lines } }

  /// Pulls the cable: programs see the port hang up, the chip loses its power.
  package func unplug() throws(VirtualReaderError) { try order(.unplug) }

  /// Puts the cable back, which gives a new terminal behind the same link.
  package func replug() throws(VirtualReaderError) { try order(.replug) }

  /// Ends the reader; a second call does nothing.
  package func stop() {
    channel.withLock { channel in
      defer { channel = nil }
      guard let open = channel else { return }
      _ = Self.send(.stop, over: open.orders)
      pthread_join(open.handle, nil)
      close(open.orders)
    }
  }

  private func lookAgain() {
    // A stopped reader has nothing to look at.
    _ = try? order(.lookAgain)
  }

  private func order(_ order: ReaderThread.Order) throws(VirtualReaderError) {
    let isDone = channel.withLock { $0.map { Self.send(order, over: $0.orders) } ?? false }
    guard isDone else { throw .stopped }
    let failure = thread.failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let failure { throw failure }
  }

  /// Waits until the thread has done what it was asked for.
  private static func send(_ order: ReaderThread.Order, over orders: Int32) -> Bool {
    var byte = order.rawValue
    return write(orders, &byte, 1) == 1 && read(orders, &byte, 1) == 1
  }

  /// Starts the thread, which owns the terminal from then on.
  private static func start(
    _ thread: ReaderThread, with terminal: consuming PseudoTerminal
  ) throws(VirtualReaderError) -> pthread_t {
    let luggage = Unmanaged.passRetained(Luggage(thread, terminal))
    var handle = pthread_t()
    let code = pthread_create(
      &handle, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Luggage>.fromOpaque(raw).takeRetainedValue().run()
        return nil
      }, luggage.toOpaque())
    guard code == 0 else {
      luggage.release()
      throw .noThread(code)
    }
    return handle
  }
}

/// What the thread takes along when it starts.
private final class Luggage {
  private let thread: ReaderThread
  private var terminal: PseudoTerminal?

  init(_ thread: ReaderThread, _ terminal: consuming PseudoTerminal) {
    self.thread = thread
    self.terminal = consume terminal
  }

  func run() {
    guard let terminal = terminal.take() else { return }
    thread.run(terminal)
  }
}
