// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments

/// A small tool with one parameter of every kind, for whole comparisons of everything made from its table.
let sampleTool = Tool<Void>(
  name: "press", version: "1.2", summary: "print labels",
  discussion: """
    press prints labels. It's a sample;
    a path like C:\\temp is only text.

    It's small.
    """,
  environment: ["NO_COLOR": "If set, output has no colour…"],
  files: [".press": "Where the labels are."], seeAlso: ["lp(1)"],
  groups: [
    CommandGroup("A label", [Print.self, Copy.self]),
    CommandGroup("A roll", [RollLoad.self, RollCheck.self]),
  ])

struct Print: Command, Equatable {
  enum Paper: String, CaseIterable {
    case plain
    case glossy
  }

  var json = false
  var quiet = false
  var paper = Paper.plain
  var count = 1
  var offset: Int?
  var output: String?
  var only: [String] = []
  var text = ""
  var more: [String] = []

  static let name = ["print"]
  static let table = CommandTable<Self>(
    summary: "Print one label",
    discussion: """
      The text goes on the label as it is, and whatever is too long for one label goes on to the \
      next one.

      A label that is torn is printed again, and the roll goes on from there as if nothing at all \
      had happened.
      """,
    examples: [
      "press print 'Hello, world'": "Prints one label.",
      "press print --count=3 --paper glossy Hello": "Prints it three times on glossy paper.",
    ],
    exitCodes: [.differs: "the label was refused"],
    meaningless: ["offset": "output"], onlyBeside: ["quiet": "json"],
    parameters: [
      .flag("json", short: "j", to: \.json, help: "Say what was done in JSON"),
      .flag("quiet", short: "q", to: \.quiet, help: "Say nothing [unless: it fails]"),
      .option("paper", short: "p", .choice("PAPER"), to: \.paper, help: "The paper to use"),
      .option("count", short: "n", .integer("N", in: 1...500), to: \.count, help: "How many"),
      .option("offset", .integer("MM", in: -9...9), to: \.offset, help: "Shift to the right"),
      .option("output", short: "o", .file("FILE"), to: \.output, help: "Print into a file"),
      .option("only", .text("ROW"), to: \.only, help: "Print this row alone"),
      .positional(.text("TEXT"), to: \.text, help: "What the label says"),
      .positional(.file("MORE"), to: \.more, help: "Files with more text, - for standard input"),
    ])

  func run(in context: Void) -> ExitCode { .done }
}

struct Copy: Command, Equatable {
  var files: [String] = []

  static let name = ["copy"]
  static let table = CommandTable<Self>(
    summary: "Copy labels", examples: ["press copy a b": "Copies both."],
    parameters: [.positional(.file("FILE"), to: \.files, atLeast: 2, help: "Labels")])

  func run(in context: Void) -> ExitCode { .differs }
}

struct RollLoad: Command, Equatable {
  var directory: String?
  var side: Print.Paper?

  static let name = ["roll", "load"]
  static let table = CommandTable<Self>(
    summary: "Load a new roll",
    examples: ["press roll load --directory rolls": "Loads the next roll."],
    parameters: [
      .option("directory", .directory("DIR"), to: \.directory, help: "Where rolls are kept"),
      .positional(.choice("PAPER"), to: \.side, help: "The paper of the roll"),
    ])

  func run(in context: Void) -> ExitCode { .done }
}

struct RollCheck: Command, Equatable {
  static let name = ["roll", "check"]
  static let table = CommandTable<Self>(
    summary: "Check the roll", examples: ["press roll check": "Checks."],
    parameters: [])

  func run(in context: Void) -> ExitCode { .done }
}
