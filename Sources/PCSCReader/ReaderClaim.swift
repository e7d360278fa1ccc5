// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import TagReading

/// A reader of the PC/SC service that this process has for itself, as far as programs of ours go.
///
/// The service reserves a card, and not a reader: while a card starts over, or the next one comes, another
/// program may take it and write to it in the middle of our work. A name that only one socket of this
/// machine can have needs no file, holds between users, and is free again however its process ends.
final class ReaderClaim {
  private let descriptor: Int32

  private static let pause: useconds_t = 50_000
  /// A program that only looks what is there has done so within a second.
  private static let looks = 20
  /// What tells readers and services apart is at the end of their names; more has no room.
  private static let endings = 48
  private static let usualService = "/run/pcscd/pcscd.comm"

  /// Takes the reader with this name at the service, or says under the name that the user gave who has it.
  init(_ reader: String, named name: String) throws(ReaderOpeningError) {
    let service = getenv("PCSCLITE_CSOCK_NAME").map { String(cString: $0) } ?? Self.usualService
    // The zero in front puts the name beside the file system.
    let address = [0] + "tagpress\(Self.ending(service))|\(Self.ending(reader))".utf8
    for look in 1...Self.looks {
      let descriptor = socket(
        AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      guard descriptor >= 0 else { throw .notReady(name) }
      // Whoever finds it taken connects, to hear from the kernel who has it.
      if Self.at(address, { bind(descriptor, $0, $1) }), listen(descriptor, SOMAXCONN) == 0 {
        self.descriptor = descriptor
        return
      }
      let holder = look == Self.looks ? Self.holder(of: address, by: descriptor) : nil
      close(descriptor)
      guard look < Self.looks else { throw .inUse(name, by: holder) }
      usleep(Self.pause)
    }
    throw .inUse(name, by: nil)
  }

  deinit { close(descriptor) }

  private static func ending(_ text: String) -> String {
    String(decoding: text.utf8.suffix(endings), as: UTF8.self)
  }

  /// The program at the other end; nil when it has left, or is hidden from us.
  private static func holder(of address: [UInt8], by descriptor: Int32) -> PortHolder? {
    // Process, user and group.
    var peer: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.size * peer.count)
    guard at(address, { connect(descriptor, $0, $1) }),
      getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer[0] > 0
    else { return nil }
    let program = firstLine(of: "/proc/\(peer[0])/comm")
    return program.isEmpty ? nil : PortHolder(process: peer[0], program: program)
  }

  private static func at(
    _ name: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: name.prefix(room.count))
    }
    let size = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.count } ?? 0
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(min(size, MemoryLayout<sockaddr_un>.size))) == 0
      }
    }
  }
}
