// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import PageServer

/// A request that no browser sends, and why it is refused.
struct OddRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let refusal: RequestRefusal

  init(_ name: String, _ bytes: [UInt8], _ refusal: RequestRefusal) {
    self.name = name
    self.bytes = bytes
    self.refusal = refusal
  }

  init(_ name: String, _ text: String, _ refusal: RequestRefusal) {
    self.init(name, Array(text.utf8), refusal)
  }

  /// One whose target is odd.
  init(target: String, _ refusal: RequestRefusal = .target) {
    self.init("GET \(target)", "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n", refusal)
  }

  /// One with an odd field behind the ordinary ones.
  init(field: String, _ refusal: RequestRefusal) {
    self.init(field, "GET / HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\n", refusal)
  }

  /// One that brings a body, with an odd field.
  init(post field: String, _ refusal: RequestRefusal) {
    self.init("POST, \(field)", "POST / HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\n", refusal)
  }

  var testDescription: String { name }

  static let all: [OddRequest] =
    lines + firstLines + targets + fields + bodies + sizes

  private static let lines: [OddRequest] = [
    .init("line feeds alone", "GET / HTTP/1.1\nHost: h\n\n", .loneLineFeed),
    .init("a line feed alone at the end", "GET / HTTP/1.1\r\nHost: h\r\n\n", .loneLineFeed),
    .init(
      "a line feed alone behind a field", "GET / HTTP/1.1\r\nHost: h\nA: b\r\n\r\n", .loneLineFeed),
    .init("a return alone in a value", "GET / HTTP/1.1\r\nHost: h\rA: b\r\n\r\n", .loneReturn),
    .init("two returns", "GET / HTTP/1.1\r\r\nHost: h\r\n\r\n", .loneReturn),
    .init("a return at the end", "GET / HTTP/1.1\r\nHost: h\r\n\rX", .loneReturn),
    .init("returns alone", "GET / HTTP/1.1\rHost: h\r\r", .loneReturn),
    .init("an empty line first", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", .requestLine),
    .init("a folded field", "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", .foldedField),
    .init("a field folded by a tab", "GET / HTTP/1.1\r\nHost: h\r\n\tc\r\n\r\n", .foldedField),
    .init("a blank before the first field", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", .foldedField),
    .init("a greeting of TLS", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01], .controlCharacter),
    .init("NUL first", [0], .controlCharacter),
  ]

  private static let firstLines: [OddRequest] = [
    .init("HTTP/1.0", "GET / HTTP/1.0\r\nHost: h\r\n\r\n", .version),
    .init("HTTP/0.9", "GET /\r\n", .requestLine),
    .init("HTTP/1.2", "GET / HTTP/1.2\r\nHost: h\r\n\r\n", .version),
    .init("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .version),
    .init("HTTP/1.10", "GET / HTTP/1.10\r\nHost: h\r\n\r\n", .version),
    .init("small letters in the version", "GET / http/1.1\r\nHost: h\r\n\r\n", .requestLine),
    .init("another protocol", "GET / RTSP/1.0\r\nHost: h\r\n\r\n", .requestLine),
    .init("no method", " / HTTP/1.1\r\nHost: h\r\n\r\n", .requestLine),
    .init("no target", "GET  HTTP/1.1\r\nHost: h\r\n\r\n", .target),
    .init("two blanks", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", .requestLine),
    .init("a blank at the end", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n", .requestLine),
    .init("a blank in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", .requestLine),
    .init("a tab for a blank", "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n", .controlCharacter),
    .init("a method that is no word", "G@T / HTTP/1.1\r\nHost: h\r\n\r\n", .requestLine),
    .init("small letters in the method", "get / HTTP/1.1\r\nHost: h\r\n\r\n", .method),
    .init("HEAD", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", .method),
    .init("OPTIONS", "OPTIONS / HTTP/1.1\r\nHost: h\r\n\r\n", .method),
    .init("OPTIONS of all", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", .method),
    .init("CONNECT", "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n", .method),
    .init("TRACE", "TRACE / HTTP/1.1\r\nHost: h\r\n\r\n", .method),
    .init("PUT", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", .method),
    .init("DELETE", "DELETE / HTTP/1.1\r\nHost: h\r\n\r\n", .method),
  ]

  private static let targets: [OddRequest] =
    [
      "*", "h:80", "http://h/", "http://evil.example/", "x", "?a", "//", "//evil.example/", "/a//b",
      "/a//", "/.", "/..", "/./a", "/../a", "/a/../b", "/a/..", "/%2e", "/%2E%2e/a", "/.%2e/a",
      "/a%2fb", "/a%2F..%2Fb", "/a%5Cb", "/a\\b", "/%", "/%1", "/%g0", "/%0g", "/%%20", "/a?b=%",
      "/a?b=%zz", "/%00", "/a%00b", "/a?b=%00", "/a%0d%0aX:%20y", "/%1f", "/%7f", "/a?b=%0A",
      "/%c2%85", "/%ff", "/%c0%ae", "/%ed%a0%80", "/a?b=%80", "/#a", "/a#", "/a?b#c", "/a?b=1&b=2",
      "/a?b&%62",
    ].map { OddRequest(target: $0) }
    + [
      .init(target: "/\u{E9}", .notASCII),
      .init(target: "/a?b=\u{20AC}", .notASCII),
      .init(target: "/a\u{0}b", .controlCharacter),
      .init(target: "/a\u{7F}b", .controlCharacter),
      .init(target: "/a\u{1B}[2J", .controlCharacter),
    ]

  private static let fields: [OddRequest] = [
    .init("no Host", "GET / HTTP/1.1\r\nA: b\r\n\r\n", .noHost),
    .init("no field", "GET / HTTP/1.1\r\n\r\n", .noHost),
    .init(field: "Host: h", .repeatedField("host")),
    .init(field: "hOST: other", .repeatedField("host")),
    .init(field: "A: 1\r\na: 2", .repeatedField("a")),
    .init(
      field: "Authorization: Bearer a\r\nAuthorization: Bearer b", .repeatedField("authorization")),
    .init(field: "Host : h", .fieldName),
    .init(field: "A\t: h", .fieldName),
    .init(field: "A B: h", .fieldName),
    .init(field: ": h", .fieldName),
    .init(field: "A", .fieldName),
    .init(field: "A\"B: h", .fieldName),
    .init(field: "\u{E9}: h", .fieldName),
    .init(field: "Origin: a\tb", .fieldValue("origin")),
    .init(field: "Origin: \u{E9}", .fieldValue("origin")),
    .init(
      "NUL in the host", "GET / HTTP/1.1\r\nHost: 127.0.0.1:1\0.evil\r\n\r\n", .controlCharacter),
    .init(field: "A: \u{1}", .controlCharacter),
    .init(field: "A: \u{7F}", .controlCharacter),
    .init(field: "A: \u{1B}", .controlCharacter),
    .init(field: "Upgrade: websocket", .unwantedField("upgrade")),
    .init(field: "UPGRADE: h2c", .unwantedField("upgrade")),
    .init(field: "Expect: 100-continue", .unwantedField("expect")),
  ]

  private static let bodies: [OddRequest] = [
    .init(post: "Transfer-Encoding: chunked", .unwantedField("transfer-encoding")),
    .init(post: "Transfer-Encoding: gzip, chunked", .unwantedField("transfer-encoding")),
    .init(post: "Transfer-Encoding: identity", .unwantedField("transfer-encoding")),
    .init(post: "transfer-encoding:", .unwantedField("transfer-encoding")),
    .init(
      post: "Content-Length: 1\r\nTransfer-Encoding: chunked", .unwantedField("transfer-encoding")),
    .init(post: "Content-Length: 1\r\nContent-Length: 2", .repeatedField("content-length")),
    .init(post: "Content-Length: 1\r\nContent-Length: 1", .repeatedField("content-length")),
    .init(post: "A: b", .noLength),
    .init(post: "Content-Length:", .length),
    .init(post: "Content-Length: -1", .length),
    .init(post: "Content-Length: +1", .length),
    .init(post: "Content-Length: 1, 1", .length),
    .init(post: "Content-Length: 0x10", .length),
    .init(post: "Content-Length: 1e3", .length),
    .init(post: "Content-Length: 007", .length),
    .init(post: "Content-Length: 00", .length),
    .init(post: "Content-Length: 1 0", .length),
    .init(post: "Content-Length: \u{0661}", .fieldValue("content-length")),
    .init(post: "Content-Length: 99999999999999999999", .bodyTooLarge),
    .init(field: "Content-Length: 1", .bodyOfGet),
    .init(field: "Content-Length: x", .length),
  ]

  private static let sizes: [OddRequest] = [
    .init(target: "/" + String(repeating: "a", count: 2 << 10), .targetTooLong),
    .init("an endless target", "GET /" + String(repeating: "a", count: 3000), .targetTooLong),
    .init("an endless method", String(repeating: "A", count: 3000), .targetTooLong),
    .init(
      "an endless field", "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 1 << 14),
      .headTooLarge),
    .init(
      "an endless name", "GET / HTTP/1.1\r\n" + String(repeating: "a", count: 1 << 14),
      .headTooLarge),
    .init(
      "65 fields", "GET / HTTP/1.1\r\n" + (0..<65).map { "A\($0): b\r\n" }.joined(), .tooManyFields),
  ]
}
