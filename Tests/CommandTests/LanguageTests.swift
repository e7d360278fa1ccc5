// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Files
import JobPage
import JobReport
import JobWork
import StrictJSON
import TestSupport
import Testing

@testable import BatchFaces
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
    for section in ["page", "terminal"] {
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

  private static let tasks = ["write", "rehearse", "lock", "verify"]
  private static var made: [String: [String]] {
    [
      "bytes.": ["head", "start", "rest", "further", "message"], "changed.": ["keep", "redo"],
      "cure.": ["trim", "nfc", "encoding", "header", "column"],
      "end.": [
        "no-row-left", "enough", "stopped", "too-many-failures", "no-reader", "ledger", "failed",
      ], "end.page.": ["rehearse", "verify"], "faults.": FaultLevel.allCases.map(\.rawValue),
      "hands.": ["new", "again", "away", "used", "beside"], "left.": tasks,
      "new.": ["from", "to"],
      "next.":
        (JobStep.allCases.filter { $0 != .ledger }.map(\.rawValue)
        + LedgerStep.Kind.allCases.map(\.rawValue)),
      "phase.": ["running", "paused", "stopping", "ended"],
      "protection.": ["none", "lock-asked", "lock-written", "password"],
      "report.": ["rows", "done", "begun", "free", "locked", "html", "csv", "xlsx"],
      "ribbon.": tasks, "run.": tasks, "severity.": ["error", "warning"],
      "sheet.": ["back", "forth"], "sign.": ["confirm.said", "approve.said"], "start.": tasks,
      "state.": ["done", "begun", "free", "undecided", "failed", "void", "retired"],
      "tab.": ["check", "preview", "write", "report", "labels", "website"],
      "task.": tasks + tasks.map { $0 + ".how" },
      "template.": JobTemplate.allCases.filter { $0 != .spreadsheet }.map(\.rawValue),
      "verdict.": ["opens", "shut", "unknown", "browser"],
      "word.": ["ok", "again", "aside", "done", "two"],
    ]
  }

  /// What the program calls by name has words in a language that is not its own.
  @Test(arguments: others) func everyNameHasWords(_ code: String) throws {
    let said = try #require(try Self.language(code)["said"])
    for (kind, names) in try Self.names {
      #expect(names.count > 10, "\(kind)")
      let words = Set(Self.texts(said, kind).keys)
      #expect(names.subtracting(words) == [], "\(kind)")
      // What commands are refused with comes from many places.
      if kind != "error" { #expect(words.subtracting(names) == [], "\(kind)") }
    }
    #expect(
      Set(Self.texts(said, "template").keys) == Set(JobTemplate.allCases.map(\.rawValue)))
  }

  /// The names in the sources, where each is one text in quotes.
  private static var names: [(kind: String, names: Set<String>)] {
    get throws {
      let reasons =
        try named("machineName", in: "Provisioning/BatchWords.swift")
        .union(try named("machineName", in: "TagReading/TagErrorWords.swift"))
        .union(try named("machineName", in: "TagReading/BlockWords.swift"))
        .union(
          try named("machineName", of: "TagMemoryError", in: "TagMemory/TagMemoryErrorWords.swift")
        )
        .union(try named("machineName", of: "ReaderError", in: "TagReading/ReaderWords.swift"))
        .union(["counterfeit-roll", "not-type-2", "not-type-3", "not-type-4", "not-type-5"])
      let findings =
        try named("rule", in: "JobManifest/ProblemRules.swift")
        .union(try named("rule", in: "JobManifest/SheetWords.swift"))
        .union(try named("rule", in: "JobManifest/DamagedValue.swift"))
        .union(try named("rule", in: "Provisioning/PreflightProblem.swift"))
        .union(["reserved-host"])
        .union(try rawValues("Rule", in: "WebLink/URITemplateError.swift"))
        .union(try rawValues("Rule", in: "WebLink/WebLinkError.swift").map { "link-\($0)" })
        .union(try rawValues("LinkDoubt", in: "WebLink/LinkDoubt.swift"))
        .union(try rawValues("JSONRule", in: "StrictJSON/JSONFinding.swift").map { "json-\($0)" })
      let troubles = try named("machineName", in: "TagReading/ReaderWords.swift")
      return [
        ("reason", reasons), ("finding", findings), ("trouble", troubles),
        ("error", try refusals), ("note", try notes),
      ]
    }
  }

  /// The texts in quotes in the values of a property, in one type or in every type of a file.
  private static func named(
    _ property: String, of type: String = "", in file: String
  ) throws -> Set<String> {
    var names: Set<String> = []
    var depth: Int?
    var isMeant = type.isEmpty
    for line in try source(file) {
      let indent = line.prefix { $0 == " " }.count
      if line.hasPrefix("extension "), !type.isEmpty {
        isMeant = line.dropFirst("extension ".count).prefix { $0.isLetter } == type
      } else if isMeant, line.contains("var \(property): String {") {
        depth = indent
      } else if depth == indent, line.hasSuffix("}") {
        depth = nil
      } else if depth != nil, !line.contains("//") {
        names.formUnion(line.matches(of: /"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"/).map { String($0.1) })
      }
    }
    return names
  }

  private static func rawValues(_ type: String, in file: String) throws -> Set<String> {
    var names: Set<String> = []
    var isInside = false
    for line in try source(file) {
      if line.contains("enum \(type): String") { isInside = true }
      if isInside, let match = line.firstMatch(of: /^ +case (\w+)(?: = "([^"]+)")?$/) {
        names.insert(String(match.2 ?? match.1))
      } else if line.hasPrefix("}") || line.hasPrefix("  }") {
        isInside = false
      }
    }
    return names
  }

  private static func source(_ file: String) throws -> [Substring] {
    String(decoding: try contents(of: "\(packageRoot)/Sources/\(file)"), as: UTF8.self)
      .split(separator: "\n")
  }

  /// What pages are refused with.
  private static var refusals: Set<String> {
    get throws {
      let text = try pageSources
      return Set(text.matches(of: /\.refused\(\s*"([a-z-]+)"/).map { String($0.1) })
    }
  }

  private static var pageSources: String {
    get throws {
      let folder = packageRoot + "/Sources/JobPage"
      return try TestSupport.names(in: folder).map {
        String(decoding: try contents(of: "\(folder)/\($0)"), as: UTF8.self)
      }.joined()
    }
  }

  private static var notes: Set<String> {
    get throws {
      let text =
        try source("JobWork/SheetManifest.swift").joined(separator: "\n") + (try pageSources)
      let made = text.matches(of: /JobNote\(\s*"([a-z-]+)"/).map { String($0.1) }
      // Sheets that are not the chosen one are named by an option, which pages leave out.
      let columns = ["link-column", "link-column-https"]
      return Set(made).union(columns + columns.map { $0 + "-others" })
        .union(["link-made", "link-made-number"])
        .subtracting(["other-sheets"])
    }
  }
}
