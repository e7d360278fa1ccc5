// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A socket that takes connections from this machine alone.
struct LoopbackListener: Sendable {
  let descriptor: Int32
  let port: UInt16

  init(port wanted: UInt16?) throws(PageServerError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw .cannotListen(errno: errno) }
    // Connections of an earlier start linger for a minute, and would keep their port from this one.
    // It does not let two programs listen at once.
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    address.sin_port = (wanted ?? 0).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = self.descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // When two have bound the same port, only the second learns it, and only at `listen`.
        bind(descriptor, $0, length) == 0 && listen(descriptor, SOMAXCONN) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else {
      let code = errno
      Glibc.close(descriptor)
      switch (code, wanted) {
      case (EADDRINUSE, let wanted?): throw .portTaken(wanted)
      case (EACCES, let wanted?): throw .portForbidden(wanted)
      default: throw .cannotListen(errno: code)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
  }

  func close() {
    // A process that is just being started may still have it too, and would keep the port.
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
  }
}
