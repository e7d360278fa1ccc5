// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Whether this machine can send anything to an address.
enum WayOut: Sendable {
  case open
  /// The machine has only an address for its own network, and the other one is outside of it. Something
  /// on the way may translate; if no connection is made, that says nothing about the host.
  case doubtful
  /// The machine has no address of that family, or no network leads there.
  case none
}

extension HostAddress {
  /// Asks the kernel; nothing is sent.
  var wayOut: WayOut {
    let descriptor = socket(family.number, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { return .none }
    defer { close(descriptor) }
    return family == .ipv4 ? wayOut4(descriptor) : wayOut6(descriptor)
  }

  private func wayOut4(_ descriptor: Int32) -> WayOut {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(443).bigEndian
    inet_pton(AF_INET, text, &address.sin_addr)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return code == 0 || !Self.meansNoWay(errno) ? .open : .none
  }

  private func wayOut6(_ descriptor: Int32) -> WayOut {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(443).bigEndian
    inet_pton(AF_INET6, text, &address.sin6_addr)
    var own = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    guard code == 0 else { return Self.meansNoWay(errno) ? .none : .open }
    let named = withUnsafeMutablePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard named == 0 else { return .open }
    return Self.isPublic(address.sin6_addr) && !Self.isPublic(own.sin6_addr) ? .doubtful : .open
  }

  private static func meansNoWay(_ error: Int32) -> Bool {
    [ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT, ENETDOWN].contains(error)
  }

  /// Whether an address is of `2000::/3`, from which all public ones are given out (RFC 4291).
  private static func isPublic(_ address: in6_addr) -> Bool {
    withUnsafeBytes(of: address) { $0.first.map { $0 >> 5 == 1 } ?? false }
  }
}
