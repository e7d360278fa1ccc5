// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import StrictJSON

/// Why a control socket could not be used.
enum ControlSocketError: Error {
  case pathTooLong(String)
  case inTheWay(String)
  case cannotListen(String, errno: Int32)
  case nobodyListens(String)
  case notOurs(String)
}

/// A socket in the file system at which one line is a request and one line the answer.
final class ControlSocket {
  private let path: String
  private let descriptor: Int32
  /// Whether the name in the file system is ours to remove; somebody else's is not.
  private var isOurs = false

  /// The longest request; a longer one is not from us.
  private static let longestRequest = 4096
  /// The longest answer; a whole transcript, the longest of ours, stays below it.
  private static let longestAnswer = JSONLimits.byteCount

  init(_ path: String) throws(ControlSocketError) {
    self.path = path
    descriptor = try ControlSocket.socket(for: path)
    // A socket that an interrupted simulation left behind is of no use to anyone.
    if (try? ControlSocket.connect(to: path)).map({ close($0) }) != nil { throw .inTheWay(path) }
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else { throw .inTheWay(path) }
      unlink(path)
    }
    let old = umask(0o177)
    let isBound = try ControlSocket.withAddress(path) { bind(descriptor, $0, $1) == 0 }
    umask(old)
    isOurs = isBound
    guard isBound, listen(descriptor, 4) == 0 else { throw .cannotListen(path, errno: errno) }
  }

  deinit {
    close(descriptor)
    if isOurs { unlink(path) }
  }

  /// Answers one caller's requests; false when something else is to be attended to.
  func serve(until other: Int32, _ answer: (String) -> String) -> Bool {
    guard waitFor(descriptor, or: other) else { return false }
    let caller = accept(descriptor, nil, nil)
    guard caller >= 0 else { return true }
    defer { close(caller) }
    var request: [UInt8] = []
    while request.count < ControlSocket.longestRequest, waitFor(caller, or: other) {
      guard let byte = readByte(caller) else { break }
      if byte == UInt8(ascii: "\n") {
        let text = Array((answer(String(decoding: request, as: UTF8.self)) + "\n").utf8)
        guard send(caller, text, text.count, Int32(MSG_NOSIGNAL)) == text.count else {
          break
        }
        request.removeAll()
      } else {
        request.append(byte)
      }
    }
    return true
  }

  /// Sends one request to a socket and returns its answer.
  ///
  /// Anybody may listen there, so the answer is read as what ours are and not a byte further.
  static func ask(_ path: String, _ words: String) throws(ControlSocketError) -> JSONNode {
    let socket = try connect(to: path)
    defer { close(socket) }
    let request = Array((words + "\n").utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { throw .nobodyListens(path) }
    var answer: [UInt8] = []
    while answer.count <= longestAnswer, let byte = readByte(socket), byte != UInt8(ascii: "\n") {
      answer.append(byte)
    }
    guard !answer.isEmpty else { throw .nobodyListens(path) }
    do throws(JSONFinding) {
      return try JSONDocument(reading: answer).root
    } catch {
      throw .notOurs(path)
    }
  }

  /// Waits until the first descriptor is readable; false when the other one is.
  private func waitFor(_ wanted: Int32, or other: Int32) -> Bool {
    var states = [
      pollfd(fd: wanted, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&states, 2, -1) < 1 {}
    return states[1].revents == 0
  }

  private static func connect(to path: String) throws(ControlSocketError) -> Int32 {
    let descriptor = try socket(for: path)
    var isConnected = false
    defer { if !isConnected { close(descriptor) } }
    isConnected = try withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 }
    guard isConnected else { throw .nobodyListens(path) }
    return descriptor
  }

  private static func socket(for path: String) throws(ControlSocketError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .cannotListen(path, errno: errno) }
    return descriptor
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) throws(ControlSocketError) -> Bool {
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

/// One byte, or nil at the end.
private func readByte(_ descriptor: Int32) -> UInt8? {
  var byte: UInt8 = 0
  return read(descriptor, &byte, 1) == 1 ? byte : nil
}
