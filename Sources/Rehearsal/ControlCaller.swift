// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A program that talks to the control socket, and for which nothing waits.
///
/// What it has said without an end of a line is kept, and what it has not taken yet.
final class ControlCaller {
  let descriptor: Int32
  /// When it last said or took something.
  private(set) var lastMoved = ContinuousClock.now
  private(set) var isGone = false
  private var said: [UInt8] = []
  private var untaken: ArraySlice<UInt8> = []

  /// The longest request; a longer one is not from us.
  private static let longestRequest = 4096

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// What it is to be asked for next; one that does not take an answer is not heard any further.
  var wanted: pollfd {
    pollfd(fd: descriptor, events: Int16(untaken.isEmpty ? POLLIN : POLLOUT), revents: 0)
  }

  /// Reads and answers, or continues with an answer, as far as no one has to wait.
  func move(_ answer: (String) -> String) {
    lastMoved = .now
    guard untaken.isEmpty else { return give() }
    var bytes = [UInt8](repeating: 0, count: Self.longestRequest)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      isGone = count == 0 || (errno != EAGAIN && errno != EINTR)
      return
    }
    said += bytes.prefix(count)
    while !isGone, let end = said.firstIndex(of: UInt8(ascii: "\n")) {
      let request = String(decoding: said[..<end], as: UTF8.self)
      said.removeSubrange(...end)
      untaken += Array((answer(request) + "\n").utf8)
      give()
    }
    if said.count >= Self.longestRequest { isGone = true }
  }

  private func give() {
    let count = untaken.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if count > 0 { untaken = untaken.dropFirst(count) }
    if count < 0, errno != EAGAIN, errno != EINTR { isGone = true }
  }
}
