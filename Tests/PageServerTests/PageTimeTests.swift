// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import PageServer

/// What happens to those who let the server wait.
struct PageTimeTests {
  @Test func halfARequestIsGivenUp() throws {
    // Only what is to expire is short, and a head has the time that a busy machine takes to send it.
    let heads = try PageScene {
      $0.head = .seconds(5)
      $0.lingering = .milliseconds(50)
    }
    let (silent, head) = (heads.connect(), heads.connect())
    head.send("GET / HT")
    let others = try PageScene {
      $0.head = .seconds(600)
      $0.body = .milliseconds(600)
      $0.idle = .milliseconds(600)
      $0.lingering = .milliseconds(50)
    }
    let (body, idle) = (others.connect(), others.connect())
    body.send(others.post("/api/upload", length: 10) + "abc")
    idle.send(others.get("/"))
    #expect(idle.answer()?.status == 200)
    #expect(silent.rest() == "")
    #expect(head.answer()?.status == 408)
    #expect(head.rest() == "")
    #expect(body.answer()?.status == 408)
    #expect(body.rest() == "")
    #expect(idle.rest() == "")
    #expect(heads.handler.askedCount == 0)
    #expect(others.handler.askedCount == 1)
  }

  /// Each byte in time is not enough: the whole head has to be.
  @Test func bytesOneByOneDoNotLengthenTheTime() throws {
    let scene = try PageScene { $0.head = .seconds(5) }
    let browser = scene.connect()
    browser.send("GET / HTTP/1.1\r\nA: ")
    var sent = 0
    while sent < 6000, !browser.hasNews(milliseconds: 10) {
      browser.send("b")
      sent += 1
    }
    #expect(sent < 6000)
    #expect(browser.answer()?.status == 408)
  }

  @Test func whoTakesNothingOfAnAnswerIsGivenUp() throws {
    let scene = try PageScene { $0.stalled = .milliseconds(200) }
    let browser = scene.connect(receiveBuffer: 4096)
    browser.send(scene.get("/api/large"))
    #expect(browser.hasNews(milliseconds: 120_000))
    #expect(scene.letTimePass())
    // It has got a part of the answer, and then the end.
    #expect(browser.answer() == nil)
  }

  @Test func aSilentStreamSaysThatItIsThere() throws {
    let scene = try PageScene { $0.comment = .milliseconds(50) }
    let browser = scene.stream(after: scene.feed.lastID)
    #expect(browser.next(to: ":\n\n:\n\n") == ":\n\n:\n\n")
    scene.feed.tell("tag", "1")
    #expect(browser.next(to: "data: 1\n\n") != nil)
    #expect(browser.next(to: ":\n\n") == ":\n\n")
  }

  /// In a process of its own, whose time is that of the server.
  @Test func aServerThatWaitsUsesNoTime() async {
    await #expect(processExitsWith: .success) {
      let scene = try PageScene()
      let browsers = (0..<4).map { _ in scene.connect() } + [scene.stream()]
      browsers[0].send("GET ")
      browsers[1].send(scene.get("/api/late"))
      browsers[2].send(scene.get("/"))
      guard browsers[2].answer()?.status == 200, scene.handler.takeKept(1).count == 1 else {
        exit(1)
      }
      browsers[1].send(scene.get("/api/late"))
      browsers[1].endSending()
      // One that asks again and again uses all that the machine has to give in two seconds; one that
      // rests uses a thousandth of this limit, and a busy machine does not make that more.
      let begin = clock()
      usleep(2_000_000)
      withExtendedLifetime((scene, browsers)) {}
      exit(clock() - begin < 200_000 ? 0 : 2)
    }
  }

  /// In a process of its own, which uses up what it may open.
  @Test func withoutDescriptorsConnectionsWaitAndTheServerRests() async {
    await #expect(processExitsWith: .success) {
      let scene = try PageScene()
      let first = scene.connect()
      first.send(scene.get("/"))
      guard first.answer()?.status == 200 else { exit(1) }
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 100
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      var fillers: [Int32] = []
      while case let filler = open("/dev/null", O_RDONLY), filler >= 0 { fillers.append(filler) }
      close(fillers.removeLast())
      let second = scene.connect()
      second.send(scene.get("/"))
      // As above.
      let begin = clock()
      usleep(2_000_000)
      guard clock() - begin < 200_000 else { exit(2) }
      first.send(scene.get("/"))
      guard first.answer()?.status == 200 else { exit(3) }
      for filler in fillers { close(filler) }
      exit(second.answer()?.status == 200 ? 0 : 4)
    }
  }
}
