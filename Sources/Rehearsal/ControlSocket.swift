// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import StrictJSON

/// Why a control socket could not be used.
package enum ControlSocketError: Error {
  case pathTooLong(String)
  case inTheWay(String)
  case notASocket(String)
  case cannotListen(String, errno: Int32)
  case nobodyListens(String)
  case silent(String)
  case notOurs(String)
}

/// A socket in the file system at which one line is a request and one line the answer.
///
/// Callers are answered side by side, so that none has to wait for another one.
package final class ControlSocket {
  private let path: String
  private let descriptor: Int32
  /// The name in the file system that is ours to remove; someone else's is not.
  private var made: FileIdentity?
  private var callers: [ControlCaller] = []

  /// How many may be there at once; to make room for another, the one silent longest has to go.
  private static let callersMax = 32
  /// The longest answer; a whole transcript, the longest of ours, stays below it.
  private static let longestAnswer = JSONLimits.byteCount
  /// A simulation answers at once.
  private static let patienceSeconds = 10

  package init(_ path: String) throws(ControlSocketError) {
    self.path = path
    descriptor = try ControlSocket.socket(for: path)
    guard !isOtherThanSocket(path) else { throw .notASocket(path) }
    if FileIdentity(path) != nil {
      // A socket that a killed simulation left behind is of no use to anyone, and only of such a
      // one the system says that no one is there.
      let code = try ControlSocket.connecting(descriptor, to: path, flags: O_NONBLOCK)
      guard code == ECONNREFUSED, FileIdentity(path)?.isSocket == true else {
        throw .inTheWay(path)
      }
      unlink(path)
    }
    let old = umask(0o177)
    let isBound = try ControlSocket.withAddress(path) { bind(descriptor, $0, $1) == 0 }
    let code = errno
    umask(old)
    guard isBound else {
      throw code == EADDRINUSE ? .inTheWay(path) : .cannotListen(path, errno: code)
    }
    made = FileIdentity(path)
    guard listen(descriptor, 4) == 0 else { throw .cannotListen(path, errno: errno) }
  }

  deinit {
    close(descriptor)
    if made != nil, FileIdentity(path) == made { unlink(path) }
  }

  /// Answers requests until something else is to be attended to, or it is over.
  package func serve(until other: Int32, or isOver: () -> Bool, _ answer: (String) -> String) {
    while !isOver() {
      var states = [
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      states += callers.map(\.wanted)
      guard poll(&states, nfds_t(states.count), -1) > 0 else { continue }
      if states[0].revents != 0 { return }
      for (caller, state) in zip(callers, states.dropFirst(2)) {
        if state.revents != 0, !isOver() { caller.move(answer) }
      }
      callers.removeAll(where: \.isGone)
      if states[1].revents != 0 { welcome() }
    }
  }

  private func welcome() {
    let caller = accept(descriptor, nil, nil)
    guard caller >= 0 else { return }
    _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
    if callers.count >= Self.callersMax,
      let silent = callers.indices.min(by: { callers[$0].lastMoved < callers[$1].lastMoved })
    {
      callers.remove(at: silent)
    }
    callers.append(ControlCaller(caller))
  }

  /// Sends one request to a socket and returns its answer.
  ///
  /// Anyone may listen there, so the answer is read as what ours are and not a byte further.
  package static func ask(_ path: String, _ words: String) throws(ControlSocketError) -> JSONNode {
    let socket = try socket(for: path)
    defer { close(socket) }
    var limit = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard !isOtherThanSocket(path) else { throw .notASocket(path) }
    guard try connecting(socket, to: path) == 0 else { throw .nobodyListens(path) }
    let request = Array((words + "\n").utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { throw .nobodyListens(path) }
    var answer: [UInt8] = []
    while answer.count <= longestAnswer {
      var byte: UInt8 = 0
      let count = read(socket, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { throw .silent(path) }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      answer.append(byte)
    }
    guard !answer.isEmpty else { throw .nobodyListens(path) }
    do throws(JSONFinding) {
      return try JSONDocument(reading: answer).root
    } catch {
      throw .notOurs(path)
    }
  }

  /// Connects and returns the errno; a caller with flags does not wait.
  private static func connecting(
    _ descriptor: Int32, to path: String, flags: Int32 = 0
  ) throws(ControlSocketError) -> Int32 {
    let usual = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, usual | flags)
    defer { _ = fcntl(descriptor, F_SETFL, usual) }
    return try withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  private static func socket(for path: String) throws(ControlSocketError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .cannotListen(path, errno: errno) }
    return descriptor
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(ControlSocketError) -> Result {
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
private func isOtherThanSocket(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK
}

/// Which file a name stands for, so that another one is not taken for it later.
private struct FileIdentity: Equatable {
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
