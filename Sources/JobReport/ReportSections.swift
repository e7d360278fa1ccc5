// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import Provisioning
internal import Voices

// What stands above the rows of a report in HTML.

extension HTMLText {
  /// How many tags are written, as a number, a bar and its key; and what is still to be done.
  mutating func addResult(_ summary: JobSummary, _ words: LanguageTexts) {
    let counts = summary.counts
    markup("<p class=\"result")
    if summary.isWhole, counts.rows > 0 { markup(" whole") }
    markup("\"><strong>")
    text(words.number(counts.done))
    markup("</strong> ")
    text(words("result", n: counts.rows))
    markup("</p>\n")
    addBar(counts)
    markup("<ul class=\"key\"><li class=\"done\">")
    text(words("done", n: counts.done))
    markup("</li>")
    if counts.begun > 0 {
      markup("<li class=\"begun\">")
      text(words("begun", n: counts.begun))
      markup("</li>")
    }
    markup("<li>")
    text(words("free", n: counts.free))
    markup("</li></ul>\n")
    addNotes(counts, isManifestRead: summary.isManifestRead, words)
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

  private mutating func addNotes(
    _ counts: LedgerCounts, isManifestRead: Bool, _ words: LanguageTexts
  ) {
    var notes: [String] = []
    if counts.begun > 0 {
      notes.append(words("note.begun", n: counts.begun))
    }
    if counts.undecided > 0 {
      notes.append(words("note.undecided", n: counts.undecided))
    }
    if counts.retired > 0 {
      notes.append(words(isManifestRead ? "note.retired" : "note.unread", n: counts.retired))
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

  mutating func addFacts(_ summary: JobSummary, _ words: LanguageTexts) {
    if let share = percent(summary.yield.good, of: summary.yield.all) {
      let (good, all) = summary.yield
      addFact(
        words("yield"),
        [(words.decimal(share), words("yield.of", n: all, ["good": words.number(good)]))])
    }
    if let tenths = summary.pace.tenthsPerMinute {
      let pace = words("speed.of", ["pace": words.decimal(decimal(tenths))])
      addFact(words("speed"), [(pace, words("speed.in", n: summary.pace.minutes))])
    }
    if let first = summary.first { addFact(words("first"), first) }
    if let last = summary.last { addFact(words("last"), last) }
    addFact(words("chips"), entries(of: summary.chips, words))
    addFact(
      words("protection"), entries(of: summary.protections.called(words.protection), words))
    addFact(
      words("signature"),
      entries(of: summary.signatures.called { words("signature.\($0)") }, words))
  }

  private func entries(of tally: Tally, _ words: LanguageTexts) -> [(String, String)] {
    var entries = tally.counts.map { ($0.name, words("tags", n: $0.count)) }
    if tally.others > 0 { entries.append((words("others"), words("tags", n: tally.others))) }
    return entries
  }

  private mutating func addFact(_ name: String, _ moment: Moment) {
    markup("<div><dt>")
    text(name)
    markup("</dt><dd>")
    time(moment)
    markup("</dd></div>\n")
  }

  private mutating func addFact(_ name: String, _ entries: [(String, String)]) {
    guard !entries.isEmpty else { return }
    markup("<div><dt>")
    text(name)
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

  mutating func addReasons(_ reasons: [ReasonCount], _ words: LanguageTexts) {
    guard !reasons.isEmpty else { return }
    markup("<section>\n<h2>")
    text(words("reasons"))
    markup("</h2>\n<table class=\"reasons\">\n<thead><tr>")
    for head in ["times", "reason", "outcome"] {
      markup("<th scope=\"col\">")
      text(words(head))
      markup("</th>")
    }
    markup("</tr></thead>\n<tbody>\n")
    for reason in reasons {
      markup("<tr><td>")
      text(words.number(reason.count))
      markup("</td><td>")
      text(words.isOwn ? reasonName(reason.code) : words.reason(reason.code) ?? reason.code)
      markup("</td><td>")
      text(words("outcome.\(reason.result.rawValue)"))
      markup("</td></tr>\n")
    }
    markup("</tbody>\n</table>\n</section>\n")
  }
}

extension HTMLText {
  /// The hashes that prove which files the tags were written from.
  mutating func addManifests(
    _ manifests: [ImportedManifest], _ witness: WitnessMark?, _ words: LanguageTexts
  ) {
    guard let present = manifests.last else { return }
    markup("<p>")
    text("\(words("files")) \(hex(present.hash))")
    for earlier in manifests.dropLast().reversed() {
      markup("<br>")
      text("\(words("files.before")) \(hex(earlier.hash))")
    }
    if let witness {
      markup("<br>")
      text("\(words("witness", ["line": "\(witness.lines)"])) \(witness.hash)")
    }
    markup("</p>\n")
  }
}
