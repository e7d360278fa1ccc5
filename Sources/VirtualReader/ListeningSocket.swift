// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// Why no one can be listened to, or reached, at a socket in the file system.
package enum ListeningError: Error, Hashable {
  case pathTooLong(String)
  case inTheWay(String)
  case notASocket(String)
  case cannotListen(String, errno: Int32)
}

/// A socket in the file system that only its user can open, at which others connect.
package final class ListeningSocket: Sendable {
  package let path: String
  package let descriptor: Int32
  /// The name in the file system that is ours to remove; someone else's is not.
  private let made: FileIdentity?

  package init(_ path: String) throws(ListeningError) {
    let descriptor = try ListeningSocket.socket(for: path)
    do throws(ListeningError) {
      made = try ListeningSocket.listen(descriptor, at: path)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if made != nil, FileIdentity(path) == made { unlink(path) }
  }

  /// The next one who connects, if one has come.
  package func accept() -> Int32? {
    let caller = Glibc.accept(descriptor, nil, nil)
    guard caller >= 0 else { return nil }
    _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
    return caller
  }

  /// Gives the new name, unless something has it that is of use to anyone.
  private static func listen(
    _ descriptor: Int32, at path: String
  ) throws(ListeningError) -> FileIdentity? {
    guard !isOtherThanSocket(path) else { throw .notASocket(path) }
    if FileIdentity(path) != nil {
      // A socket that a killed simulation left behind is of no use to anyone, and only of such a
      // one the system says that no one is there.
      let code = try connecting(descriptor, to: path, flags: O_NONBLOCK)
      guard code == ECONNREFUSED, FileIdentity(path)?.isSocket == true else {
        throw .inTheWay(path)
      }
      unlink(path)
    }
    // It is given to its file. A umask is the whole process's, and other threads make files too.
    guard fchmod(descriptor, 0o600) == 0 else { throw .cannotListen(path, errno: errno) }
    guard try withAddress(path, { bind(descriptor, $0, $1) == 0 }) else {
      throw errno == EADDRINUSE ? .inTheWay(path) : .cannotListen(path, errno: errno)
    }
    let made = FileIdentity(path)
    guard Glibc.listen(descriptor, 4) == 0 else { throw .cannotListen(path, errno: errno) }
    return made
  }

  /// Connects and returns the errno; a caller with flags does not wait.
  package static func connecting(
    _ descriptor: Int32, to path: String, flags: Int32 = 0
  ) throws(ListeningError) -> Int32 {
    let usual = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, usual | flags)
    defer { _ = fcntl(descriptor, F_SETFL, usual) }
    return try withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  package static func socket(for path: String) throws(ListeningError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .cannotListen(path, errno: errno) }
    return descriptor
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(ListeningError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .pathTooLong(path)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// Whether there is something under a name that can never be a socket, such as an ordinary file.
package func isOtherThanSocket(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK
}

/// Which file a name stands for, so that another one is not taken for it later.
private struct FileIdentity: Equatable, Sendable {
  let isSocket: Bool
  private let device: dev_t
  private let number: ino_t

  /// nil when there is nothing of that name.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
    (device, number) = (status.st_dev, status.st_ino)
  }
}
