// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import TagReading
import TestSupport
import Testing

@testable import Provisioning

/// A resolver's link to a host of examples is refused when it is made, before a byte is written.
struct LateHostTests {
  private final class Resolver: RowResolver {
    let host: String
    init(_ host: String) { self.host = host }
    func values(for question: ResolverQuestion) -> [RowValue] {
      [RowValue(name: "url", text: "https://\(host)/1")]
    }
  }

  private static func link(
    _ host: String, refusesReservedHosts: Bool
  ) throws -> Result<String, Obstacle> {
    let folder = try TemporaryDirectory()
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>{+url}</link>
      <tags chips="NTAG213"/><rows><row id="a"/></rows></job>
      """
    var job: Job?
    _ = JobReader(path: try folder.write(Array(text.utf8), to: "job.xml"), isResolvedLater: true)
      .read(begin: { job = $0 }, visit: { _ in true })
    let late = LateJob(
      try #require(job), resolver: Resolver(host), refusesReservedHosts: refusesReservedHosts)
    let question = ResolverQuestion(
      uid: try #require(TagUID([4, 1, 2, 3, 4, 5, 6])), chip: "NTAG213", content: "factory-new",
      link: nil, row: "a", values: [])
    return Result { () throws(Obstacle) in try late.row(for: question).linkText }
  }

  @Test(arguments: [
    ("go.example.com", true, true), ("localhost", true, true), ("127.0.0.1", true, true),
    ("go.example.com", false, false), ("go.acme.de", true, false), ("shop.internal", true, false),
  ])
  func itIsRefusedOnARealTagAlone(_ host: String, _ refuses: Bool, _ isRefused: Bool) throws {
    let result = try Self.link(host, refusesReservedHosts: refuses)
    switch result {
    case .success(let link):
      #expect(!isRefused && link == "https://\(host)/1")
    case .failure(.preflight(.unservedHost(_, let found, rows: 1, first: "a"))):
      #expect(isRefused && found == host)
    case .failure(let other): Issue.record("\(other)")
    }
  }
}
