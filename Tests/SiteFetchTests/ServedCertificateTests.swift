// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct ServedCertificateTests {
  @Test func readsLibcurlsLines() {
    let lines = [
      "Subject:CN = go.example.com", "Issuer:CN = An Authority",
      "X509v3 Subject Alternative Name:DNS:go.example.com, DNS:*.example.com, IP Address:10.0.0.1",
      "Start date:Nov  1 00:00:00 2026 GMT", "Expire date:Dec  1 09:05:00 2026 GMT", "Cert:x",
    ]
    #expect(
      ServedCertificate(lines: lines, chainCount: 2)
        == ServedCertificate(
          expiry: "2026-12-01T09:05:00Z", names: ["go.example.com", "*.example.com"],
          issuer: "CN = An Authority", chainCount: 2))
    #expect(
      ServedCertificate(lines: [], chainCount: 1)
        == ServedCertificate(expiry: nil, names: [], issuer: nil, chainCount: 1))
  }

  @Test(
    arguments: [
      ("Jan 31 23:59:59 2049 GMT", "2049-01-31T23:59:59Z"), ("Foo 31 23:59:59 2049 GMT", nil),
      ("Jan 32 23:59:59 2049 GMT", nil), ("Jan 31 23:59:59 2049 CET", nil),
      ("Jan 31 23:59 2049 GMT", nil), ("Jan 31 23:59:59 49 GMT", nil), ("", nil),
    ] as [(String, String?)])
  func writesDaysAsTheWorldDoes(_ text: String, _ day: String?) {
    #expect(ServedCertificate.iso8601(text) == day)
  }

  /// OpenSSL's verdict and the length of the chain, and what that means.
  @Test(
    arguments: [
      (0, 1, .wrongName), (1, 3, .wrongName), (9, 2, .notYetValid), (10, 2, .expired),
      (18, 1, .selfSigned), (19, 2, .unknownAuthority), (20, 1, .missingIntermediate),
      (20, 2, .unknownAuthority), (21, 1, .missingIntermediate), (2, 2, .unknownAuthority),
      (7, 1, .other(7)),
    ] as [(Int, Int, CertificateFault)])
  func saysWhatIsWrong(_ verdict: Int, _ count: Int, _ fault: CertificateFault) {
    let certificate = ServedCertificate(expiry: nil, names: [], issuer: nil, chainCount: count)
    #expect(CertificateFault(verdict: verdict, certificate) == fault)
  }

  @Test func withoutALookAtItNoOneIsBlamedForTheChain() {
    #expect(CertificateFault(verdict: 20, nil) == .unknownAuthority)
  }
}
