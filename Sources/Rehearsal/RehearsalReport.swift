// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import Provisioning
package import StrictJSON
package import VirtualReader

/// What came of a rehearsal.
package struct RehearsalReport {
  package let end: BatchEnd
  /// How many rows were to get a tag.
  let wanted: Int
  /// How many were taken out of the box.
  let tags: Int
  let judge: RehearsalJudge
  let took: Duration
  let counters: Counters
  let seed: Int

  package init(
    end: BatchEnd, wanted: Int, tags: Int, judge: RehearsalJudge, took: Duration,
    counters: Counters, seed: Int
  ) {
    (self.end, self.wanted, self.tags, self.judge) = (end, wanted, tags, judge)
    (self.took, self.counters, self.seed) = (took, counters, seed)
  }

  private var right: Int { judge.rightTags }

  /// Whether the judge found something that must never be.
  package var hasMistakes: Bool { judge.problemCount > 0 }

  /// Whether every row has its tag, and nothing is wrong with any.
  package var isRight: Bool { !hasMistakes && right == wanted }

  /// The judgement in a sentence, and below it what it is about.
  package var page: String {
    var lines: [String] = []
    if judge.problemCount == 0 {
      lines.append(
        "\(grouped(right)) of \(count(wanted, "row")): each is on exactly one tag, and every OK tag "
          + "reads its row's link.")
    } else {
      lines.append("\(count(judge.problemCount, "mistake")) of the engine; please report it:")
      lines += judge.problems.map { "  \(visible($0.words))" }
    }
    lines += [
      "  judged by   the memories of the virtual tags, decoded independently of reader and ledger",
      "  tags        \(grouped(tags))",
      "  time        \(time)",
      "  exchanges   \(grouped(counters.hostCommands))",
      "  faults      \(grouped(counters.faults))",
      "  seed        \(seed)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSONValue {
    .object([
      ("event", "judged"), ("isRight", .bool(isRight)), ("rows", .integer(wanted)),
      ("right", .integer(right)), ("mistakes", .integer(judge.problemCount)),
      ("words", .array(judge.problems.map { .string($0.words) })), ("tags", .integer(tags)),
      ("milliseconds", .integer(milliseconds)), ("exchanges", .integer(counters.hostCommands)),
      ("faults", .integer(counters.faults)), ("seed", .integer(seed)),
    ])
  }

  private var milliseconds: Int { Int(took / .milliseconds(1)) }

  private var time: String {
    let rate = right * 1000 / max(1, milliseconds)
    return "\(grouped(milliseconds / 1000)).\(milliseconds / 100 % 10) s, \(rate) tags a second"
  }
}
