// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct ReceptionTests {
  /// The lines of a header as libcurl hands them on, and what is kept of them.
  @Test(
    arguments: [
      (
        ["HTTP/1.1 200 OK\r\n", "Content-Type: application/json\r\n", "\r\n"],
        [ReplyHeader("content-type", "application/json")]
      ),
      (
        ["HTTP/2 200 \r\n", "A:1\r\n", "a: \t2 \r\n", "B:\r\n", "\r\n"],
        [ReplyHeader("a", "1"), ReplyHeader("a", "2"), ReplyHeader("b", "")]
      ),
      // Early hints come first and do not count.
      (
        [
          "HTTP/1.1 103 Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: 1\r\n",
          "\r\n",
        ],
        [ReplyHeader("a", "1")]
      ),
      // What follows the body is not a header, whatever it is called.
      (
        ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n", "A: 2\r\n", "HTTP/9: x\r\n", "A: 3\r\n"],
        [ReplyHeader("a", "1")]
      ),
      // A line that continues, and one without a colon.
      (
        ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "  2\r\n", "nothing\r\n", "\r\n"],
        [ReplyHeader("a", "1 2")]
      ),
      (["HTTP/1.1 200 OK\r\n", " 1\r\n", "\r\n"], []),
    ] as [([String], [ReplyHeader])])
  func keepsTheHeader(_ lines: [String], _ headers: [ReplyHeader]) {
    var reception = Reception()
    for line in lines {
      let goesOn = reception.add(headerLine: line.utf8)
      #expect(goesOn)
    }
    #expect(reception.headers == headers)
  }

  @Test func bytesThatAreNoTextAreReplaced() {
    var reception = Reception()
    _ = reception.add(headerLine: [0x41, 0x3A, 0xFF, 0x1B])
    #expect(reception.headers == [ReplyHeader("a", "\u{FFFD}\u{1B}")])
  }

  @Test func anEndlessHeaderIsStopped() {
    var reception = Reception()
    let line = Array("A: \(String(repeating: "x", count: 1020))\n".utf8)
    #expect(line.count == 1024)
    for _ in 0..<64 { _ = reception.add(headerLine: line) }
    #expect(!reception.headerIsTooLarge)
    let goesOn = reception.add(headerLine: [0x0A])
    #expect(!goesOn && reception.headerIsTooLarge)
  }

  @Test func aBodyOfOneMebibyteIsWholeAndNotAByteMore() {
    var reception = Reception()
    let piece = [UInt8](repeating: 7, count: 1 << 16)
    for _ in 0..<16 { _ = reception.add(body: piece) }
    #expect(reception.body.count == FetchLimits.bodyByteCount)
    #expect(!reception.bodyIsCut)
    let goesOn = reception.add(body: [7])
    #expect(!goesOn && reception.bodyIsCut)
    #expect(reception.body.count == FetchLimits.bodyByteCount)
  }

  @Test func aPieceIsCutInTheMiddle() {
    var reception = Reception()
    let goesOn = reception.add(
      body: [UInt8](repeating: 7, count: FetchLimits.bodyByteCount + 1))
    #expect(!goesOn)
    #expect(reception.body.count == FetchLimits.bodyByteCount)
    #expect(reception.bodyIsCut)
  }
}
