// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@testable import SiteFetch

@Suite struct SiteFetchWordsTests {
  static let certificate = ServedCertificate(
    expiry: "2026-11-01T00:00:00Z", names: ["a.example", "b.example"], issuer: "CN = Nobody",
    chainCount: 1)

  static let errors: [(FetchError, String)] = [
    (
      .certificate(.expired, certificate),
      "the certificate has expired (2026-11-01T00:00:00Z); renew it."
    ),
    (.certificate(.expired, nil), "the certificate has expired; renew it."),
    (
      .certificate(.wrongName, certificate),
      "the certificate is for a.example, b.example; get one with the name of this host."
    ),
    (
      .certificate(.wrongName, nil),
      "the certificate is for another host; get one with the name of this host."
    ),
    (
      .certificate(.unknownAuthority, certificate),
      "the certificate comes from an authority that is not trusted (CN = Nobody); get one of a "
        + "public authority, or name your own with --ca for a test."
    ),
    (
      .tooSlow(.standstill, limit: .seconds(1)),
      "no byte came for 1 second, also the second time; look why the server stops."
    ),
    (.other(7), "libcurl gave up with error 7; see 'man libcurl-errors'."),
  ]

  @Test(arguments: errors.indices) func tellsErrorsApart(_ index: Int) {
    #expect(Self.errors[index].0.description == Self.errors[index].1)
  }

  static let problems: [(ServingProblem, String)] = [
    (
      .redirect(status: 301, to: "https://www.example.com/"),
      "the server redirects (301) to \"https://www.example.com/\", and neither Apple nor Google "
        + "follows; serve the file itself under this host."
    ),
    (
      .status(403),
      "the server forbids it (403); look for a password, a firewall, a country block, or a rule "
        + "against names that begin with a dot."
    ),
    (
      .slow(.milliseconds(6250)),
      "the answer took 6.2 seconds, and Apple's servers wait about 5 seconds; serve it as a plain "
        + "file."
    ),
    (
      .copyRefused(status: 404, reason: "SWCERR00301 Timeout", details: nil),
      "Apple has no copy (404, \"SWCERR00301 Timeout\"); mend what it says, and wait an hour."
    ),
    (
      .linksUnmatched(count: 2, of: 3, examples: ["https://a.example/x"]),
      "2 of 3 links open no app, such as \"https://a.example/x\"; 'tagpress site explain' says why."
    ),
  ]

  @Test(arguments: problems.indices) func saysWhatToDo(_ index: Int) {
    #expect(Self.problems[index].0.message == Self.problems[index].1)
  }

  @Test func aStrangersWordsAreShort() {
    let words = ServingProblem.contentType(String(repeating: "x", count: 5000), .apple).message
    #expect(words.count < 300)
    #expect(words.contains("xxx…\""))
  }
}
