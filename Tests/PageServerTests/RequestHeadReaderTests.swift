// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import PageServer

struct RequestHeadReaderTests {
  /// What reading these pieces, one after the other, leads to, and how many bytes it took.
  private func reading(_ pieces: [ArraySlice<UInt8>]) -> (Result<RequestHead?, RequestRefusal>, Int)
  {
    var reader = RequestHeadReader()
    do throws(RequestRefusal) {
      for piece in pieces {
        if let head = try reader.read(piece) { return (.success(head), reader.count) }
      }
      return (.success(nil), reader.count)
    } catch {
      return (.failure(error), reader.count)
    }
  }

  private func bytewise(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.indices.map { bytes[$0...$0] }
  }

  private func split(_ bytes: [UInt8], _ luck: inout Splitmix64) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 0...20, using: &luck))
      pieces.append(bytes[start..<end])
      start = end
    }
    return pieces
  }

  @Test(arguments: OddRequest.all)
  func isRefusedHoweverItComes(_ odd: OddRequest) {
    let (whole, count) = reading([odd.bytes[...]])
    #expect(whole == .failure(odd.refusal))
    #expect(reading(bytewise(odd.bytes)) == (whole, count))
    var luck = Splitmix64(seed: 1)
    for round in 0..<10 {
      #expect(reading(split(odd.bytes, &luck)) == (whole, count), "seed 1, round \(round)")
    }
  }

  /// A refusal must not wait for bytes that may never come.
  @Test(
    arguments: [
      ("GET / HTTP/1.1\n", .loneLineFeed), ("GET /\u{0}", .controlCharacter),
      ("GET /\u{E9}", .notASCII),
      ("GET / HTTP/1.1\r\nA: b\rc", .loneReturn), ("\r\n", .requestLine),
      ("GET //\r\n", .requestLine),
      ("GET // HTTP/1.1\r\n", .target), ("GET / HTTP/1.1\r\nHost : h\r\n", .fieldName),
    ] as [(String, RequestRefusal)])
  func isRefusedAtOnce(_ text: String, _ refusal: RequestRefusal) {
    let bytes = Array(text.utf8)
    #expect(reading([bytes[...]]).0 == .failure(refusal))
  }

  @Test func whatABrowserSendsIsTaken() {
    let text = """
      POST /api/jobs/s%C3%BCd%20west?row=a%2Fb&note=one+two%2B&flag HTTP/1.1
      Host: 127.0.0.1:41234
      Connection: keep-alive
      Content-Length: 12
      sec-ch-ua-platform: "Linux"
      Authorization: Bearer abc
      User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36
      Content-Type: application/json
      Accept: */*
      Origin: http://127.0.0.1:41234
      Sec-Fetch-Site: same-origin
      Sec-Fetch-Mode: cors
      Last-Event-ID: ab-7
      Upgrade-Insecure-Requests: 1
      Accept-Encoding: gzip, deflate, br, zstd
      Cookie: theirs=\u{E9}\t1; x="
      Empty:

      {"left":"on"}
      """
    let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
    let head = RequestHead(
      method: .post, path: "/api/jobs/süd west",
      query: ["row": "a/b", "note": "one two+", "flag": ""], host: "127.0.0.1:41234",
      origin: "http://127.0.0.1:41234", fetchSite: "same-origin", authorization: "Bearer abc",
      contentType: "application/json", contentLength: 12, lastEventID: "ab-7", closes: false)
    let count = bytes.count - #"{"left":"on"}"#.utf8.count
    #expect(reading([bytes[...]]) == (.success(head), count))
    #expect(reading(bytewise(bytes)) == (.success(head), count))
    for end in 0..<count {
      #expect(reading([bytes[..<end]]) == (.success(nil), end))
    }
  }

  /// Field lines, and what they say.
  @Test func valuesAreTrimmedAndNothingElse() throws {
    let rows: [(String, KeyPath<RequestHead, String?>, String?)] = [
      ("Origin:a", \.origin, "a"), ("Origin:  \t a b \t ", \.origin, "a b"),
      ("ORIGIN: A", \.origin, "A"), ("Origin:", \.origin, ""), ("X-Origin: a", \.origin, nil),
      ("Content-Type: a;b=\"c\"", \.contentType, "a;b=\"c\""),
    ]
    for (line, field, value) in rows {
      #expect(try head("GET / HTTP/1.1\r\nHost: h\r\n\(line)\r\n\r\n")?[keyPath: field] == value)
    }
  }

  @Test(arguments: [
    ("close", true), ("Close", true), ("keep-alive, close", true), ("close ,x", true),
    ("keep-alive", false), ("closed", false), ("", false), ("c lose", false),
  ])
  func connection(_ value: String, _ closes: Bool) throws {
    let head = try head("GET / HTTP/1.1\r\nHost: h\r\nConnection: \(value)\r\n\r\n")
    #expect(head?.closes == closes)
  }

  @Test(
    arguments: [
      ("/", "/", [:]), ("/?", "/", [:]), ("/a/", "/a/", [:]), ("/a.b/..c", "/a.b/..c", [:]),
      ("/%252e%252e/", "/%2e%2e/", [:]), ("/...", "/...", [:]), ("/a|b", "/a|b", [:]),
      ("/a+b", "/a+b", [:]), ("/?&a&&b=&", "/", ["a": "", "b": ""]),
      ("/?a=b=c", "/", ["a": "b=c"]), ("/?a=//../x?y", "/", ["a": "//../x?y"]),
      ("/?%3D=%26", "/", ["=": "&"]), ("/%e2%82%ac", "/€", [:]), ("/?a=\\", "/", ["a": "\\"]),
    ] as [(String, String, [String: String])])
  func targets(_ target: String, _ path: String, _ query: [String: String]) throws {
    let head = try #require(try head("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n"))
    #expect(head.path.utf8.elementsEqual(path.utf8))
    #expect(head.query == query)
  }

  @Test func limitsAreWhatTheySay() throws {
    let longest = "/" + String(repeating: "a", count: RequestLine.targetMax - 1)
    #expect(try head("POST \(longest) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n") != nil)
    let fields = (1..<RequestHeadReader.fieldMax).map { "A\($0): b\r\n" }.joined()
    #expect(try head("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n") != nil)
    let start = "GET / HTTP/1.1\r\nHost: h\r\nA: "
    let room = RequestHeadReader.byteMax - start.utf8.count - 4
    #expect(try head(start + String(repeating: "b", count: room) + "\r\n\r\n") != nil)
    #expect(throws: RequestRefusal.headTooLarge) {
      try head(start + String(repeating: "b", count: room + 1) + "\r\n\r\n")
    }
  }

  private func head(_ text: String) throws(RequestRefusal) -> RequestHead? {
    var reader = RequestHeadReader()
    return try reader.read(Array(text.utf8)[...])
  }

  /// Ordinary heads with some bytes changed: whatever they are now, the way they come changes nothing.
  @Test func changedHeadsAreReadTheSameHoweverTheyCome() {
    var luck = Splitmix64(seed: 2)
    let text =
      "POST /a%20b/c?d=%41&e HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nOrigin: x\r\n\r\nabc"
    let odd: [UInt8] = [0, 9, 10, 13, 32, 35, 37, 43, 46, 47, 58, 63, 92, 127, 128, 255]
    for round in 0..<300 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &luck) {
        bytes[bytes.indices.randomElement(using: &luck) ?? 0] = odd.randomElement(using: &luck) ?? 0
      }
      let (whole, count) = reading([bytes[...]])
      #expect(reading(bytewise(bytes)) == (whole, count), "seed 2, round \(round)")
      #expect(reading(split(bytes, &luck)) == (whole, count), "seed 2, round \(round)")
    }
  }
}
