// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import CommandArguments
import JobManifest
import Terminal
import TestSupport
import Testing
import Voices

@testable import tagpress

/// Every cure, in the words of every command: what it tells to type exists and is understood.
struct CureTests {
  /// What stands for the words in capitals that a person fills in.
  static let filledIn = [
    "JOB": "spring.xml", "FILE": "spring.keys", "LINK": "https://go.example.com/1", "N": "3",
    "NAME": "pcsc:", "TEXT": "torn", "COMMAND": "cat", "ID": "n1", "FROM-TO": "2-5",
    "HOST:PORT:ADDRESS": "go.example.com:443:127.0.0.1", "ROW": "n1",
  ]

  /// What a command needs besides its options before it does anything.
  private static let needed: [String: [String]] = [
    "put": ["https://go.example.com/1"], "write": ["spring.xml"], "lock": ["spring.xml"],
    "verify": ["spring.xml"], "rehearse": ["spring.xml"], "check": ["spring.xml"],
    "links": ["spring.xml"], "approve": ["spring.xml"], "report": ["spring.xml"],
    "blocks write": ["00112233"],
    "site make": ["spring.xml"],
  ]

  @Test func everyCureIsWalkedOnce() {
    let names = Cure.every.map { "\($0)".prefix { $0 != "(" } }
    #expect(names.count > 100 && Set(names).count == names.count)
  }

  @Test(arguments: tool.commandNames)
  func everyAdviceOfACommandCanBeTyped(_ command: String) throws {
    for cure in Cure.every {
      for goesOn in [false, true] {
        let words = Voice(command, goesOn: goesOn).cures(cure)
        let place = "\(command), \(cure): \(words)"
        #expect(words.hasSuffix(".") || words.hasSuffix("?"), "\(place)")
        #expect(words.first.map { $0.isUppercase || "'\"".contains($0) } == true, "\(place)")
        #expect(!words.contains("  "), "\(place)")
        let (commands, rest) = Self.split(words)
        for typed in commands { try Self.expectUnderstood(typed, place) }
        for option in Self.options(in: rest) {
          #expect(tool.options(of: command).contains(option[0]), "\(place)")
          let line: [String] =
            command.split(separator: " ").map(String.init) + (Self.needed[command] ?? [])
          try Self.expectUnderstood(line + ["--" + option[0]] + option.dropFirst(), place)
        }
        for attribute in Self.attributes(in: words) { Self.expectKnown(attribute, place) }
      }
    }
  }

  /// On a page, no one types anything.
  @Test func noWordOfACommandLineIsOnAPage() {
    for cure in Cure.every {
      let words = Voice.page.cures(cure)
      let place = "\(cure): \(words)"
      #expect(words.hasSuffix(".") || words.hasSuffix("?"), "\(place)")
      for typed in ["tagpress", "--", "command", "mv ", "option", "sudo", "chmod"] {
        #expect(!words.contains(typed), "\(place)")
      }
    }
  }

  /// What the rooms and the commands say besides: every command in quotes can be typed.
  @Test func everyCommandInAMessageIsUnderstood() throws {
    var count = 0
    for (file, text) in try Self.sources() {
      // The commands of other tests' fixtures are none; a value is put in where `\\(` stands.
      for line in text.split(separator: "\n") where !line.contains("//") {
        for typed in Self.split(String(line)).commands
        where !typed.contains(where: { $0.contains("\\") }) && !typed.isEmpty {
          count += 1
          if tool.commandNames.contains(typed.joined(separator: " ")) { continue }
          do {
            _ = try tool.parse(typed)
          } catch {
            Issue.record("\(file): tagpress \(typed.joined(separator: " ")): \(error)")
          }
        }
      }
    }
    #expect(count > 40)
  }

  /// A room does not know which command runs, so it names no option; the rooms of the command line
  /// itself are not meant, nor the names under which a batch tells of its user's programs.
  @Test func noRoomNamesAnOption() throws {
    for (file, text) in try Self.sources()
    where !["tagpress/", "CommandArguments/", "Voices/"].contains(where: file.hasPrefix) {
      for line in text.split(separator: "\n") where !line.contains("//") && line.contains("\"") {
        let rest = Self.split(String(line)).rest
        let words = rest.split(whereSeparator: { !$0.isLetter && $0 != "-" })
        for word in words where word.hasPrefix("--") && word.count > 3 {
          #expect(["--on-done", "--sound"].contains(word), "\(file): \(line)")
        }
      }
    }
  }

  /// The Swift files of all rooms, by their paths in Sources.
  private static func sources() throws -> [(file: String, text: String)] {
    let root = "\(packageRoot)/Sources"
    let list = try run("/usr/bin/find", [".", "-name", "*.swift"], directory: root)
    return try list.output.split(separator: "\n").map { line in
      let file = String(line.dropFirst(2))
      return (file, String(decoding: try contents(of: "\(root)/\(file)"), as: UTF8.self))
    }
  }

  /// `doctor` does not send anyone to itself.
  @Test func doctorHasMoreToSayThanItsOwnName() {
    for cure in [Cure.replug, .plugReaderIn, .seeAbilities, .examineReaders] {
      #expect(!Doctor.voice.cures(cure).contains("tagpress"))
      #expect(Write.voice.cures(cure).contains("'tagpress doctor'"))
    }
  }

  /// A command that has ended has to be run again; one that goes on waits for the tag by itself.
  @Test func onlyWhatHasEndedIsRunAgain() {
    for cure in [Cure.putBack, .putFirstBack, .putOneOn, .takeOneAway, .plugIn] {
      #expect(Put.voice.cures(cure).hasSuffix("run the same command again."))
      #expect(!Write.voice.cures(cure).contains("command"))
      #expect(!Voice("read", goesOn: true).cures(cure).contains("command"))
    }
  }

  /// The commands in quotes, as their words after `tagpress`, and the text without them.
  static func split(_ text: String) -> (commands: [[String]], rest: String) {
    var commands: [[String]] = []
    var rest = ""
    var text = text[...]
    while let start = text.indices.first(where: { index in
      // An apostrophe comes after a letter.
      text[index] == "'"
        && (index == text.startIndex || " \"(".contains(text[text.index(before: index)]))
    }) {
      let after = text.index(after: start)
      guard let end = text[after...].firstIndex(of: "'") else { break }
      let quoted = text[after..<end]
      rest += text[..<start]
      if quoted.hasPrefix("tagpress ") {
        commands.append(
          quoted.split(separator: " ").dropFirst().map { filledIn[String($0)] ?? String($0) })
      }
      text = text[text.index(after: end)...]
    }
    return (commands, rest + text)
  }

  /// The options that the text tells to add, each with its value if it has one.
  static func options(in text: String) -> [[String]] {
    let words = text.split(separator: " ").map { $0.filter { !",.".contains($0) } }
    return words.indices.compactMap { index in
      guard words[index].hasPrefix("--") else { return nil }
      let name = String(words[index].dropFirst(2))
      // What it is followed by there is no value of it.
      if name == "job" { return [name, "spring.xml"] }
      guard index + 1 < words.endIndex else { return [name] }
      let next = words[index + 1]
      if let value = filledIn[next] { return [name, value] }
      return ["locks", "container", "settings", "keep", "redo", "windows-1252", "UTF-8"].contains(
        next)
        ? [name, next] : [name]
    }
  }

  private static func attributes(in text: String) -> [(attribute: String, element: String)] {
    text.split(separator: " ").filter { $0.contains("=\"") }.map { word in
      let element =
        text[word.startIndex...].split(separator: "<").dropFirst().first?.prefix { $0 != ">" } ?? ""
      return (String(word), String(element))
    }
  }

  private static func expectUnderstood(_ words: [String], _ place: String) throws {
    guard case .command = try tool.parse(words) else {
      Issue.record("\(place): help instead of a command")
      return
    }
  }

  /// The manifest takes the attribute with its value there.
  private static func expectKnown(
    _ one: (attribute: String, element: String), _ place: String
  ) {
    let elements = [
      "tags": "<tags chips=\"NTAG213\" \(one.attribute)/>",
      "protect": "<protect \(one.attribute)/>",
      "rows": "<rows count=\"2\" id=\"n{number}\" \(one.attribute)/>",
    ]
    guard let element = elements[one.element] else {
      Issue.record("\(place): no element \(one.element)")
      return
    }
    let rows = one.element == "rows" ? "" : "<rows count=\"2\" id=\"n{number}\"/>"
    let text = """
      <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.example.com/{number}</link>\
      \(element)\(rows)</job>
      """
    do {
      let folder = try TemporaryDirectory()
      let path = try folder.write(Array(text.utf8), to: "spring.xml")
      let findings = JobReader(path: path).read(begin: { _ in }, visit: { _ in true }).findings
      #expect(findings.errorCount == 0, "\(place): \(findings.findings)")
    } catch {
      Issue.record("\(place): \(error)")
    }
  }
}
