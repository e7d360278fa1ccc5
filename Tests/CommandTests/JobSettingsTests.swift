// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import TestSupport
import Testing

@testable import JobWork

/// What a form changes of a manifest, and what it leaves.
struct JobSettingsTests {
  private static let manifests: [String] =
    ["Templates", "Tests/Fixtures/Jobs/valid", "Tests/Fixtures/Jobs/invalid"].flatMap { folder in
      TestSupport.names(in: "\(packageRoot)/\(folder)").filter { $0.hasSuffix(".xml") }
        .map { "\(folder)/\($0)" }
    }

  /// Odd, and right.
  private static let odd = """
    <?xml version="1.0"?>\r
    <!-- <tags chips="NTAG216"/> is no tag -->\r
    <j:job xmlns:j="urn:tagpress:job:1" xmlns:x="urn:x" id='spring' x:title="theirs"\r
      title = 'Old &amp; "new"'>\r
    \t<j:link>https://go.example.com/ä/{v}</j:link><!-- a -->\r
    \t<x:protect with="x"/>\r
      <j:tags\r
        x:chips="no" chips='NTAG213'></j:tags>\r
      <j:rows label="{v}"><!-- <rows count="9"/> --><j:row id="1" v="größe" copies="2"/></j:rows>\r
    </j:job>\r

    """

  @Test func whatIsNotChangedStaysByteForByte() throws {
    #expect(Self.manifests.count > 20)
    var read = 0
    for name in Self.manifests {
      let text = String(decoding: try contents(of: "\(packageRoot)/\(name)"), as: UTF8.self)
      guard let settings = JobSettings(of: text) else { continue }
      read += 1
      let written = try? settings.written(in: text, keys: "other.keys")
      if let written { #expect(Array(written.utf8) == Array(text.utf8), "\(name)") }
    }
    #expect(read > 10)
    for name in Self.manifests where !name.contains("invalid") {
      let text = String(decoding: try contents(of: "\(packageRoot)/\(name)"), as: UTF8.self)
      #expect(JobSettings(of: text) != nil, "\(name)")
    }
    let settings = try #require(JobSettings(of: Self.odd))
    #expect(Array(try settings.written(in: Self.odd, keys: "").utf8) == Array(Self.odd.utf8))
  }

  /// The key file stays the one that the manifest names.
  @Test func aPasswordForReadingIsNoOtherPassword() throws {
    let text = """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.example.com/{number}</link>
      <tags chips="NTAG213"/><protect with="password" keys="my.keys" reading="yes"/>
      <rows count="2" id="n{number}"/></job>
      """
    var settings = try #require(JobSettings(of: text))
    #expect(settings.protection == .passwordReading)
    settings.protection = .password
    let changed = try settings.written(in: text, keys: "other.keys")
    #expect(changed.contains(#"<protect with="password" keys="my.keys"/>"#), "\(changed)")
    #expect(JobSettings(of: changed)?.protection == .password)
  }

  /// Every setting changed and changed back, in every manifest: what the form does not change is there
  /// still, and the manifest has no new errors.
  @Test func everySettingCanBeChanged() throws {
    for name in Self.manifests where !name.contains("invalid") {
      let text = String(decoding: try contents(of: "\(packageRoot)/\(name)"), as: UTF8.self)
      let old = try #require(JobSettings(of: text))
      var new = old
      new.title = "A & <b> \"c\""
      new.chips = ["NTAG215", "NTAG216"]
      new.content = old.content == .any ? .job : .any
      new.protection = old.protection == .lockWritten ? .nothing : .lockWritten
      new.needsApproval.toggle()
      if new.rows?.count != nil { new.rows?.count = 7 }
      if new.rows != nil { new.rows?.copies += 1 }
      new.rows?.label = ""
      let written = try new.written(in: text, keys: "spring.keys")
      #expect(JobSettings(of: written) == new, "\(name)")
      for line in text.split(separator: "\n") where line.contains("<!--") {
        #expect(written.contains(line), "\(name)")
      }
      #expect(try Self.errors(in: written) == Self.errors(in: text), "\(name): \(written)")
      // A form cannot take the chips away again.
      guard !old.chips.isEmpty else { continue }
      let back = try old.written(in: written, keys: "spring.keys")
      #expect(JobSettings(of: back) == old, "\(name)")
    }
  }

  /// The rules of all errors that the manifest alone shows.
  private static func errors(in text: String) throws -> [String] {
    let folder = try TemporaryDirectory()
    let path = try folder.write(text, to: "job.xml")
    let outcome = JobReader(path: path).read(begin: { _ in }, visit: { _ in true })
    // Beside a copy there is no list.
    return outcome.findings.findings.filter(\.problem.isError).map(\.problem.rule)
      .filter { $0 != "cannot-read" }
  }

  @Test func anOddManifestIsChangedInItsPlaces() throws {
    var settings = try #require(JobSettings(of: Self.odd))
    #expect(settings.title == "Old & \"new\"" && settings.chips == ["NTAG213"])
    #expect(settings.rows?.label == "{v}" && settings.rows?.count == nil)
    settings.title = ""
    settings.content = .any
    settings.protection = .password
    settings.needsApproval = true
    settings.rows?.label = "„{v}“"
    settings.rows?.shown = ["v"]
    let written = try settings.written(in: Self.odd, keys: "spring.keys")
    let expected = Self.odd
      .replacing("\r\n  title = 'Old &amp; \"new\"'", with: "")
      .replacing(
        "chips='NTAG213'></j:tags>",
        with: "chips='NTAG213' content=\"any\"></j:tags>\r\n"
          + "  <j:protect with=\"password\" keys=\"spring.keys\"/>\r\n  <j:approval needed=\"yes\"/>"
      )
      .replacing("label=\"{v}\"", with: "label=\"„{v}“\" show=\"v\"")
    #expect(written == expected)
    #expect(try Self.errors(in: written) == Self.errors(in: Self.odd))
    #expect(JobSettings(of: written) == settings)
  }

  @Test func whatNoFormCanSayIsRefused() throws {
    func refusal(_ text: String, _ change: (inout JobSettings) -> Void) -> JobSettings.Refusal? {
      guard var settings = JobSettings(of: text) else { return .notInForm }
      change(&settings)
      do throws(JobSettings.Refusal) {
        _ = try settings.written(in: text, keys: "")
        return nil
      } catch {
        return error
      }
    }
    func job(_ content: String) -> String {
      "<job xmlns=\"urn:tagpress:job:1\" id=\"a\"><link>https://a.example</link>\(content)</job>"
    }
    let counted = job("<tags chips=\"NTAG213\"/><rows count=\"3\"/>")
    #expect(refusal(counted) { $0.chips = [] } == .noChip)
    #expect(refusal(counted) { $0.rows?.count = 0 } == .badNumber)
    #expect(refusal(counted) { $0.rows?.count = .max } == .badNumber)
    #expect(refusal(counted) { $0.rows?.copies = 0 } == .badNumber)
    #expect(refusal(counted) { $0.rows?.count = nil } == .notInForm)
    #expect(refusal(counted) { $0.rows = nil } == .notInForm)
    #expect(refusal(counted) { $0.title = String(repeating: "x", count: 1001) } == .tooLong)
    #expect(refusal(job("<rows count=\"3\"/>")) { $0.content = .any } == .noChip)
    #expect(refusal(job("<rows count=\"3\"/>")) { $0.title = "x" } == nil)
    for text in [
      "", "<job", job("<rows count=\"3\"/>").replacing(":job:1", with: ":job:2"),
      job("<tags chips=\"a\"/><tags chips=\"b\"/><rows count=\"3\"/>"),
      job("<protect with=\"magic\"/><rows count=\"3\"/>"),
      job("<protect/><rows count=\"3\"/>"),
      job("<approval needed=\"perhaps\"/><rows count=\"3\"/>"),
    ] {
      #expect(JobSettings(of: text) == nil, "\(text)")
    }
    for rows in ["<rows count=\"x\"/>", "<rows count=\"1\"/><rows count=\"2\"/>"] {
      #expect(JobSettings(of: job(rows))?.rows == nil)
      #expect(JobSettings(of: job(rows)) != nil)
    }
  }
}
