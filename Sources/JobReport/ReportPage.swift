// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import Provisioning
internal import Terminal

/// A report as the terminal shows it, in 80 columns and the characters that every printer has.
package struct ReportPage {
  let summary: JobSummary
  private let glyphs = ScreenGlyphs.ascii
  private var lines: [String] = []

  private static let width = 80
  private static let barWidth = 60
  /// Open rows that are shown; `--csv` has all of them.
  private static let openRowsMax = 10
  private static let attemptsMax = 10

  /// What helps, in the words of whoever shows the report.
  private let advice: (Section) -> String?

  /// Where a report lists some rows, and a person has to do something about them.
  package enum Section {
    case unfinished, undecided, retired
    /// Only the first of them are listed.
    case more
  }

  package init(
    _ summary: JobSummary, of ledger: Ledger, advice: @escaping (Section) -> String?
  ) throws(LedgerError) {
    (self.summary, self.advice) = (summary, advice)
    addHead()
    addCounts()
    addFacts()
    addReasons()
    try addUnfinished(ledger)
    try addUndecided(ledger)
    try addRetired(ledger)
    try addAttempts(ledger)
  }

  package var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func addHead() {
    let job = summary.title == nil ? "" : "  (job \(visible(summary.job)))"
    lines.append(glyphs.fitted(summary.name, Self.width - job.count) + job)
    let last = summary.last.map { "last entry \($0.words) UTC" } ?? "no entry"
    lines.append(glyphs.fitted(summary.ledger, Self.width - last.count - 2) + ", \(last)")
  }

  private mutating func addCounts() {
    let counts = summary.counts
    lines += ["", "  [\(bar)] \(summary.share)", ""]
    add(counts.done, "done", "every byte was read back")
    add(counts.begun, "begun", "not read back completely", unlessNone: true)
    add(counts.free, "free", "no tag yet")
    lines.append("")
    add(counts.failed, "failed", "tags put aside after their row was begun", unlessNone: true)
    add(counts.void, "void", "tags that were given up", unlessNone: true)
    add(summary.refused, "refused", "tags put aside before writing", unlessNone: true)
    add(
      counts.retired, "retired",
      summary.isManifestRead
        ? "tags whose rows are no longer in the manifest" : "tags of the rebuilt ledger",
      unlessNone: true)
    if lines.last != "" { lines.append("") }
  }

  private mutating func add(
    _ number: Int, _ word: String, _ meaning: String, unlessNone: Bool = false
  ) {
    guard number != 0 || !unlessNone else { return }
    lines.append("\(grouped(number).rightAligned(to: 11))  \(glyphs.column(word, 9))  \(meaning)")
  }

  /// Done, begun and free as lengths; what there is at all takes at least one column.
  private var bar: String {
    let counts = summary.counts
    let rows = max(1, counts.rows)
    let begun = counts.begun == 0 ? 0 : max(1, counts.begun &* Self.barWidth / rows)
    let done = min(counts.done &* Self.barWidth / rows, Self.barWidth - begun)
    let free = Self.barWidth - done - begun
    return [("#", done), ("+", begun), (".", free)]
      .map { String(repeating: $0, count: max(0, $1)) }.joined()
  }

  private mutating func addFacts() {
    addFact("yield", summary.yieldWords)
    addFact("speed", summary.speedWords)
    if let first = summary.first { addFact("first tag", first.wordsWithLocal) }
    // The head has it in UTC.
    if let last = summary.last, !LocalTime(last).isUTC {
      addFact("last entry", last.wordsWithLocal)
    }
    addFact("chips", words(of: summary.chips))
    addFact(
      "protection",
      words(of: summary.protections.called { $0 == unprotected ? "without" : $0 }))
    addFact("signature", words(of: summary.signatures))
    for (name, words) in summary.confirmed { addFact(name, words) }
    if let manifest = summary.manifests.last { addFact("manifest", hex(manifest.hash)) }
  }

  private mutating func addFact(_ name: String, _ words: String?) {
    guard let words, !words.isEmpty else { return }
    lines.append("  \(glyphs.column(name, 10))  \(glyphs.fitted(words, Self.width - 14))")
  }

  private func words(of tally: Tally) -> String {
    var parts = tally.counts.map { "\(grouped($0.count)) \($0.name)" }
    if tally.others > 0 { parts.append("\(grouped(tally.others)) others") }
    return parts.joined(separator: ", ")
  }

  private mutating func addReasons() {
    guard !summary.reasons.isEmpty else { return }
    lines += ["", "Why tags were put aside, or asked for again"]
    for reason in summary.reasons {
      lines.append(
        "\(grouped(reason.count).rightAligned(to: 11))  \(glyphs.column(reasonName(reason.code), 26))  "
          + reason.result.words)
    }
  }

  private mutating func addUnfinished(_ ledger: Ledger) throws(LedgerError) {
    guard summary.counts.begun > 0 else { return }
    begin("Unfinished: put these tags on the reader again.", .unfinished)
    var shown: [String] = []
    try ledger.forEachRow(in: .begun) { reported in
      guard let claim = reported.claim, reported.row.place != nil else { return true }
      let words = reported.lastWords ?? "how it ended is not known"
      shown.append(line(claim, words, reported.row.label))
      return shown.count < Self.openRowsMax
    }
    lines += shown
    addMore(than: shown.count, of: summary.counts.begun)
  }

  private mutating func addUndecided(_ ledger: Ledger) throws(LedgerError) {
    guard summary.counts.undecided > 0 else { return }
    begin("Undecided: these rows are done, but the manifest now has another link.", .undecided)
    var shown: [String] = []
    try ledger.forEachUndecided { claim, row in
      shown.append(line(claim, row.link, row.label))
      return shown.count < Self.openRowsMax
    }
    lines += shown
    addMore(than: shown.count, of: summary.counts.undecided)
  }

  private mutating func addRetired(_ ledger: Ledger) throws(LedgerError) {
    guard summary.counts.retired > 0, summary.isManifestRead else { return }
    begin("Retired: these rows are on tags, but no longer in the manifest.", .retired)
    var shown: [String] = []
    try ledger.forEachRetiredRow { reported in
      if let claim = reported.claim { shown.append(line(claim, claim.link, reported.row.label)) }
      return shown.count < Self.openRowsMax
    }
    lines += shown
    addMore(than: shown.count, of: summary.counts.retired)
  }

  private mutating func begin(_ fact: String, _ section: Section) {
    let sentences = [fact, advice(section)].compactMap(\.self).joined(separator: " ")
    lines += [""] + glyphs.wrapped(sentences, Self.width, lines: 3)
  }

  /// What people call the row stands below, where there is room for it.
  private func line(_ claim: Claim, _ words: String, _ label: String?) -> String {
    let head = "  \(glyphs.column(claim.rowID, 16))  \(glyphs.column(upperHex(claim.uid), 14))  "
    let line = head + glyphs.fitted(words, Self.width - 36)
    return label.map { "\(line)\n    \(glyphs.fitted($0, Self.width - 4))" } ?? line
  }

  private mutating func addMore(than shown: Int, of all: Int) {
    guard all > shown else { return }
    let more = "  and \(grouped(all - shown)) more."
    lines.append([more, advice(.more)].compactMap(\.self).joined(separator: " "))
  }

  private mutating func addAttempts(_ ledger: Ledger) throws(LedgerError) {
    let attempts = try ledger.lastAttempts(Self.attemptsMax)
    guard !attempts.isEmpty else { return }
    let zones = Set(attempts.map { LocalTime($0.tag.began).zone }).sorted()
    let hasLocal = zones != ["UTC"]
    let times = hasLocal ? "UTC and \(zones.joined(separator: " or "))" : "UTC"
    lines += [
      "",
      (attempts.count == 1 ? "The only attempt" : "The last \(attempts.count) attempts")
        + ", times in \(times)",
    ]
    for attempt in attempts {
      let result = attempt.result?.rawValue ?? "open"
      let local = hasLocal ? "  \(LocalTime(attempt.tag.began).clock)" : ""
      let head =
        "  \(attempt.tag.began.words)\(local)  \(glyphs.column(result, 9))  "
        + "\(glyphs.column(upperHex(attempt.tag.uid), 14))  "
      let words = (attempt.reason?.code).map(reasonName) ?? attempt.rowID ?? ""
      lines.append(head + glyphs.fitted(words, Self.width - shownWidth(head)))
    }
  }
}

extension JobSummary {
  /// Which part of the rows is done, never rounded up: a hundred means all.
  var share: String { percent(counts.done, of: counts.rows) ?? "no rows" }

  var yieldWords: String? {
    percent(yield.good, of: yield.all).map {
      "\($0), \(grouped(yield.good)) of \(count(yield.all, "tag"))"
    }
  }

  var speedWords: String? {
    pace.tenthsPerMinute.map {
      "\(decimal($0)) tags per minute in \(count(pace.minutes, "minute")) of work"
    }
  }
}

extension RecordedAttempt.Result {
  /// What a result meant for its tag.
  var words: String {
    switch self {
    case .done: "done"
    case .again: "asked for again"
    case .failed: "put aside; its row went to another tag"
    case .putAside: "put aside unfinished"
    case .refused: "put aside before writing"
    }
  }
}
