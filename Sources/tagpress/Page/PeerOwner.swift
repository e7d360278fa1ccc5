// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Whether a connection to a port of ours, from another one of this machine, is certainly one of
/// another user's program.
///
/// The link with the code is in the list of processes for a moment, when the browser is started with
/// it. Others can read it there, but not use it.
func isOfAnotherUser(from peer: UInt16, to own: UInt16) -> Bool {
  guard let owner = ownerOfConnection(from: peer, to: own, in: kernelText("/proc/net/tcp")) else {
    return false
  }
  // Root could read our memory as well; a forwarded port may be served by it.
  return owner != geteuid() && owner != 0
}

/// The user that has the other end, as the kernel lists it; nil if it is not listed.
func ownerOfConnection(from peer: UInt16, to own: UInt16, in table: String) -> uid_t? {
  for line in table.split(separator: "\n").dropFirst() {
    let fields = line.split(separator: " ")
    guard fields.count > 7, port(fields[1]) == peer, port(fields[2]) == own else { continue }
    return uid_t(fields[7])
  }
  return nil
}

/// Of an address such as `0100007F:1F90`.
private func port(_ address: Substring) -> UInt16? {
  address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
}
