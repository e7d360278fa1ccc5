// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import Files
import JobLedger
import JobManifest
import JobSites
import JobWork
import Provisioning
import SiteAssociation
import SiteFetch
import StrictJSON
import TagReading
import TestSupport
import Testing
import WebLink

@testable import BatchFaces
@testable import JobPage
@testable import JobReport
@testable import JobSites
@testable import tagpress

/// Whether each language has all that the page and the operator's screen say.
struct LanguageTests {
  private static let folder = packageRoot + "/Templates/languages"

  private static func language(_ code: String) throws -> JSONNode {
    try JSONDocument(reading: try contents(of: "\(folder)/\(code).json")).root
  }

  private static let others = Languages.codes.filter { $0 != "en" }

  private static func texts(_ language: JSONNode, _ section: String) -> [String: JSONNode] {
    Dictionary((language[section]?.members ?? []).map { ($0.key, $0.value) }) { $1 }
  }

  @Test func everyFileIsALanguage() throws {
    #expect(Languages.codes.contains("en") && Languages.codes.contains("de"))
    let all = try JSONDocument(reading: Languages.object).root
    #expect(all.members?.map(\.key) == Languages.codes)
    for code in Languages.codes {
      let file = try contents(of: "\(Self.folder)/\(code).json")
      #expect(Languages.bytes(of: code) == file, "\(code)")
    }
  }

  /// The same texts as in English, with the same values in them and forms for the same numbers.
  @Test(arguments: others) func everyTextIsThere(_ code: String) throws {
    let (english, other) = (try Self.language("en"), try Self.language(code))
    for section in ["page", "terminal", "report"] {
      let (theirs, ours) = (Self.texts(english, section), Self.texts(other, section))
      #expect(Set(theirs.keys) == Set(ours.keys), "\(section)")
      for (key, text) in theirs {
        let values = Self.values(text)
        #expect(values == ours[key].map(Self.values), "\(key): \(values)")
      }
    }
  }

  /// The names of the values in a text, whichever of its forms they are in.
  private static func values(_ text: JSONNode) -> Set<String> {
    let forms = text.members?.compactMap(\.value.string) ?? [text.string ?? ""]
    return Set(forms.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
  }

  @Test func theScreenFindsEveryText() throws {
    for code in Languages.codes {
      let language = try Self.language(code)
      let words = OperatorWords(language)
      for key in OperatorWords.Key.allCases {
        #expect(words(key) != key.rawValue, "\(code): \(key.rawValue)")
      }
      let terminal = Set(Self.texts(language, "terminal").keys)
      #expect(terminal.isSubset(of: OperatorWords.Key.allCases.map(\.rawValue)), "\(code)")
    }
  }

  /// A file can have changed under any view, and only one has that button.
  @Test func whatHasChangedMeanwhileIsLookedAtWhereOneIs() throws {
    for code in Languages.codes {
      let language = try Self.language(code)
      let text = language["said"]?["error"]?["changed-meanwhile"]?.string
      let button = try #require(language["page"]?["check.again"]?.string)
      #expect(text?.contains(button) != true, "\(code)")
    }
  }

  /// The page asks for no text that there is not, and there is none that it does not ask for.
  @Test func thePageFindsEveryText() throws {
    let folder = packageRoot + "/Templates/page"
    let scripts = TestSupport.names(in: folder).filter { $0.hasSuffix(".js") }
    let text = try scripts.map {
      String(decoding: try contents(of: "\(folder)/\($0)"), as: UTF8.self)
    }.joined(separator: "\n")
    let names = Set(Self.texts(try Self.language("en"), "page").keys)
    let asked = Set(text.matches(of: /\bt\("([\w.-]+)"/).map { String($0.1) })
    #expect(asked.subtracting(names) == [])
    // Names that are made of a beginning and something that the program calls by name.
    let beginnings = Set(text.matches(of: /`([a-z][a-z.]*\.)\$\{/).map { String($0.1) })
    #expect(beginnings == Set(Self.made.keys))
    for (beginning, ends) in Self.made {
      let wanted = Set(ends.map { beginning + $0 })
      #expect(wanted.subtracting(names) == [], "\(beginning)")
    }
    let screen = Set(OperatorWords.Key.allCases.map(\.rawValue))
    // What stands in quotes anywhere may be a name that is handed on.
    let quoted = Set(text.matches(of: /"([a-z][\w.-]*)"/).map { String($0.1) })
    let madeNames = Set(Self.made.flatMap { beginning, ends in ends.map { beginning + $0 } })
    let known = quoted.union(madeNames).union(screen)
    #expect(names.subtracting(known).isEmpty)
  }

  /// The page always has a job.
  private static let probeAnswers = raw(ProbeReport.Answer.self).filter { $0 != "no-job" }
  private static let tasks = raw(PageRun.Task.self)
  private static var made: [String: [String]] {
    [
      "app.": ["ios", "clip"], "app.missing.": raw(PastedApps.Missing.self),
      "app.note.": raw(PastedApps.Note.self),
      "app.signing.": ["play", "upload", "own", "unknown", "upload.why", "unknown.why"],
      "bytes.": ["head", "start", "rest", "further", "message"],
      "content.": raw(TagExpectation.Content.self),
      "changed.": raw(WriteOrder.Changed.self),
      "cure.": ["trim", "nfc", "encoding", "header", "column"],
      "end.": raw(BatchEnd.Cause.Name.self) + ["failed"],
      "faults.": raw(FaultLevel.self),
      "hands.": ["new", "again", "away", "used", "beside"], "left.": tasks,
      "labels.": ["before", "after", "before.how", "after.how"],
      "labels.left.": raw(LabelsLeftOut.Why.self),
      "list.": raw(ListComparison.Kind.self), "list.tag.": raw(ListComparison.Tag.self),
      "new.": ["from", "to"],
      "next.": raw(JobStep.self).filter { $0 != "ledger" } + raw(LedgerStep.Kind.self),
      "phase.": raw(PageRun.Phase.self),
      "protection.": raw(JobAnswer.ProtectionName.self),
      "report.": ["rows", "done", "begun", "free", "locked", "html", "csv", "xlsx"],
      "report.why.": raw(RecordedWhy.self),
      "ribbon.": tasks, "rows.": ["all", "range", "only"], "run.": tasks,
      "probe.answer.": probeAnswers, "probe.why.": probeAnswers,
      "probe.file.": raw(AskedFile.self),
      "probe.is.": [
        "no-address", "unknown", "not-asked", "no-connection", "no-answer", "status", "other",
        "none",
        "apps", "sees-it", "differs",
      ],
      "probe.severity.": ["error", "warning", "info"], "probe.view.": raw(HostView.self),
      "severity.": ["error", "warning"],
      "single.access.": [
        "open", "password-to-write", "password-to-read", "key-to-write", "read-only",
        "partly-read-only", "read-only-in-name-only", "unknown",
      ],
      "single.content.": [
        "factory-new", "unformatted", "empty", "message", "foreign", "damaged", "container-spoilt",
        "version-unsupported", "hidden",
      ],
      "single.done.": ["already", "erased", "written"],
      "sheet.": ["back", "forth"], "sign.": ["confirm.said", "approve.said"], "start.": tasks,
      "state.": raw(RowFacts.State.self),
      "tab.": ["check", "preview", "write", "report", "labels", "website"],
      "task.": tasks + tasks.map { $0 + ".how" },
      "template.": JobTemplate.allCases.filter { $0 != .spreadsheet }.map(\.rawValue),
      "verdict.": raw(PhoneVerdict.self) + ["browser"],
      "end.goon.": ["lock", "verify"], "verified.": ["finished", "unfinished", "none"],
      "word.": ["ok", "again", "aside", "done", "two"],
    ]
  }

  /// What the program calls by name has words in a language that is not its own.
  @Test(arguments: others) func everyNameHasWords(_ code: String) throws {
    let said = try #require(try Self.language(code)["said"])
    for (kind, names) in Self.names {
      #expect(names.count > 10, "\(kind)")
      let words = Set(Self.texts(said, kind).keys)
      #expect(names.subtracting(words) == [], "\(kind)")
      // What commands are refused with comes from many places.
      if kind != "error" {
        let wanted = names.union(Self.shared[kind] ?? [])
        #expect(Set(words.map(SaidWords.beginning)).subtracting(wanted) == [], "\(kind)")
      }
    }
    // A rule may have several sentences, and these two say what `app-shut` and `app-unknown` say.
    let findings = Set(Self.texts(said, "finding").keys.map(SaidWords.beginning))
    #expect(Set(Self.rules).subtracting(findings) == ["app-stays-shut", "other-certificate"])
    #expect(
      Set(Self.texts(said, "template").keys) == Set(JobTemplate.allCases.map(\.rawValue)))
    // A ledger keeps only the name of a reason, so its words have no facts.
    for (key, text) in Self.texts(said, "reason") where ReasonCode(rawValue: key) != nil {
      #expect(Self.values(text) == [], "\(key)")
    }
  }

  private static let rules =
    raw(ManifestRule.self) + raw(PreflightRule.self) + raw(URITemplateError.Rule.self)
    + raw(WebLinkError.Rule.self).map { "link-\($0)" } + raw(LinkDoubt.self)
    + raw(JSONRule.self).map { "json-\($0)" }

  /// Parts of sentences that no rule and no reason has for itself.
  private static let shared: [String: [String]] = [
    "finding": rules + [
      "allowed", "app-shut", "app-unknown", "at-character", "doubt", "expected",
      "heading-in-braces", "if", "in-link", "instead-of", "known", "leads", "link-encoded", "links",
      "meant", "part", "plan", "such-values", "why", "write",
    ],
    "reason": ["content", "copy-of-row", "link-of-free-row", "signature", "with-given-values"],
  ]

  private static var names: [(kind: String, names: Set<String>)] {
    // The sentences of other findings are compared where all their kinds are made.
    let findings = raw(LinkDoubt.self) + raw(JSONRule.self).map { "json-\($0)" }
    return [
      ("reason", Set(raw(ReasonCode.self))), ("finding", Set(findings)),
      ("trouble", Set(raw(ReaderOpeningError.Code.self) + readerErrors.map(\.machineName))),
      ("error", Set(raw(PageRefusal.self))), ("note", Set(raw(JobNote.Name.self))),
    ]
  }

  private static let readerErrors: [ReaderError] =
    [
      .silent, .refused(0), .corrupted, .unclear, .tagGone, .nothingSelected, .unknownCard,
      .heldElsewhere, .notPermitted, .readerSilent, .readerGone, .driverLost(.unknown),
      .cardServiceGone, .notPossible, .cancelled,
    ]
    + (TagUID([4, 0, 0, 0, 0, 0, 1]).map { [.tagSwapped(found: $0), .severalTags($0, $0)] } ?? [])

  private static func raw<Name: CaseIterable & RawRepresentable<String>>(
    _ names: Name.Type
  ) -> [String] {
    names.allCases.map(\.rawValue)
  }
}
