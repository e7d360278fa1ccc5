// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// The other end of a connection: it sends what it is told to, and reads with a time limit.
package final class BrowserStandIn {
  package let descriptor: Int32
  /// Whether anyone listens.
  package let isConnected: Bool
  private var received: [UInt8] = []

  package init(_ port: UInt16, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let size = socklen_t(MemoryLayout<Int32>.size)
    if var count = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &count, size)
    }
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    address.sin_port = port.bigEndian
    let descriptor = self.descriptor
    isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  deinit { close(descriptor) }

  /// Sends all of it; false if the other side has gone before.
  @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      left = left.dropFirst(count)
    }
    return true
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Whether something has come, or does within this time.
  package func hasNews(milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) > 0
  }

  /// Makes its end a reset, as that of a browser that was killed can be.
  package func endWithReset() {
    var limit = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &limit, socklen_t(MemoryLayout<linger>.size))
  }

  package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whatever comes until the end; nil when the connection was reset or nothing came in time.
  package func rest() -> String? {
    while let count = receive() {
      if count == 0 {
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
      }
    }
    return nil
  }

  /// What comes up to this text and with it; nil when the connection ends before.
  package func next(to end: String) -> String? {
    let end = Array(end.utf8)
    var looked = 0
    while true {
      if let start = place(of: end, from: looked) {
        defer { received.removeFirst(start + end.count) }
        return String(decoding: received[..<(start + end.count)], as: UTF8.self)
      }
      looked = max(0, received.count - end.count + 1)
      guard let count = receive(), count > 0 else { return nil }
    }
  }

  private func place(of text: [UInt8], from start: Int) -> Int? {
    received.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let first = text.first else { return nil }
      var start = start
      while bytes.count - start >= text.count,
        let found = memchr(base + start, Int32(first), bytes.count - start)
      {
        start = UnsafeRawPointer(found) - base
        if bytes[start...].starts(with: text) { return start }
        start += 1
      }
      return nil
    }
  }

  /// One answer that has a length: its status and its body.
  package func answer() -> Reading? {
    guard let head = next(to: "\r\n\r\n") else { return nil }
    let lines = head.replacing("\r\n", with: "\n").split(separator: "\n")
    let length = lines.compactMap { line in
      line.hasPrefix("Content-Length: ") ? Int(line.dropFirst(16)) : nil
    }
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let count = length.first
    else { return nil }
    while received.count < count {
      guard let more = receive(), more > 0 else { return nil }
    }
    defer { received.removeFirst(count) }
    return Reading(status: status, body: String(decoding: received[..<count], as: UTF8.self))
  }

  package struct Reading: Equatable {
    package let status: Int
    package let body: String

    package init(status: Int, body: String) {
      (self.status, self.body) = (status, body)
    }
  }

  /// How many bytes came, 0 at the end; nil when it was reset, or nothing came in time.
  private func receive() -> Int? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      received += piece[..<count]
      return count
    }
  }
}
