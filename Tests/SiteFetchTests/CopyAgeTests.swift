// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct CopyAgeTests {
  @Test(
    arguments: [
      ([("Age", "10800")], .copied(.seconds(10_800))),
      ([("Age", "-1")], nil), ([("Age", "99999999999999999999")], nil),
      ([("Age", "999999999")], nil),
      ([], nil), ([("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")], nil),
      (
        [
          ("Date", "Sun, 06 Nov 1994 09:49:37 GMT"),
          ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ], .changed(.seconds(3600))
      ),
      (
        [
          ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
          ("Last-Modified", "Sun, 06 Nov 1994 09:49:37 GMT"),
        ], nil
      ),
    ] as [([(String, String)], CopyAge?)])
  func readsTheHeader(_ header: [(String, String)], _ age: CopyAge?) {
    let reply = Reply(
      url: "", status: 200, headers: header.map { ReplyHeader($0.0, $0.1) }, body: [])
    #expect(CopyAge(reply) == age)
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
      ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
      ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil), ("", nil),
    ] as [(String, Int?)])
  func readsDates(_ text: String, _ seconds: Int?) {
    #expect(secondsOfHTTPDate(text) == seconds)
  }
}
