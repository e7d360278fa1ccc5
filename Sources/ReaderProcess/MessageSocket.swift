// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// One end of the channel between the program and a driver's process: whole messages, in their order.
struct MessageSocket {
  let descriptor: Int32

  /// No message is longer.
  private static let longest = 1 << 17

  /// False when the other end is gone.
  func send(_ bytes: [UInt8]) -> Bool {
    while true {
      // One message is under way at a time, so there is always room for it.
      let count = Glibc.send(
        descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      if count >= 0 || errno != EINTR { return count == bytes.count }
    }
  }

  /// The next message, which is empty when the other end is gone; nil when none came in time.
  func receive(until deadline: ContinuousClock.Instant? = nil) -> [UInt8]? {
    while true {
      if let deadline {
        let left = max(.zero, deadline - .now) / .milliseconds(1)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let found = poll(&waiting, 1, Int32(clamping: Int(left.rounded(.up))))
        if found == 0 || found < 0 && errno == EINTR {
          guard ContinuousClock.now < deadline else { return nil }
          continue
        }
      }
      let message = withUnsafeTemporaryAllocation(byteCount: Self.longest, alignment: 1) { room in
        let count = recv(descriptor, room.baseAddress, room.count, 0)
        return count < 0 ? nil : Array(room.prefix(count))
      }
      if let message { return message }
      guard errno == EINTR else { return [] }
    }
  }
}
