// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import Provisioning

// What stands above the rows of a report in HTML.

extension HTMLText {
  /// How many tags are written, as a number, a bar and its key; and what is still to be done.
  mutating func addResult(_ summary: JobSummary) {
    let counts = summary.counts
    markup("<p class=\"result")
    if summary.isWhole, counts.rows > 0 { markup(" whole") }
    markup("\"><strong>")
    text(grouped(counts.done))
    markup("</strong> of ")
    text(count(grouped: counts.rows, "tag"))
    markup(" written and verified</p>\n")
    addBar(counts)
    markup("<ul class=\"key\"><li class=\"done\">")
    text("\(grouped(counts.done)) done")
    markup("</li>")
    if counts.begun > 0 {
      markup("<li class=\"begun\">")
      text("\(grouped(counts.begun)) begun")
      markup("</li>")
    }
    markup("<li>")
    text("\(grouped(counts.free)) free")
    markup("</li></ul>\n")
    addNotes(counts, isManifestRead: summary.isManifestRead)
  }

  /// Three rectangles one over the other; the begun rows keep one pixel in a thousand.
  private mutating func addBar(_ counts: LedgerCounts) {
    let rows = max(1, counts.rows)
    let done = counts.done &* 1000 / rows
    let begun = counts.begun == 0 ? 0 : max(2, counts.begun &* 1000 / rows)
    markup(
      """
      <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="free" width="1000" height="10"/><rect class="begun" width="
      """)
    number(min(1000, done + begun))
    markup("\" height=\"10\"/><rect class=\"done\" width=\"")
    number(min(1000 - begun, done))
    markup("\" height=\"10\"/></svg>\n")
  }

  private mutating func addNotes(_ counts: LedgerCounts, isManifestRead: Bool) {
    var notes: [String] = []
    if counts.begun > 0 {
      notes.append(
        "\(count(grouped: counts.begun, "tag")) begun: the link may be on it, but it was "
          + "not read back completely.")
    }
    if counts.undecided > 0 {
      notes.append(
        "\(count(grouped: counts.undecided, "row")) undecided: the manifest now has another link.")
    }
    if counts.retired > 0 {
      let why =
        isManifestRead
        ? "the row is no longer in the manifest."
        : "the rebuilt ledger has not read the manifest yet."
      notes.append("\(count(grouped: counts.retired, "tag")) retired: \(why)")
    }
    guard !notes.isEmpty else { return }
    markup("<ul class=\"notes\">")
    for note in notes {
      markup("<li>")
      text(note)
      markup("</li>")
    }
    markup("</ul>\n")
  }

  mutating func addFacts(_ summary: JobSummary) {
    if let share = percent(summary.yield.good, of: summary.yield.all) {
      let (good, all) = summary.yield
      addFact("Yield", [(share, "\(grouped(good)) of \(count(grouped: all, "tag")) used")])
    }
    if let tenths = summary.pace.tenthsPerMinute {
      let minutes = count(grouped: summary.pace.minutes, "minute")
      addFact("Speed", [("\(decimal(tenths)) tags per minute", "in \(minutes) of work")])
    }
    if let first = summary.first { addFact("First tag", first) }
    if let last = summary.last { addFact("Last entry", last) }
    addFact("Chips", entries(of: summary.chips))
    addFact("Protection", entries(of: summary.protections.called(words(ofProtection:))))
    addFact("Signature", entries(of: summary.signatures))
  }

  private func entries(of tally: Tally) -> [(String, String)] {
    var entries = tally.counts.map { ($0.name, count(grouped: $0.count, "tag")) }
    if tally.others > 0 { entries.append(("others", count(grouped: tally.others, "tag"))) }
    return entries
  }

  private mutating func addFact(_ name: StaticString, _ moment: Moment) {
    markup("<div><dt>")
    markup(name)
    markup("</dt><dd>")
    time(moment)
    markup("</dd></div>\n")
  }

  private mutating func addFact(_ name: StaticString, _ entries: [(String, String)]) {
    guard !entries.isEmpty else { return }
    markup("<div><dt>")
    markup(name)
    markup("</dt>")
    for (words, more) in entries {
      markup("<dd>")
      text(words)
      if !more.isEmpty {
        markup("<small>")
        text(more)
        markup("</small>")
      }
      markup("</dd>")
    }
    markup("</div>\n")
  }

  mutating func addReasons(_ reasons: [ReasonCount]) {
    guard !reasons.isEmpty else { return }
    markup(
      """
      <section>
      <h2>Why tags were put aside, or asked for again</h2>
      <table class="reasons">
      <thead><tr><th scope="col">Times</th><th scope="col">Reason</th>\
      <th scope="col">What came of it</th></tr></thead>
      <tbody>

      """)
    for reason in reasons {
      markup("<tr><td>")
      text(grouped(reason.count))
      markup("</td><td>")
      text(reasonName(reason.code))
      markup("</td><td>")
      text(reason.result.words)
      markup("</td></tr>\n")
    }
    markup("</tbody>\n</table>\n</section>\n")
  }
}

extension HTMLText {
  /// The hashes that prove which files the tags were written from.
  mutating func addManifests(_ manifests: [ImportedManifest], _ witness: WitnessMark?) {
    guard let present = manifests.last else { return }
    markup("<p>SHA-256 of the job's files: ")
    text(hex(present.hash))
    for earlier in manifests.dropLast().reversed() {
      markup("<br>until then: ")
      text(hex(earlier.hash))
    }
    if let witness {
      markup("<br>line ")
      text("\(witness.lines)")
      markup(" of the witness: ")
      text(witness.hash)
    }
    markup("</p>\n")
  }
}
