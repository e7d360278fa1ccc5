// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import Threads

@testable import PageServer

/// A server at real sockets.
struct PageServerTests {
  @Test func oneConnectionTakesManyRequests() throws {
    let scene = try PageScene()
    let browser = scene.connect()
    browser.send(scene.get("/"))
    #expect(browser.answer() == .init(status: 200, body: "GET / 0 0"))
    browser.send(scene.post("/api/x", length: 3) + "abc")
    #expect(browser.answer() == .init(status: 200, body: "POST /api/x 3 294"))
    browser.send(scene.post("/api/x", length: 0))
    #expect(browser.answer() == .init(status: 200, body: "POST /api/x 0 0"))
  }

  @Test func requestsSentTogetherAreAnsweredInOrder() throws {
    let scene = try PageScene()
    let browser = scene.connect()
    browser.send(
      scene.get("/a") + scene.get("/api/late") + scene.post("/b", length: 2) + "xy"
        + scene.get("/c", "Connection: close") + scene.get("/d"))
    #expect(browser.answer()?.body == "GET /a 0 0")
    for reply in scene.handler.takeKept(1) { reply.answer(PageAnswer(.conflict)) }
    #expect(browser.answer()?.status == 409)
    #expect(browser.answer()?.body == "POST /b 2 241")
    #expect(browser.answer()?.body == "GET /c 0 0")
    // What was asked after the last is not done.
    #expect(browser.rest() == "")
    #expect(scene.handler.askedCount == 4)
  }

  @Test func aConnectionIsClosedIfThatWasAsked() throws {
    let scene = try PageScene()
    let browser = scene.connect()
    browser.send(scene.get("/", "Connection: close"))
    let text = try #require(browser.rest())
    #expect(text.contains("\r\nConnection: close\r\n"))
    #expect(text.hasSuffix("\r\n\r\nGET / 0 0"))
  }

  @Test func whoSendsNothingMoreStillGetsTheAnswer() throws {
    let scene = try PageScene()
    let browser = scene.connect()
    browser.send(scene.get("/"))
    browser.endSending()
    #expect(browser.rest()?.hasSuffix("GET / 0 0") == true)
  }

  @Test func oddRequestsAreRefusedAndTheConnectionEnds() throws {
    let scene = try PageScene()
    for odd in OddRequest.all {
      let browser = scene.connect()
      browser.send(odd.bytes)
      #expect(browser.answer()?.status == odd.refusal.status.rawValue, "\(odd.name)")
      browser.endSending()
      #expect(browser.rest() == "", "\(odd.name)")
    }
    #expect(scene.handler.askedCount == 0)
  }

  @Test func whoMayNotAskIsRefusedBeforeTheHandler() throws {
    let scene = try PageScene()
    let ours = "127.0.0.1:\(scene.server.port)"
    for (fields, status) in [
      ("Host: evil.example", 421), ("Host: \(ours)\r\nOrigin: http://evil.example", 403),
      ("Host: \(ours)\r\nSec-Fetch-Site: cross-site", 403), ("Host: \(ours)", 401),
      ("Host: \(ours)\r\nAuthorization: Bearer 3f29a0c2", 401),
    ] {
      let browser = scene.connect()
      browser.send("POST /api/x HTTP/1.1\r\nContent-Length: 5\r\n\(fields)\r\n\r\nabcde")
      #expect(browser.answer()?.status == status)
    }
    #expect(scene.handler.askedCount == 0)
  }

  @Test func aBodyThatIsTooLargeIsRefusedWithAnAnswerThatArrives() throws {
    // On a busy machine it takes its time to send all of it.
    let scene = try PageScene { $0.lingering = .seconds(600) }
    let browser = scene.connect()
    browser.send(scene.post("/api/upload", length: 3_000_000))
    // It goes on sending, as a browser does.
    #expect(browser.send([UInt8](repeating: 1, count: 3_000_000)))
    #expect(browser.answer()?.status == 413)
    browser.endSending()
    #expect(browser.rest() == "")

    let second = scene.connect()
    second.send(scene.post("/api/other", length: 11))
    #expect(second.answer()?.status == 413)
    #expect(scene.handler.askedCount == 0)
  }

  @Test func aBodyMayHaveAllThatItsPathAllows() throws {
    let scene = try PageScene()
    let browser = scene.connect()
    let request =
      Array(scene.post("/api/upload", length: 100_000).utf8)
      + [UInt8](repeating: 2, count: 100_000) + Array(scene.get("/next").utf8)
    var luck = Splitmix64(seed: 3)
    var left = request[...]
    while !left.isEmpty {
      let piece = left.prefix(Int.random(in: 1...20_000, using: &luck))
      browser.send(Array(piece))
      left = left.dropFirst(piece.count)
    }
    #expect(browser.answer()?.body == "POST /api/upload 100000 200000")
    #expect(browser.answer()?.body == "GET /next 0 0")
  }

  @Test func aLateAnswerHoldsNoOneElseUp() throws {
    let scene = try PageScene()
    let (slow, quick) = (scene.connect(), scene.connect())
    slow.send(scene.get("/api/late"))
    let replies = scene.handler.takeKept(1)
    quick.send(scene.get("/"))
    #expect(quick.answer()?.status == 200)
    let thread = startThread {
      for reply in replies { reply.answer(PageAnswer(.ok, "text/plain", Array("late".utf8))) }
    }
    thread?.join()
    #expect(slow.answer() == .init(status: 200, body: "late"))
    slow.send(scene.get("/"))
    #expect(slow.answer()?.status == 200)
  }

  @Test func onlyTheFirstAnswerCounts() throws {
    let scene = try PageScene()
    let browser = scene.connect()
    browser.send(scene.get("/api/twice") + scene.get("/api/never") + scene.get("/"))
    #expect(browser.answer()?.body == "first")
    #expect(browser.answer()?.status == 500)
    #expect(browser.answer()?.body == "GET / 0 0")
  }

  @Test func anAnswerToAPageThatHasGoneIsLetGo() throws {
    let scene = try PageScene()
    for isReset in [true, false] {
      var browser: BrowserStandIn? = scene.connect()
      browser?.send(scene.get("/api/late"))
      let replies = scene.handler.takeKept(1)
      if isReset { browser?.endWithReset() }
      browser = nil
      for reply in replies { reply.answer(PageAnswer(.ok)) }
    }
    let other = scene.connect()
    other.send(scene.get("/"))
    #expect(other.answer()?.status == 200)
  }

  @Test func aLargeAnswerArrivesWholeAtASlowReader() throws {
    let scene = try PageScene()
    let browser = scene.connect(receiveBuffer: 4096)
    browser.send(scene.get("/api/large"))
    usleep(100_000)
    #expect(browser.answer()?.body.utf8.count == 20_000_000)
  }

  @Test func tooManyConnectionsAreTurnedAway() throws {
    let scene = try PageScene { $0.connections = 3 }
    let kept = (0..<3).map { _ in scene.connect() }
    for browser in kept {
      browser.send(scene.get("/api/x"))
      #expect(browser.answer()?.status == 200)
    }
    #expect(scene.connect().answer()?.status == 503)
    kept[1].send(scene.get("/api/x", "Connection: close"))
    #expect(kept[1].rest() != nil)
    kept[1].endSending()
    // Its place is free as soon as the server has noticed.
    for _ in 0..<6000 {
      let browser = scene.connect()
      browser.send(scene.get("/"))
      if browser.answer()?.status == 200 { return }
      usleep(10_000)
    }
    Issue.record("no place became free")
  }

  /// Whoever has shown no session makes room for those who may: with a request that he does not end, one
  /// that he does not begin, and an answer that he does not take.
  @Test(arguments: ["GET / HTTP/1.1\r\n", "", "GET /large HTTP/1.1\r\nHost: OURS\r\n\r\n"])
  func strangersKeepNoPageOut(_ request: String) throws {
    let scene = try PageScene { $0.connections = 4 }
    let page = scene.connect()
    page.send(scene.get("/api/x"))
    #expect(page.answer()?.status == 200)
    let ours = "127.0.0.1:\(scene.server.port)"
    let strangers = (0..<4).map { _ in scene.connect(receiveBuffer: 4096) }
    for stranger in strangers { stranger.send(request.replacing("OURS", with: ours)) }
    let another = scene.connect()
    another.send(scene.get("/api/x"))
    #expect(another.answer()?.status == 200)
    page.send(scene.get("/api/x"))
    #expect(page.answer()?.status == 200)
    #expect(strangers.count == 4)
  }

  /// Each body may be as large as it is, but not all at once.
  @Test func bodiesTogetherHaveALimit() throws {
    let scene = try PageScene { $0.bodies = 170_000 }
    let (head, half) = (scene.post("/api/upload", length: 100_000), 60_000)
    let browsers = (0..<3).map { _ in scene.connect() }
    for browser in browsers { browser.send(Array(head.utf8) + [UInt8](repeating: 1, count: half)) }
    var refused: Int?
    for _ in 0..<6000 where refused == nil {
      refused = browsers.firstIndex { $0.hasNews(milliseconds: 5) }
    }
    let first = try #require(refused)
    #expect(browsers[first].answer()?.status == 503)
    for number in browsers.indices where number != first {
      browsers[number].send([UInt8](repeating: 1, count: 100_000 - half))
      #expect(browsers[number].answer()?.body == "POST /api/upload 100000 100000")
    }
  }
}
