// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import TestSupport
import Testing

private let folder = "data/association-corpus"
private let labelFile = "data/association-labels.json"

struct CorpusFile: Sendable, CustomTestStringConvertible {
  let name: String
  let kind: AssociationKind
  let bytes: [UInt8]

  init?(_ name: String) {
    guard let bytes = try? contents(of: SharedFacts.path(of: "\(folder)/\(name)")) else {
      return nil
    }
    self.name = name
    self.bytes = bytes
    kind = name.hasPrefix("aasa/") ? .apple : .android
  }

  var testDescription: String { name }

  static let all: [CorpusFile] = {
    let index = try? SharedFacts.json("\(folder)/index.json")
    return (index?["files"]?.elements ?? []).compactMap {
      $0["file"]?.string.flatMap { CorpusFile($0) }
    }
  }()
}

@Suite(.enabled(if: SharedFacts.have(labelFile), "addition: the association corpus"))
struct AssociationCorpusTests {
  @Test func `every file is read and matched, or refused with a position`() throws {
    #expect(CorpusFile.all.count > 100)
    let link = Array("https://example.com/open/1?id=2#top".utf8)
    for file in CorpusFile.all {
      do throws(JSONFinding) {
        let document = try JSONDocument(reading: file.bytes)
        switch file.kind {
        case .apple:
          var matcher = AppleMatcher(AppleAssociation(document))
          #expect(
            matcher.match(link).map(\.verdict).count
              == matcher.explain(link).filter {
                $0.verdict != .authorised
              }.count, "\(file.name)")
        case .android:
          var matcher = AndroidMatcher(AndroidAssociation(document))
          #expect(matcher.match(link).count == matcher.explain(link).count, "\(file.name)")
        }
      } catch {
        #expect(error.position.offset <= file.bytes.count, "\(file.name)")
        #expect(!AssociationLint(file.bytes, kind: file.kind).findings.isEmpty, "\(file.name)")
      }
    }
  }

  @Test func `a file that is written again says the same about every link`() throws {
    let links = ["/", "/a", "/a/b?id=1234", "/en/open/1?id=2#top", "/app/x/", "/login?r=%2F"].map {
      Array("https://example.com\($0)".utf8)
    }
    for file in CorpusFile.all {
      guard let document = try? JSONDocument(reading: file.bytes) else { continue }
      let anew = try JSONDocument(reading: Array(document.root.value.pretty.utf8))
      #expect(anew.root.value == document.root.value, "\(file.name)")
      var (old, new) = (
        AppleMatcher(AppleAssociation(document)), AppleMatcher(AppleAssociation(anew))
      )
      var oldAndroid = AndroidMatcher(AndroidAssociation(document))
      var newAndroid = AndroidMatcher(AndroidAssociation(anew))
      for link in links {
        #expect(old.match(link) == new.match(link), "\(file.name)")
        #expect(oldAndroid.match(link) == newAndroid.match(link), "\(file.name)")
      }
    }
  }

  @Test func `each labelled file has all that it must, and no error that it may not`() throws {
    let labels = try SharedFacts.json(labelFile)["labels"]?.elements ?? []
    #expect(labels.count > 20)
    for label in labels {
      let name = label["file"]?.string ?? ""
      let file = try #require(CorpusFile(name))
      let lint = AssociationLint(file.bytes, kind: file.kind)
      let must = label["must"]?.elements ?? []
      for finding in must {
        let rule = finding["rule"]?.string ?? ""
        let place = finding["where"]?.string ?? ""
        let found = lint.findings.filter { $0.rule.rawValue == rule }
        #expect(!found.isEmpty, "\(name): \(rule) at \(place)")
        guard let range = range(of: place, in: JSONLint(file.bytes).document) else { continue }
        #expect(
          found.contains { range.contains($0.position.offset) },
          "\(name): \(rule) at \(place), found at \(found.map(\.position))")
      }
      let allowed =
        must.compactMap { $0["rule"]?.string }
        + (label["may"]?.elements?.compactMap(\.string) ?? [])
      for finding in lint.findings where finding.severity == .error {
        #expect(allowed.contains(finding.rule.rawValue), "\(name): \(finding)")
      }
    }
  }

  /// The bytes of a place such as `applinks.details[0].paths[1]`, its key included; nil for other words.
  private func range(of place: String, in document: JSONDocument?) -> Range<Int>? {
    guard var node = document?.root, !place.contains(" "), !place.contains("..") else { return nil }
    var range = node.range
    for step in place.split(whereSeparator: { ".[]".contains($0) }) {
      if let index = Int(step) {
        guard let elements = node.elements, elements.indices.contains(index) else { return range }
        node = elements[index]
        range = node.range
      } else {
        guard let member = node.members?.first(where: { $0.key == step }) else { return range }
        node = member.value
        range = member.keyRange.lowerBound..<node.range.upperBound
      }
    }
    return range
  }
}
