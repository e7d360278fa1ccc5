// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import Provisioning
internal import StrictJSON
package import Terminal

/// A report for programs: one object, whose rows and attempts are written as they are read.
package enum ReportJSON {
  package static func write(
    _ summary: JobSummary, of ledger: Ledger, on console: Console
  ) throws(LedgerError) {
    var start = "{"
    for (key, value) in summary.members {
      console.write("\(start)\n  \(JSONValue.string(key).compact): \(value.compact)")
      start = ","
    }
    try writeList("rows", on: console) { (write) throws(LedgerError) in
      try ledger.forEachFact { write($0.json) }
    }
    try writeList("attempts", on: console) { (write) throws(LedgerError) in
      try ledger.forEachAttempt { write($0.json) }
    }
    console.write("\n}\n")
  }

  private static func writeList(
    _ key: String, on console: Console,
    _ body: ((JSONValue) -> Bool) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    console.write(",\n  \"\(key)\": [")
    var isFirst = true
    try body { value in
      console.write((isFirst ? "\n    " : ",\n    ") + value.compact)
      isFirst = false
      return !console.isClosed
    }
    console.write(isFirst ? "]" : "\n  ]")
  }
}

extension JobSummary {
  /// All but the rows and the attempts; members are only ever added.
  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      ("job", .string(job)), ("title", .optional(title)),
      ("protection", .optional(manifests.last?.protection?.rawValue)), ("isWhole", .bool(isWhole)),
      ("first", .optional(first?.text)), ("last", .optional(last?.text)),
      (
        "counts",
        .object([
          ("rows", .integer(counts.rows)), ("done", .integer(counts.done)),
          ("undecided", .integer(counts.undecided)), ("begun", .integer(counts.begun)),
          ("free", .integer(counts.free)), ("failed", .integer(counts.failed)),
          ("void", .integer(counts.void)), ("refused", .integer(refused)),
          ("retired", .integer(counts.retired)), ("attempts", .integer(counts.attempts)),
        ])
      ),
      ("yield", ["good": .integer(yield.good), "all": .integer(yield.all)]),
      (
        "work",
        ["tags": .integer(pace.timedTags), "milliseconds": .integer(pace.time / 1000)]
      ),
      ("manifests", .array(manifests.map(\.json))), ("reasons", .array(reasons.map(\.json))),
      (
        "witness",
        witness.map { ["lines": .integer($0.lines), "hash": .string($0.hash)] as JSONValue }
          ?? .null
      ),
      ("confirmations", .array(confirmations.map(\.json))),
    ]
  }
}

extension RowFacts {
  fileprivate var json: JSONValue {
    .object(
      [("row", .string(id))] + names.members + [
        ("state", .string(state.rawValue)), ("link", .string(link)), ("uid", .optional(uid)),
        ("chip", .optional(chip)),
        ("bytes", .optional(messageSize)), ("capacity", .optional(capacity)),
        ("protection", .optional(protection)),
        ("signature", .optional(signature)), ("begun", .optional(begun?.text)),
        ("done", .optional(done?.text)), ("attempts", .integer(attempts)),
        ("station", .optional(station)), ("reader", .optional(reader)),
        ("manifest", .optional(manifest)), ("why", .optional(why)),
      ])
  }
}

extension ImportedManifest {
  fileprivate var json: JSONValue {
    [
      "number": .integer(number), "hash": .string(hex(hash)), "at": .string(at.text),
      "title": .optional(title), "protection": .optional(protection?.rawValue),
    ]
  }
}

extension ReasonCount {
  fileprivate var json: JSONValue {
    ["reason": .string(code), "result": .string(result.rawValue), "count": .integer(count)]
  }
}

extension RecordedAttempt {
  fileprivate var json: JSONValue {
    .object([
      ("uid", .string(upperHex(tag.uid))), ("row", .optional(rowID)),
      ("result", .optional(result?.rawValue)), ("reason", .optional(reason?.code)),
      ("words", .optional(reason?.words)), ("chip", .string(tag.chip)),
      ("signature", .optional(tag.signature)), ("began", .string(tag.began.text)),
      ("ended", .optional(ended?.text)), ("station", .optional(tag.station)),
      ("reader", .string(tag.reader)), ("pages", .integer(effort.pages)),
      ("exchanges", .integer(effort.exchanges)),
    ])
  }
}
