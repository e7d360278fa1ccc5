// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
package import JobLedger
internal import Plain
internal import Provisioning
package import Voices

/// A report as one page for a browser or a printer: `Templates/report.html` with its places filled.
///
/// Nothing of the ledger ever stands in its style or its script, whose hashes are in the page's
/// Content-Security-Policy; nothing is loaded from elsewhere.
package struct ReportHTML {
  private let summary: JobSummary
  private let ledger: Ledger
  /// The template whose places are filled.
  private let template: [UInt8]
  /// The program's own.
  private let version: String
  private let words: LanguageTexts

  package init(
    _ summary: JobSummary, of ledger: Ledger, in template: [UInt8], by version: String,
    saying words: LanguageTexts
  ) {
    (self.summary, self.ledger, self.template) = (summary, ledger, template)
    (self.version, self.words) = (version, words)
  }

  /// The places of the template, each of which stands there between two pairs of braces; any other name
  /// there is that of a text.
  enum Place: String, CaseIterable {
    case version
    case title
    case job
    case asOf = "as-of"
    case result
    case facts
    case chart
    case reasons
    case rows
    case manifests
    case made
  }

  /// What every page of ours has near its beginning, and hardly another file.
  package static let mark = Array("<meta name=\"generator\" content=\"TagPress ".utf8)

  private static let opening = Array("{{".utf8)
  private static let closing = Array("}}".utf8)

  /// Hands the page over piece by piece; `put` says whether it takes more.
  package func write(_ put: ([UInt8]) -> Bool) throws(LedgerError) {
    var rest = template[...]
    while let start = rest.firstRange(of: Self.opening),
      let end = rest[start.upperBound...].firstRange(of: Self.closing)
    {
      guard put(Array(rest[..<start.lowerBound])) else { return }
      let name = String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)
      if let place = Place(rawValue: name) {
        try fill(place, put)
      } else {
        var html = HTMLText()
        html.text(words(name))
        guard put(html.bytes) else { return }
      }
      rest = rest[end.upperBound...]
    }
    _ = put(Array(rest))
  }

  private func fill(_ place: Place, _ put: ([UInt8]) -> Bool) throws(LedgerError) {
    var html = HTMLText()
    switch place {
    case .version: html.text(version)
    case .title: html.text(summary.name)
    case .job: html.text(summary.job)
    case .asOf: html.addAsOf(summary.last, words)
    case .result: html.addResult(summary, words)
    case .facts: html.addFacts(summary, words)
    case .chart: html.addChart(summary, words)
    case .reasons: html.addReasons(summary.reasons, words)
    case .rows: try writeRows(put)
    case .manifests:
      html.addConfirmed(summary, words)
      html.addManifests(summary.manifests, summary.witness, words)
    case .made:
      html.text(words("made", ["version": version, "ledger": lastName(of: summary.ledger)]))
    }
    _ = put(html.bytes)
  }

  private func writeRows(_ put: ([UInt8]) -> Bool) throws(LedgerError) {
    var html = HTMLText()
    let present = summary.manifests.last.map { hex($0.hash) }
    try ledger.forEachFact { row in
      html.removeAll()
      html.addRow(row, present: present, words)
      return put(html.bytes)
    }
  }
}

extension HTMLText {
  /// One row of the table, with what is less often asked for in small letters below.
  ///
  /// The manifest is named where it is not the present one, which is named below the table.
  fileprivate mutating func addRow(
    _ row: RowFacts, present: String?, _ words: LanguageTexts
  ) {
    markup("<tr class=\"")
    text(row.state.rawValue)
    markup("\"><td>")
    text(row.names.label ?? row.id)
    addSmall([
      row.names.label == nil ? nil : row.id, words("state.\(row.state.rawValue)"),
    ])
    for value in row.names.shown where !value.text.isEmpty {
      markup("<small class=\"shown\"><i>")
      text(value.name)
      markup("</i> ")
      text(value.text)
      markup("</small>")
    }
    markup("</td><td>")
    link(row.link)
    addSmall([row.whyName.flatMap { words.isOwn ? nil : words.reason($0) } ?? row.why])
    markup("</td><td>")
    text(row.uid.map(pairs) ?? "")
    addSmall([row.chip, row.room(words)])
    markup("</td><td>")
    text(row.protection.map(words.protection) ?? "")
    addSmall([row.signature.map { words("signature.\($0)") }])
    markup("</td><td>")
    if let moment = row.done ?? row.begun { time(moment) }
    addSmall([
      row.station, row.attempts > 1 ? words("attempts", n: row.attempts) : nil,
      row.manifest == present
        ? nil : row.manifest.map { words("manifest", ["hash": String($0.prefix(8))]) },
    ])
    markup("</td></tr>\n")
  }

  fileprivate mutating func addAsOf(_ last: Moment?, _ words: LanguageTexts) {
    guard let last else { return text(words("nothing-yet")) }
    text(words("as-of"))
    markup(" ")
    time(last)
  }

  /// A moment in UTC, which the script also gives in the time of the one who reads.
  mutating func time(_ moment: Moment) {
    markup("<time datetime=\"")
    text(moment.text)
    markup("\">")
    text(moment.words)
    markup(" UTC</time>")
  }

  private mutating func addSmall(_ words: [String?]) {
    let words = words.compactMap(\.self).filter { !$0.isEmpty }
    guard !words.isEmpty else { return }
    markup("<small>")
    text(words.joined(separator: ", "))
    markup("</small>")
  }
}

extension RowFacts {
  /// How much of the tag the message takes.
  fileprivate func room(_ words: LanguageTexts) -> String? {
    guard let messageSize else { return nil }
    return capacity.map { words("room", n: $0, ["size": "\(messageSize)"]) }
      ?? words("size", n: messageSize)
  }
}

extension LanguageTexts {
  /// A protection as people read it.
  func protection(_ name: String) -> String {
    name.split(separator: " and ").map { self("protect.\($0)") }
      .joined(separator: " \(self("and")) ")
  }
}
