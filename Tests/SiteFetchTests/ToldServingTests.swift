// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import TestSupport
import Testing

@testable import SiteFetch

/// Whether other languages say of a host what English says.
struct ToldServingTests {
  private static let certificate = SiteFetchWordsTests.certificate

  private static let faults: [CertificateFault] =
    [
      .expired, .notYetValid, .wrongName, .selfSigned, .unknownAuthority, .missingIntermediate,
      .other(26),
    ]

  private static let errors: [FetchError] =
    [
      .noLibrary, .noMemory, .badAuthorityFile, .notHTTPS, .proxy, .unknownHost, .noDNS,
      .noConnection, .noWay, .tooSlow(.connecting, limit: .seconds(10)),
      .tooSlow(.firstByte, limit: .seconds(30)), .tooSlow(.whole, limit: .seconds(60)),
      .noEncryption, .notHTTP, .headerTooLarge, .badEncoding, .noAnswer, .brokenOff, .other(56),
    ] + faults.flatMap { [.certificate($0, certificate), .certificate($0, nil)] }

  private static let four = SiteFetchWordsTests.four
  private static let six = SiteFetchWordsTests.six
  private static let examples = ["https://a.example/x", "https://a.example/y"]
  private static let prints = (0..<4).map { "A\($0):BB:CC:DD:EE:FF" }

  private static let ages: [CopyAge] = [119, 7000, 100_000, 400_000].flatMap {
    [.copied(.seconds($0)), .changed(.seconds($0))]
  }

  private static let problems: [ServingProblem] =
    [
      .redirect(status: 301, to: "https://www.example.com/"), .redirect(status: 302, to: nil),
      .status(418), .status(403), .status(304), .status(503), .missing(status: 404, isNeeded: true),
      .missing(status: 404, isNeeded: false), .otherAnswerForBot(status: 403),
      .otherAnswerForBot(status: nil), .slow(.milliseconds(16_250)),
      .addressDiffers(six, from: four, .status(404, 200)), .addressDiffers(six, from: four, .bytes),
      .addressDiffers(six, from: four, .contentTypes([], ["a/b", "c/d"])),
      .addressSlow(six, .seconds(12)), .familyUnknown(.ipv6, .notHere),
      .familyUnknown(.ipv6, .notOutside), .familyUnknown(.ipv4, .noDNS), .familiesNotAsked,
      .noContentType(.apple), .contentType("text/plain", .android),
      .repeatedContentType(["a/b", "c/d"]), .page, .bodyCut(.apple), .bodyCut(.android),
      .nearlyTooLarge(byteCount: 110_000), .differs, .bytesDiffer, .notAtRoot, .rootDiffers,
      .onlyAtRoot, .copyRefused(status: 404, reason: "SWCERR00301", details: "Timeout"),
      .copyDiffers(nil), .googleSeesNothing(status: 200, codes: ["ERROR_CODE"]),
      .googleMissesApp("a.b"), .googleMissesCertificate("a.b", missing: prints, known: []),
      .googleMissesCertificate("a.b", missing: [prints[0]], known: [prints[1]]),
      .appMissing("A.b"), .appClipMissing("A.b.Clip"),
      .linksUnmatched(count: 12, of: 30, examples: examples),
      .linksExcluded(count: 12, of: 30, examples: examples),
      .linksUnknown(count: 12, of: 30, examples: examples), .appShut("A.b", .shut, .noRules),
      .appShut("A.b", .unknown, .byteOrderMark), .copyOpensFewer(12, of: 30),
    ] + ages.map { .copyDiffers($0) }
    + [FetchError.noDNS].flatMap {
      [.copyNotFetched($0), .googleNotFetched($0), .addressFails(six, $0), .notFetched($0)]
    }

  @Test func everyProblemIsSaidInOtherLanguages() throws {
    let german = try SaidWords("site", "finding")
    for error in Self.errors { #expect(german.troubles(of: error.told, error.whatIsWrong) == []) }
    for problem in Self.problems {
      #expect(german.troubles(of: problem.told, problem.whatIsWrong) == [])
    }
    let rules = Self.problems.map(\.rule)
    #expect(Set(rules).count == 34)
    #expect(german.unsaid(Set(rules + ["fetch", "certificate", "age"])) == [])
  }
}
