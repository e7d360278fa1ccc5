// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// How someone whose ledger is refused can continue: with the words of the refusals, typed as they
/// are, and with what he knows about the files.
struct FileRepair {
  enum Step {
    case goesOn(String)
    /// The words say truthfully that no program can continue.
    case beyondRepair
    case leadsNowhere
  }

  struct Figures: CustomStringConvertible {
    var mishaps = 0
    var refusals = 0
    var beyondRepair = 0

    mutating func add(_ other: Figures) {
      mishaps += other.mishaps
      refusals += other.refusals
      beyondRepair += other.beyondRepair
    }

    var description: String {
      "\(mishaps) mishaps of files, \(refusals) refused, \(beyondRepair) beyond repair"
    }
  }

  private(set) var figures = Figures()
  /// What is said with the next run.
  private(set) var arguments: [String] = []
  private var mishap: FileMishap?
  private var wasKilled = false
  private var steps = 0

  /// No one needs more.
  private static let stepsMax = 6

  /// Whether something has happened that no run was content with yet.
  var isNeeded: Bool { mishap != nil }

  mutating func begin(_ mishap: FileMishap, wasKilled: Bool) {
    (self.mishap, self.wasKilled, steps) = (mishap, wasKilled, 0)
    figures.mishaps += 1
  }

  /// A run was content with the files.
  mutating func end() {
    (mishap, wasKilled, steps, arguments) = (nil, false, 0, [])
  }

  mutating func obey(_ words: String, at bench: JobBench) throws -> Step {
    figures.refusals += 1
    steps += 1
    guard steps <= Self.stepsMax, isNeeded || bench.files.areAway else { return .leadsNowhere }
    if words.lowercased().contains("bring"), bench.files.bringBack() {
      return .goesOn("what was moved away is brought back")
    }
    if words.contains("'cp -r'") {
      _ = try bench.files.copyAll()
      return sayMoved("all is copied, and --moved is said")
    }
    // doctor names the whole command, which is the one that was typed with --moved.
    if words.contains("add --moved") || words.contains("--rebuild JOB --moved") {
      return sayMoved("--moved is said")
    }
    if let command = Self.command("tagpress doctor --rebuild", in: words) {
      return try rebuild(([command] + arguments).joined(separator: " "), at: bench)
    }
    // A kill may leave the newest claim in the witness alone, and that is what was hit then.
    guard words.contains("from your backup"), wasKilled, mishap?.isOfWitness == true else {
      return .leadsNowhere
    }
    figures.beyondRepair += 1
    return .beyondRepair
  }

  private mutating func sayMoved(_ deed: String) -> Step {
    guard arguments.isEmpty else { return .leadsNowhere }
    arguments = ["--moved"]
    return .goesOn(deed)
  }

  private mutating func rebuild(_ command: String, at bench: JobBench) throws -> Step {
    let result = try bench.type(command)
    guard result.exit == .code(0) else { return try obey(result.errorOutput, at: bench) }
    return .goesOn("\(command): \(result.output)")
  }

  /// A command that is in the words, with its arguments.
  private static func command(_ name: String, in words: String) -> String? {
    guard let start = words.ranges(of: "'\(name)").first?.lowerBound else { return nil }
    let command = words[words.index(after: start)...]
    return String(command.prefix { $0 != "'" })
  }
}
