// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import Threads

@testable import PageServer

/// Events that pages are told over real sockets.
struct PageStreamTests {
  @Test func aPageThatComesBackGetsWhatItMissed() throws {
    let scene = try PageScene()
    let start = scene.feed.lastID
    let browser = scene.stream(after: start)
    scene.feed.tell("tag", "1")
    #expect(browser.next(to: "data: 1\n\n") != nil)
    let seen = scene.feed.lastID
    scene.feed.tell("tag", "2")
    scene.feed.tell("tag", "3")
    #expect(browser.next(to: "data: 3\n\n")?.contains("data: 2\n\n") == true)

    let again = scene.stream(after: seen)
    #expect(
      again.next(to: "data: 3\n\n")?.hasSuffix(
        "data: 2\n\nid: \(scene.feed.lastID)\nevent: tag\ndata: 3\n\n") == true)
    let new = scene.stream()
    #expect(new.next(to: "\n\n") == "id: \(scene.feed.lastID)\nevent: reload\ndata: {}\n\n")
    let stranger = scene.stream(after: "ffff-1")
    #expect(stranger.next(to: "\n\n")?.contains("event: reload\n") == true)
  }

  @Test func aPageThatMissedMuchGetsAllOfItAtOnce() throws {
    let scene = try PageScene { $0.comment = .seconds(60) }
    let start = scene.feed.lastID
    let data = String(repeating: "x", count: 40_000)
    for number in 0..<20 { scene.feed.tell("tag", "\(number) \(data)") }
    // Nothing happens meanwhile that would wake the server.
    #expect(scene.stream(after: start).next(to: "data: 19 \(data)\n\n") != nil)
  }

  @Test func aPageThatDoesNotReadHoldsNoOneUpAndCostsNothing() throws {
    // A busy machine takes its time for all these events.
    let scene = try PageScene { $0.stalled = .seconds(3600) }
    let slow = scene.stream(after: scene.feed.lastID, receiveBuffer: 1 << 16)
    let quick = scene.stream(after: scene.feed.lastID)
    let data = String(repeating: "x", count: 10_000)
    // Far more than the system keeps for one connection, and than the ring does.
    for number in 0..<900 {
      scene.feed.tell("tag", "\(number) \(data)")
      #expect(quick.next(to: "\n\n")?.contains("data: \(number) ") == true)
    }
    // Once it reads, it gets whole events, and is told that it has missed others.
    let text = try #require(slow.next(to: "event: reload\ndata: {}\n\n"))
    let events = text.split(separator: "\n\n")
    #expect(events.count < 800)
    for (number, event) in events.dropLast().enumerated() {
      #expect(event.hasSuffix("data: \(number) \(data)"))
    }
    scene.feed.tell("tag", "end")
    #expect(slow.next(to: "data: end\n\n") != nil)
    #expect(quick.next(to: "data: end\n\n") != nil)
  }

  @Test func eventsOfManyThreadsReachAllPagesOnceAndInOneOrder() throws {
    let scene = try PageScene()
    let browsers = (0..<4).map { _ in scene.stream(after: scene.feed.lastID) }
    let feed = scene.feed
    let threads = (0..<4).map { writer in
      startThread { for number in 0..<200 { feed.tell("tag", "\(writer).\(number)") } }
    }
    for thread in threads { thread?.join() }
    feed.tell("tag", "end")
    let texts = browsers.map { $0.next(to: "data: end\n\n") }
    #expect(Set(texts).count == 1)
    #expect(texts[0]?.split(separator: "\n\n").count == 801)
  }

  @Test func aStreamThatCannotBeWrittenIsClosed() throws {
    let scene = try PageScene { $0.stalled = .milliseconds(200) }
    let slow = scene.stream(after: scene.feed.lastID, receiveBuffer: 1 << 16)
    let data = String(repeating: "x", count: 400_000)
    let other = scene.connect()
    for _ in 0..<20 {
      scene.feed.tell("tag", data)
      // When this is answered, the server has sent what it can of the event.
      other.send(scene.get("/"))
      #expect(other.answer()?.status == 200)
    }
    #expect(scene.letTimePass())
    // What was on its way, and then the end: no event begins after it.
    let text = slow.rest()
    #expect(text == nil || text?.hasSuffix("\n\n") == false)
  }

  @Test func streamsEndWithTheServer() throws {
    let scene = try PageScene()
    let browsers = (0..<5).map { _ in scene.stream() }
    let waiting = scene.connect()
    waiting.send(scene.get("/api/late"))
    let replies = scene.handler.takeKept(1)
    let half = scene.connect()
    half.send("GET /")
    for _ in 0..<3 { scene.server.stop() }
    scene.server.waitForEnd()
    scene.server.waitForEnd()
    for browser in browsers { #expect(browser.next(to: "event: nothing") == nil) }
    #expect(waiting.answer() == nil)
    // Too late, but harmless.
    for reply in replies { reply.answer(PageAnswer(.ok)) }
    scene.feed.tell("tag", "1")
    scene.server.stop()
    #expect(scene.connect().answer() == nil)
  }

  @Test func aHandlerCanStopTheServerItKeeps() throws {
    let scene = try PageScene()
    scene.handler.setQuit { [server = scene.server] in server.stop() }
    let (browser, stream) = (scene.connect(), scene.stream())
    browser.send(scene.get("/api/quit") + scene.get("/"))
    #expect(browser.answer() == .init(status: 200, body: "bye"))
    #expect(browser.answer() == nil)
    #expect(stream.next(to: "event: nothing") == nil)
    scene.server.waitForEnd()
  }

  /// Its own thread is the last to let it go then, and cannot wait for itself.
  @Test func aServerThatItsHandlerAloneKeepsIsLetGo() throws {
    var scene: PageScene? = try PageScene()
    weak let server = scene?.server
    scene?.handler.setQuit { [server = scene?.server] in server?.stop() }
    let browser = try #require(scene?.connect())
    let request = try #require(scene?.get("/api/quit"))
    scene = nil
    browser.send(request)
    #expect(browser.answer() == .init(status: 200, body: "bye"))
    while server != nil { usleep(1000) }
  }

  @Test func aFeedOutlivesItsServer() throws {
    let scene = try PageScene()
    let second = try PageServer(keys: scene.keys, feed: scene.feed, handler: scene.handler)
    // It has begun to serve once it answers.
    let browser = BrowserStandIn(second.port)
    browser.send("GET / HTTP/1.1\r\nHost: localhost:\(second.port)\r\n\r\n")
    #expect(browser.answer()?.status == 200)
    scene.server.stop()
    scene.server.waitForEnd()
    browser.send(
      scene.get("/api/events", "Last-Event-ID: \(scene.feed.lastID)")
        .replacing(":\(scene.server.port)", with: ":\(second.port)"))
    #expect(browser.next(to: "\r\n\r\n") != nil)
    scene.feed.tell("tag", "1")
    #expect(browser.next(to: "data: 1\n\n") != nil)
  }

  /// In a process of its own, where no other test opens anything.
  @Test func nothingStaysOpen() async {
    await #expect(processExitsWith: .success) {
      let before = openSocketsAndPipes()
      for round in 0..<10 {
        let scene = try PageScene()
        let browsers = [scene.stream(), scene.connect(), scene.connect(), scene.connect()]
        browsers[1].send("GET /")
        browsers[2].send(scene.get("/api/late"))
        let replies = scene.handler.takeKept(1)
        browsers[3].send("\n")
        guard replies.count == 1, browsers[3].answer()?.status == 400 else { exit(1) }
        if round.isMultiple(of: 2) { scene.server.stop() }
      }
      exit(openSocketsAndPipes() == before ? 0 : 2)
    }
  }
}
