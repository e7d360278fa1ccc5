// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import StrictJSON
package import VirtualReader

/// Why a control socket could not be used.
package enum ControlSocketError: Error {
  case listening(ListeningError)
  case nobodyListens(String)
  case silent(String)
  case notOurs(String)
}

/// A socket in the file system at which one line is a request and one line the answer.
///
/// Callers are answered side by side, so that none has to wait for another one.
package final class ControlSocket {
  private let socket: ListeningSocket
  private var callers: [ControlCaller] = []

  /// How many may be there at once; to make room for another, the one silent longest has to go.
  private static let callersMax = 32
  /// The longest answer; a whole transcript, the longest of ours, stays below it.
  private static let longestAnswer = JSONLimits.byteCount
  /// A simulation answers at once.
  private static let patienceSeconds = 10

  package init(_ path: String) throws(ControlSocketError) {
    do throws(ListeningError) { socket = try ListeningSocket(path) } catch {
      throw .listening(error)
    }
  }

  /// Answers requests until something else is to be attended to, or it is over.
  package func serve(until other: Int32, or isOver: () -> Bool, _ answer: (String) -> String) {
    while !isOver() {
      var states = [
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
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
    guard let caller = socket.accept() else { return }
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
    let socket: Int32
    do throws(ListeningError) { socket = try ListeningSocket.socket(for: path) } catch {
      throw .listening(error)
    }
    defer { close(socket) }
    var limit = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let code: Int32
    do throws(ListeningError) {
      guard !isOtherThanSocket(path) else { throw .notASocket(path) }
      code = try ListeningSocket.connecting(socket, to: path)
    } catch {
      throw .listening(error)
    }
    guard code == 0 else { throw .nobodyListens(path) }
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
}
