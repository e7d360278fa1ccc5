// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Threads

@testable import PageServer

/// A server whose handler does what the path says.
final class PageScene: Sendable {
  let keys = OneSession()
  let feed = EventFeed(EventRing(countMax: 1000, byteMax: 1 << 20))
  let handler = Handler()
  let server: PageServer

  init(port: UInt16? = nil, _ change: (inout PageLimits) -> Void = { _ in }) throws {
    var limits = PageLimits()
    change(&limits)
    server = try PageServer(
      port: port, keys: keys, feed: feed, handler: handler, limits: limits)
  }

  func connect(receiveBuffer: Int32? = nil) -> BrowserStandIn {
    BrowserStandIn(server.port, receiveBuffer: receiveBuffer)
  }

  func get(_ path: String, _ fields: String...) -> String {
    let more = fields.map { "\($0)\r\n" }.joined()
    return "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
      + "Authorization: Bearer \(keys.session)\r\n\(more)\r\n"
  }

  func post(_ path: String, length: Int, _ fields: String...) -> String {
    let more = fields.map { "\($0)\r\n" }.joined()
    return "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
      + "Authorization: Bearer \(keys.session)\r\nContent-Length: \(length)\r\n\(more)\r\n"
  }

  /// Lets the server look four times at what is due, each time after more than 200 ms.
  ///
  /// Its thread does that before it answers, however late a busy machine lets it run.
  func letTimePass() -> Bool {
    let other = connect()
    return (0..<4).allSatisfy { _ in
      usleep(300_000)
      other.send(get("/"))
      return other.answer()?.status == 200
    }
  }

  /// A connection on which the events come, with its head read.
  func stream(after id: String? = nil, receiveBuffer: Int32? = nil) -> BrowserStandIn {
    let browser = connect(receiveBuffer: receiveBuffer)
    browser.send(id.map { get("/api/events", "Last-Event-ID: \($0)") } ?? get("/api/events"))
    _ = browser.next(to: "\r\n\r\n")
    return browser
  }

  final class Handler: PageHandler {
    private struct State {
      var kept: [PageReply] = []
      var asked = 0
      var quit: @Sendable () -> Void = {}
    }

    private let state = Guarded(State())

    var askedCount: Int { state.withLock { $0.asked } }

    func bodyMax(at path: String) -> Int { path == "/api/upload" ? 100_000 : 10 }

    func answer(_ request: PageRequest, _ reply: PageReply) {
      state.withLock { $0.asked += 1 }
      switch request.head.path {
      case "/api/events": reply.stream()
      case "/api/late":
        state.withLock { $0.kept.append(reply) }
        state.signal()
      case "/api/never": break
      case "/api/quit":
        reply.answer(PageAnswer(.ok, "text/plain", Array("bye".utf8)))
        state.withLock { $0.quit }()
      case "/api/twice":
        reply.answer(PageAnswer(.ok, "text/plain", Array("first".utf8)))
        reply.answer(PageAnswer(.ok, "text/plain", Array("second".utf8)))
      case "/api/large", "/large":
        reply.answer(PageAnswer(.ok, "text/plain", Array(repeating: 0x61, count: 20_000_000)))
      default:
        let sum = request.body.reduce(0) { $0 + Int($1) }
        let text =
          "\(request.head.method.rawValue) \(request.head.path) \(request.body.count) \(sum)"
        reply.answer(PageAnswer(.ok, "text/plain", Array(text.utf8)))
      }
    }

    func setQuit(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.quit = body } }

    /// The requests for /api/late, once there are so many of them.
    func takeKept(_ count: Int) -> [PageReply] {
      state.withLock(
        afterAtMost: 120_000, while: { $0.kept.count < count },
        then: { state in
          defer { state.kept = [] }
          return state.kept
        })
    }
  }
}

/// The sockets and pipes that this process has open; the test library opens timers when it likes.
func openSocketsAndPipes() -> Set<String> {
  let links = (0..<1024).map { descriptor in
    var bytes = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
  return Set(links.filter { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") })
}
