// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import PageServer

struct PageAnswerTests {
  private let security = """
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self' data: blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'
    X-Content-Type-Options: nosniff
    Referrer-Policy: no-referrer
    Cache-Control: no-store
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    X-Frame-Options: DENY
    """

  private func lines(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  @Test func anAnswerSaysAllThatProtectsThePage() {
    let answer = PageAnswer(
      .ok, "text/csv", Array("a,b\n".utf8),
      fields: [.init("Content-Disposition", "attachment; filename=\"a.csv\"")])
    let expected = """
      HTTP/1.1 200 OK
      Content-Type: text/csv
      \(security)
      Connection: keep-alive
      Content-Disposition: attachment; filename="a.csv"
      Content-Length: 4

      a,b

      """
    #expect(lines(answer.bytes(isLast: false)) == expected)
    #expect(
      lines(answer.bytes(isLast: true))
        == expected.replacing("Connection: keep-alive", with: "Connection: close"))
    #expect(
      lines(PageAnswer.streamHead) == """
        HTTP/1.1 200 OK
        Content-Type: text/event-stream
        \(security)
        Connection: close


        """)
  }

  @Test func noValueBeginsAnotherField() {
    let answer = PageAnswer(
      .ok, "a\r\nb: c", [], fields: [.init("X:\r\nY", "1\r\nSet-Cookie: a\u{E9}\u{0}")])
    let text = lines(answer.bytes(isLast: false))
    #expect(text.contains("\nContent-Type: a__b: c\n"))
    #expect(text.contains("\nXY: 1__Set-Cookie: a___\n"))
  }

  @Test func refusalsSayWhatTheStandardWants() {
    #expect(PageAnswer(.methodNotAllowed).fields == [.init("Allow", "GET, POST")])
    #expect(PageAnswer(.unauthorized).fields == [.init("WWW-Authenticate", "Bearer")])
    #expect(PageAnswer(.notFound).body == Array("404 Not Found\n".utf8))
  }
}
