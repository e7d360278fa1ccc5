// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import LibNFCReader
internal import Plain
internal import StrictJSON
internal import TagKeys
internal import WebLink

/// All that `doctor` found, for people and for programs.
struct DoctorReport {
  let readers: [ReaderCheck]
  private let survey: ReaderSurvey
  private let cardReaders: CardReaders
  private let clock: ClockCheck
  private let ledgers: [LedgerCheck]
  private let remembered = RememberedJobs()

  init(
    survey: ReaderSurvey, cardReaders: CardReaders, readers: [ReaderCheck],
    ledgers: [LedgerCheck]
  ) {
    self.survey = survey
    self.cardReaders = cardReaders
    self.readers = readers
    self.ledgers = ledgers
    clock = ClockCheck(
      noted: ledgers.compactMap { ledger in ledger.lastMoment.map { ($0, ledger.path) } })
  }

  /// Whether clock, disks and ledgers are fit for work.
  var isWell: Bool { clock.isRight && ledgers.allSatisfy(\.isWell) }

  /// The libraries that the answers depend on.
  private var libraries: [(name: String, version: String)] {
    [
      ("libnfc", libnfcVersion()), ("libcrypto", libcryptoVersion()),
      ("libidn2", libidn2Version()), ("sqlite", sqliteVersion()),
    ]
  }

  private var advice: [String] { readerAdvice(survey, cardReaders, isNoneNamed: readers.isEmpty) }

  var page: String {
    let libraries = libraries.map { "\($0.name) \(visible($0.version))" }.joined(separator: ", ")
    var lines = ["tagpress \(version), with \(libraries)", "", "Readers"]
    lines += readers.isEmpty ? ["  none"] : readers.flatMap(\.lines)
    if !survey.ports.isEmpty {
      lines += ["", "Serial ports (other devices than readers may be on them)"]
      lines += survey.ports.map { port in
        "  \(visible(port.path))" + (port.mayOpen ? "" : " (you have no permission to use it)")
      }
    }
    lines += ["", "Clock", clock.line, "", "Ledgers"]
    lines += ledgers.isEmpty ? ["  none in this folder"] : ledgers.map(\.line)
    lines += ["", "Jobs that are remembered"] + remembered.lines
    if !advice.isEmpty { lines += [""] + advice }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    let ports = survey.ports.map { port -> JSONValue in
      ["path": .string(port.path), "mayOpen": .bool(port.mayOpen)]
    }
    return [
      "tagpress": .string(version),
      "libraries": .object(libraries.map { ($0.name, .string($0.version)) }),
      "readers": .array(readers.map(\.json)), "ports": .array(ports),
      "clock": clock.json, "ledgers": .array(ledgers.map(\.json)),
      "remembered": remembered.json,
      "advice": .array(advice.map { .string($0) }),
    ]
  }
}
