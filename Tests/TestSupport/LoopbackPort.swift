// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// Why there is no port for a test.
package struct SocketError: Error {
  package var errno: Int32
}

/// A port of the loopback that is ours, and on which no one listens.
package final class LoopbackPort {
  package let descriptor: Int32
  package let number: UInt16

  package init() throws(SocketError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SocketError(errno: errno) }
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard code == 0 else { throw SocketError(errno: errno) }
    self.descriptor = descriptor
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(descriptor)
  }
}

/// A port of the loopback that was free a moment ago, for a server that wants to open it itself.
package func freePort() throws(SocketError) -> UInt16 {
  try LoopbackPort().number
}

/// Waits until a port of the loopback takes connections; false if it did not in time.
package func isOpen(_ number: UInt16, timeLimit: Duration = .seconds(60)) -> Bool {
  let deadline = ContinuousClock.now + timeLimit
  repeat {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(number)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code == 0 { return true }
    usleep(10_000)
  } while ContinuousClock.now < deadline
  return false
}

private func loopback(_ number: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
  address.sin_port = number.bigEndian
  return address
}
