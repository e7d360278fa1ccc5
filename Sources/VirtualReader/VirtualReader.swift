// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
internal import Threads

/// A PN532 behind a pseudo-terminal, or a reader on USB, with tags that come and go.
///
/// Any program opens it by its `path` like a reader on a serial port; on USB that is the socket for hosts. Tags are made on the reader's
/// side of a lock and never leave it: what comes out are copies of their state.
package final class VirtualReader: Sendable {
  private let end: any ReaderEnd
  /// The thread's handle and our end of the channel to it; nil once it was stopped.
  private let channel: Guarded<(handle: pthread_t, orders: Int32)?>

  package init(_ options: VirtualReaderOptions = VirtualReaderOptions()) throws(VirtualReaderError)
  {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .noChannel(errno) }
    do {
      end =
        if let offer = options.usb {
          try USBEnd(offer, options, orders: ends[1])
        } else {
          SerialEnd(options: options, orders: ends[1])
        }
      channel = Guarded((try Self.start(end), ends[0]))
    } catch {
      close(ends[0])
      throw error
    }
    try replug()
  }

  deinit { stop() }

  /// Where programs find the reader: the link if there is one, otherwise the terminal itself.
  ///
  /// Empty while the reader is unplugged and has no link.
  package var path: String { end.path }

  /// Puts a new tag into the field.
  ///
  /// `stateChanged` is called on the reader's thread after each programmed page, before the host
  /// hears of it, and when the tag leaves; it must not call the reader.
  @discardableResult
  package func place<Failure: Error>(
    stateChanged: (@Sendable ([UInt8]) -> Void)? = nil,
    _ make: @Sendable () throws(Failure) -> any VirtualChip
  ) throws(Failure) -> TagID {
    let tag = try end.withBoard { board throws(Failure) in
      board.place(try make(), stateChanged: stateChanged)
    }
    lookAgain()
    return tag
  }

  /// Puts new tags into the field at once, so that no program finds one of them alone.
  @discardableResult
  package func place<Failure: Error>(
    together makes: [@Sendable () throws(Failure) -> any VirtualChip]
  ) throws(Failure) -> [TagID] {
    let tags = try end.withBoard { board throws(Failure) in
      var tags: [TagID] = []
      for make in makes { tags.append(board.place(try make(), stateChanged: nil)) }
      return tags
    }
    lookAgain()
    return tags
  }

  /// Takes a tag out of the field; it keeps its memory and can be put back.
  package func lift(_ tag: TagID) {
    end.withBoard { $0.lift(tag) }
  }

  /// Puts a tag back into the field; for good, or until its next page is written.
  package func putBack(_ tag: TagID, untilWritten isLeaving: Bool = false) {
    end.withBoard { $0.putBack(tag, untilWritten: isLeaving) }
    lookAgain()
  }

  /// Takes one tag away and puts a new one in its place, with no exchange in between.
  @discardableResult
  package func swap(
    _ tag: TagID, stateChanged: (@Sendable ([UInt8]) -> Void)? = nil,
    for make: @Sendable () -> any VirtualChip
  ) -> TagID {
    let new = end.withBoard { board in
      board.lift(tag)
      return board.place(make(), stateChanged: stateChanged)
    }
    lookAgain()
    return new
  }

  /// Forgets a tag for good.
  package func discard(_ tag: TagID) {
    end.withBoard { $0.discard(tag) }
  }

  /// The state file's bytes of a tag, in the field or out of it.
  package func state(of tag: TagID) -> [UInt8]? {
    end.withBoard { $0.card(tag)?.chip.state }
  }

  package var tagsInField: [TagID] {
    end.withBoard { $0.core.antenna.cards.map(\.tag) }
  }

  /// Everything since the reader was made.
  package var counters: Counters { end.withBoard { $0.total } }

  /// What was exchanged while this tag was the last to have come into the field.
  package func counters(of tag: TagID) -> Counters {
    end.withBoard { $0.perTag[tag] ?? Counters() }
  }

  /// The last lines of what happened, oldest first.
  package var transcript: [TranscriptLine] { end.withBoard { $0.transcript.lines } }

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

  private func order(_ order: ReaderOrder) throws(VirtualReaderError) {
    let isDone = channel.withLock { $0.map { Self.send(order, over: $0.orders) } ?? false }
    guard isDone else { throw .stopped }
    let failure = end.failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let failure { throw failure }
  }

  /// Waits until the thread has done what it was asked for.
  private static func send(_ order: ReaderOrder, over orders: Int32) -> Bool {
    var byte = order.rawValue
    return write(orders, &byte, 1) == 1 && read(orders, &byte, 1) == 1
  }

  private static func start(_ end: any ReaderEnd) throws(VirtualReaderError) -> pthread_t {
    let luggage = Unmanaged.passRetained(Luggage(end))
    var handle = pthread_t()
    let code = pthread_create(
      &handle, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Luggage>.fromOpaque(raw).takeRetainedValue().end.run()
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
  let end: any ReaderEnd

  init(_ end: any ReaderEnd) { self.end = end }
}
