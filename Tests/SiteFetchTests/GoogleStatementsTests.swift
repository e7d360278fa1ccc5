// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import SiteFetch

struct GoogleStatementsTests {
  /// An answer as Google's API gives it.
  static func answer(_ apps: [(package: String, fingerprint: String)]) -> String {
    let statements = apps.map { app in
      """
      {"source":{"web":{"site":"https://h."}},
      "relation":"delegate_permission/common.handle_all_urls",
      "target":{"androidApp":{"packageName":"\(app.package)",
      "certificate":{"sha256Fingerprint":"\(app.fingerprint)"}}}}
      """
    }
    return "{\"statements\":[\(statements.joined(separator: ","))],\"maxAge\":\"3599s\"}"
  }

  @Test func readsPackagesAndTheirCertificates() {
    let answer = Self.answer([("a.b", "0A:1B"), ("c.d", "2c:3d"), ("a.b", "4E:5F")])
    let statements = GoogleStatements(Array(answer.utf8))
    #expect(statements?.certificates == ["a.b": ["0A:1B", "4E:5F"], "c.d": ["2C:3D"]])
    #expect(statements?.count == 3)
  }

  /// What has another form is no statement about an app, and stops nothing.
  @Test(
    arguments: [
      ("{}", 0, []), (#"{"statements":7,"errorCode":"x"}"#, 0, []),
      (#"{"statements":[7,{},{"relation":"x"}],"errorCode":["A",1]}"#, 3, ["A"]),
      (
        #"{"statements":[{"relation":"delegate_permission/common.get_login_creds","#
          + #""target":{"androidApp":{"packageName":"a.b"}}}]}"#, 1, []
      ),
    ] as [(String, Int, [String])])
  func leavesOutTheRest(_ answer: String, _ count: Int, _ codes: [String]) {
    let statements = GoogleStatements(Array(answer.utf8))
    #expect(statements?.certificates == [:])
    #expect(statements?.count == count)
    #expect(statements?.errorCodes == codes)
  }

  @Test(arguments: ["", "[]", "<html>", "{"]) func isAnObject(_ answer: String) {
    #expect(GoogleStatements(Array(answer.utf8)) == nil)
  }

  @Test(
    arguments: [
      ([:], []), (["a.b": []], []), (["a.b": ["0A:1B"]], []),
      (["c.d": ["0A:1B"]], [.googleMissesApp("c.d")]),
      (
        ["a.b": ["FF:FF", "0A:1B"]],
        [.googleMissesCertificate("a.b", missing: ["FF:FF"], known: ["0A:1B"])]
      ),
    ] as [([String: Set<String>], [ServingProblem])])
  func findsWhatAppsMiss(_ apps: [String: Set<String>], _ problems: [ServingProblem]) throws {
    let statements = try #require(
      GoogleStatements(Array(Self.answer([("a.b", "0A:1B")]).utf8)))
    #expect(statements.problems(for: apps) == problems)
  }
}
