// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Provisioning
internal import StrictJSON
internal import VirtualReader

/// What came of a rehearsal.
struct RehearsalReport {
  let end: BatchEnd
  /// How many rows were to get a tag.
  let wanted: Int
  /// How many were taken out of the box.
  let tags: Int
  let judge: RehearsalJudge
  let took: Duration
  let counters: Counters
  let seed: Int

  private var right: Int { judge.rightTags }

  var code: ExitCode {
    guard judge.problemCount == 0 else { return .differs }
    return right == wanted ? .done : end.code == .done ? .differs : end.code
  }

  /// The judgement in a sentence, and below it what it is about.
  var page: String {
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
      "  judged by   the memories of the virtual tags, decoded apart from reader and ledger",
      "  tags        \(grouped(tags))",
      "  time        \(time)",
      "  exchanges   \(grouped(counters.hostCommands))",
      "  faults      \(grouped(counters.faults))",
      "  seed        \(seed)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    .object([
      ("event", "judged"), ("isRight", .bool(code == .done)), ("rows", .integer(wanted)),
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
