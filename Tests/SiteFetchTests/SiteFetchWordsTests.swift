// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import SiteAssociation
import Testing

@testable import SiteFetch

struct SiteFetchWordsTests {
  static let certificate = ServedCertificate(
    expiry: "2026-11-01T00:00:00Z", names: ["a.example", "b.example"], issuer: "CN = Nobody",
    chainCount: 1)

  static let errors: [(FetchError, String)] = [
    (
      .certificate(.expired, certificate),
      "The certificate has expired (2026-11-01T00:00:00Z). Renew it."
    ),
    (.certificate(.expired, nil), "The certificate has expired. Renew it."),
    (
      .certificate(.wrongName, certificate),
      "The certificate is for a.example, b.example. Get one for this host."
    ),
    (
      .certificate(.wrongName, nil),
      "The certificate is for another host. Get one for this host."
    ),
    (
      .certificate(.unknownAuthority, certificate),
      "The certificate comes from an authority that is not trusted (CN = Nobody)."
    ),
    (
      .tooSlow(.firstByte, limit: .seconds(1)),
      "The server sent nothing for 1 second, even on a second try. Find out why it does not answer."
    ),
    (.other(7), "The transfer failed with libcurl error 7. See 'man libcurl-errors'."),
  ]

  @Test(arguments: errors.indices) func tellsErrorsApart(_ index: Int) {
    #expect(Self.errors[index].0.whatIsWrong == Self.errors[index].1)
  }

  static let four = HostAddress(family: .ipv4, text: "192.0.2.1")
  static let six = HostAddress(family: .ipv6, text: "2001:db8::1")

  static let problems: [(ServingProblem, String)] = [
    (
      .redirect(status: 301, to: "https://www.example.com/"),
      "The server redirects (301) to \"https://www.example.com/\", but neither Apple nor Google "
        + "follows. Serve the file itself on this host."
    ),
    (
      .redirect(status: 302, to: nil),
      "The server redirects (302) and does not say where to. Serve the file itself on this host."
    ),
    (
      .status(304),
      "The server answers that nothing has changed (304), but it was not asked that, and sends no "
        + "file. Look for a cache in front of the server."
    ),
    (
      .bodyCut(.apple),
      "The content is larger than 1 MiB, and Apple accepts at most 131072 bytes. Find out what is "
        + "served here."
    ),
    (
      .bodyCut(.android),
      "The content is larger than 1 MiB, and no more than that was read. Find out what is served "
        + "here."
    ),
    (
      .status(403),
      "The server forbids it (403). Look for a password, a firewall, a country block, or a rule "
        + "against names that begin with a dot."
    ),
    (
      .slow(.milliseconds(6250)),
      "The answer took 6.2 seconds, but Apple's servers wait only about 5 seconds. Serve it as a plain "
        + "file."
    ),
    (
      .copyRefused(status: 404, reason: "SWCERR00301 Timeout", details: nil),
      "Apple has no copy (404, \"SWCERR00301 Timeout\"). Correct what it says, and wait an hour."
    ),
    (
      .copyDiffers(.copied(.seconds(3 * 3600))),
      "Devices still get another file from Apple, copied 3 hours ago. Apple looks for a new one "
        + "within about a day, and there is no way to speed this up."
    ),
    (
      .copyDiffers(.changed(.seconds(119))),
      "Devices still get another file from Apple, last changed 119 seconds ago. Apple looks for a new "
        + "one within about a day, and there is no way to speed this up."
    ),
    (
      .copyDiffers(.copied(.seconds(3 * 86_400))),
      "Devices get another file from Apple, copied 3 days ago, although Apple looks for a new one "
        + "within about a day. Look for a rule that keeps Apple's servers out."
    ),
    (
      .googleMissesCertificate("a.b", missing: ["AA:BB:CC:DD:EE"], known: []),
      "Google does not know the app \"a.b\" by the certificate \"AA:BB:CC:DD…\". Deploy the right "
        + "fingerprint: the store's signing key is not the upload key."
    ),
    (
      .addressFails(six, .noConnection),
      "IPv6 (2001:db8::1): Connection refused. Is the server running, and does the firewall let it "
        + "through? Phones use IPv4 and IPv6 alike, so correct this, or remove the address (AAAA "
        + "record) from the DNS."
    ),
    (
      .addressDiffers(six, from: four, .status(404, 200)),
      "IPv6 (2001:db8::1) answers 404, but IPv4 (192.0.2.1) answers 200. Phones use either, so serve "
        + "the same at both."
    ),
    (
      .addressDiffers(six, from: four, .contentTypes([], ["a/b", "c/d"])),
      "IPv6 (2001:db8::1) serves the file as no type at all, but IPv4 (192.0.2.1) as \"a/b\", "
        + "\"c/d\". Phones use either, so serve the same at both."
    ),
    (
      .familyUnknown(.ipv6, .notHere),
      "IPv6 was not asked: this machine has no IPv6. Nothing is known of what the host serves there. "
        + "Probe it from a machine that has."
    ),
    (
      .linksUnmatched(count: 2, of: 3, examples: ["https://a.example/x"]),
      "2 of 3 links open no app, such as \"https://a.example/x\"."
    ),
  ]

  @Test(arguments: problems.indices) func saysWhatToDo(_ index: Int) {
    #expect(Self.problems[index].0.whatIsWrong == Self.problems[index].1)
  }

  /// What helps there is another thing at a terminal than on a page.
  @Test func linksThatOpenNoAppHaveACure() {
    #expect(ServingProblem.linksUnmatched(count: 2, of: 3, examples: []).cure == .explainLinks)
    #expect(ServingProblem.appMissing("A.b").cure == .deployMadeFiles)
  }

  @Test func aStrangersWordsAreShort() {
    let words = ServingProblem.contentType(String(repeating: "x", count: 5000), .apple).whatIsWrong
    #expect(words.count < 300)
    #expect(words.contains("xxx…\""))
  }
}
