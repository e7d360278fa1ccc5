// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import SiteAssociation
import StrictJSON
import TestSupport
import Testing

@testable import JobSites

/// The job that a manifest says, with this link and these elements after it.
func job(
  link: String, _ head: String = "", tags: String = #"<tags chips="NTAG213"/>"#
) throws -> Job {
  let folder = try TemporaryDirectory()
  let path = try folder.write(
    Array(
      """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>\(tags)\(head)
      <rows count="1"/></job>
      """.utf8), to: "job.xml")
  return try #require(JobReader(path: path).read(begin: { _ in }).job)
}

private let shop = #"<app ios="ABCDE12345.com.example.shop"/>"#

/// Links, the host that they share, and the element that admits them.
@Test(arguments: [
  ("https://Go.example.com/s/{code}", "go.example.com", #"{"/":"/s/?*"}"#),
  ("https://go.example.com", "go.example.com", #"{"/":"/"}"#),
  ("https://go.example.com/s/{code}{?city}", "go.example.com", #"{"/":"/s/?*"}"#),
  (
    "https://go.example.com/s?v=1&amp;c={code}{&amp;city}", "go.example.com",
    #"{"/":"/s","?":{"v":"1","c":"?*"}}"#
  ),
  ("https://go.example.com/s#{code}", "go.example.com", ##"{"/":"/s","#":"?*"}"##),
  ("https://go.example.com/s{#code}", "go.example.com", #"{"/":"/s"}"#),
  ("https://go.example.com/s{/a,b}/x{.c}", "go.example.com", #"{"/":"/s/?*/?*/x.?*"}"#),
  ("https://go.example.com/s{;a}/x", "go.example.com", #"{"/":"/?*"}"#),
  ("https://go.example.com/s/a-{+path}/x?y", "go.example.com", #"{"/":"/s/?*"}"#),
  ("https://go.example.com/a/../v0/{v0}", "go.example.com", #"{"/":"/v0/?*"}"#),
  ("https://{shop}.example.com/s/{code}", nil, #"{"/":"/s/?*"}"#),
  ("{+url}", nil, #"{"/":"*"}"#), ("tel:{number}", nil, #"{"/":"*"}"#),
])
func `the links of a job have a host and a rule`(
  link: String, host: String?, component: String
) throws {
  let site = JobSite(try job(link: link, shop))
  #expect(site.host == host)
  let file = try #require(try site.file(of: .apple))
  #expect(file.filter { !$0.isWhitespace }.contains("\"components\":[\(component)]"))
}

/// Links of a template, and what Android will not do with them.
@Test(arguments: [
  ("https://go.example.com?x={code}", [AndroidLimit.emptyPath]),
  ("https://go.example.com{?code}", [.emptyPath]), ("https://go.example.com/?x={code}", []),
  ("https://go.example.com/s/{code}", []), ("https://go.example.com/{code}/s", [.slashInValue]),
])
func `a job knows what Android will not do with its links`(
  link: String, limits: [AndroidLimit]
) throws {
  let print = Array(repeating: "AB", count: 32).joined(separator: ":")
  let app = #"<app android="com.example.shop" certificate="\#(print)"/>"#
  #expect(JobSite(try job(link: link, app)).plans.flatMap(\.limitsOnAndroid) == limits)
}

@Test func `apps with patterns of their own have entries of their own`() throws {
  let print = Array(repeating: "AB", count: 32).joined(separator: ":")
  let site = JobSite(
    try job(
      link: "https://go.example.com/s/{code}",
      """
      <app clip="ABCDE12345.com.example.shop.Clip"><open path="/c/*"/></app>
      <app ios="ABCDE12345.com.example.shop"/>
      <app android="com.example.shop" certificate="\(print)"><exclude path="/s/help"/></app>
      <app ios="ABCDE12345.com.example.other">
        <open path="/t/*" query="a=1&amp;b" fragment="top"/><exclude query="c=?"/>
      </app>
      """))
  #expect(site.plans.map(\.appleApps.count) == [1, 0, 1])
  #expect(site.plans.map(\.appClips.count) == [1, 0, 0])
  let apple = try #require(try site.file(of: .apple)).filter { !$0.isWhitespace }
  #expect(
    apple == """
      {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],\
      "components":[{"/":"/s/?*"}]},{"appIDs":["ABCDE12345.com.example.other"],\
      "components":[{"/":"*","?":{"c":"?"},"exclude":true},\
      {"/":"/t/*","?":{"a":"1","b":"?*"},"#":"top"}]}]},\
      "appclips":{"apps":["ABCDE12345.com.example.shop.Clip"]}}
      """)
  let android = try #require(try site.file(of: .android)).filter { !$0.isWhitespace }
  #expect(
    android.contains(
      #"[{"/":"/s/help","exclude":true},{"/":"/s/help/","exclude":true},{"/":"/s/?*"}]"#))
}

@Test func `what the apps need is added to the files of a host, each to its entry`() throws {
  let print = Array(repeating: "AB", count: 32).joined(separator: ":")
  let site = JobSite(
    try job(
      link: "https://go.example.com/s/{code}",
      """
      <app ios="ABCDE12345.com.example.shop"/>
      <app android="com.example.shop" certificate="\(print)"/>
      <app ios="ABCDE12345.com.example.other"><open path="/t/*"/></app>
      <app android="com.example.other" certificate="\(print)"><open path="/t/*"/></app>
      """))
  let apple = try site.merged(
    into: Array(#"{"applinks":{"details":[]},"other":1}"#.utf8), of: .apple)
  #expect(
    String(decoding: apple, as: UTF8.self) == """
      {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.other"],\
      "components":[{"/":"/t/*"}]},{"appIDs":["ABCDE12345.com.example.shop"],\
      "components":[{"/":"/s/?*"}]}]},"other":1}
      """)
  #expect(try site.merged(into: apple, of: .apple) == apple, "merging twice is merging once")
  // The file of its own is that which is made of an empty one.
  let android = try #require(try site.file(of: .android))
  func packages(_ bytes: [UInt8]) throws -> [String?] {
    AndroidAssociation(try JSONDocument(reading: bytes)).statements.map(\.package.value)
  }
  let merged = try site.merged(into: Array("[]".utf8), of: .android)
  #expect(try packages(merged) == ["com.example.other", "com.example.shop"])
  #expect(try packages(Array(android.utf8)) == ["com.example.other", "com.example.shop"])
  #expect(merged.filter { $0 > 0x20 } == android.utf8.filter { $0 > 0x20 })
  #expect(try site.merged(into: merged, of: .android) == merged, "merging twice is merging once")
}

@Test func `a job without apps needs no files`() throws {
  let site = JobSite(try job(link: "https://go.example.com/s/{code}"))
  #expect(try site.file(of: .apple) == nil)
  #expect(try site.file(of: .android) == nil)
}
