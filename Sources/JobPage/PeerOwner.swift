// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Whether a connection to a port of ours, from another one of this machine, is of a program of our
/// user or of root; nil where the kernel tells no one.
///
/// The link with the code is in the list of processes for a moment, when the browser is started with
/// it. Others can read it there, but not use it.
func isOfOurUser(from peer: UInt16, to own: UInt16) -> Bool? {
  let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map { path in
    (try? readFileIfThere(path, limit: 64 << 20)).flatMap(\.self).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
  // What is not shown in a table may be in the other one, which cannot be read.
  guard tables.contains(where: { $0 != nil }) else { return nil }
  let owners = tables.compactMap(\.self).flatMap {
    ownersOfConnection(from: peer, to: own, in: $0)
  }
  // Root could read our memory as well; a forwarded port may be served by it.
  return !owners.isEmpty && owners.allSatisfy { $0 == geteuid() || $0 == 0 }
}

/// The users that have the other end of an open connection, as the kernel lists them.
///
/// Of the addresses only the ports count: several connections that have both are all looked at. One
/// that is closed already belongs to no one and is listed as root's.
func ownersOfConnection(from peer: UInt16, to own: UInt16, in table: String) -> [uid_t] {
  table.split(separator: "\n").dropFirst().compactMap { line in
    let fields = line.split(separator: " ")
    let isOpen = fields.count > 9 && fields[3] == "01" && fields[9] != "0"
    guard isOpen, port(fields[1]) == peer, port(fields[2]) == own else { return nil }
    return uid_t(fields[7])
  }
}

/// Of an address such as `0100007F:1F90`.
private func port(_ address: Substring) -> UInt16? {
  address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
}
