// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import PageServer

struct LoopbackListenerTests {
  @Test func aPortThatIsTakenIsSaid() throws {
    let scene = try PageScene()
    let port = scene.server.port
    #expect(throws: PageServerError.portTaken(port)) { try PageScene(port: port) }
    // One that is only bound, too: its owner may begin to listen at any moment.
    let bound = try LoopbackPort()
    #expect(throws: PageServerError.portTaken(bound.number)) { try PageScene(port: bound.number) }
  }

  @Test func aPortIsFreeAgainAtOnce() throws {
    var port: UInt16?
    for _ in 0..<3 {
      let scene = try PageScene(port: port)
      #expect(scene.server.port == port ?? scene.server.port)
      port = scene.server.port
      let browser = scene.connect()
      // The server closes first, so its side of the connection lingers.
      browser.send(scene.get("/", "Connection: close"))
      #expect(browser.rest() != nil)
      scene.server.stop()
      scene.server.waitForEnd()
    }
  }

  /// As it has for a moment whoever starts a program.
  @Test func aCopyOfItsDescriptorDoesNotKeepThePort() throws {
    let listener = try LoopbackListener(port: nil)
    let copy = dup(listener.descriptor)
    defer { close(copy) }
    listener.close()
    let again = try LoopbackListener(port: listener.port)
    #expect(again.port == listener.port)
    again.close()
  }

  @Test func onlyTheLoopbackListens() throws {
    let listener = try LoopbackListener(port: nil)
    defer { listener.close() }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(listener.descriptor, $0, &length)
      }
    }
    #expect(UInt32(bigEndian: address.sin_addr.s_addr) == 0x7F00_0001)
    #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(listener.descriptor, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test func whatIsWrongIsSaidInSentences() {
    let words = [PageServerError.portTaken(8000), .portForbidden(80), .noThread].map { "\($0)" }
    #expect(
      words == [
        "Another program on this machine has port 8000. Choose another port, or none: the system "
          + "then gives one that is free.",
        "Port 80 is only for programs of the system. Choose one from 1024 to 65535.",
        "The system has no thread left to serve a page with.",
      ])
    #expect(
      "\(PageServerError.cannotListen(errno: EMFILE))"
        == "No page can be served on this machine: Too many open files.")
  }
}
