// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
package import JobLedger
internal import Plain
internal import Provisioning

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

  package init(
    _ summary: JobSummary, of ledger: Ledger, in template: [UInt8], by version: String
  ) {
    (self.summary, self.ledger, self.template) = (summary, ledger, template)
    self.version = version
  }

  /// The places of the template, each of which stands there between two pairs of braces.
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
    case ledger
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
      if let place = Place(rawValue: name) { try fill(place, put) }
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
    case .asOf: html.addAsOf(summary.last)
    case .result: html.addResult(summary)
    case .facts: html.addFacts(summary)
    case .chart: html.addChart(summary)
    case .reasons: html.addReasons(summary.reasons)
    case .rows: try writeRows(put)
    case .manifests:
      html.addConfirmed(summary)
      html.addManifests(summary.manifests, summary.witness)
    case .ledger: html.text(lastName(of: summary.ledger))
    }
    _ = put(html.bytes)
  }

  private func writeRows(_ put: ([UInt8]) -> Bool) throws(LedgerError) {
    var html = HTMLText()
    let present = summary.manifests.last.map { hex($0.hash) }
    try ledger.forEachFact { row in
      html.removeAll()
      html.addRow(row, present: present)
      return put(html.bytes)
    }
  }
}

extension HTMLText {
  /// One row of the table, with what is less often asked for in small letters below.
  ///
  /// The manifest is named where it is not the present one, which is named below the table.
  fileprivate mutating func addRow(_ row: RowFacts, present: String?) {
    markup("<tr class=\"")
    text(row.state.rawValue)
    markup("\"><td>")
    text(row.names.label ?? row.id)
    addSmall([row.names.label == nil ? nil : row.id, row.state.rawValue])
    for value in row.names.shown where !value.text.isEmpty {
      markup("<small class=\"shown\"><i>")
      text(value.name)
      markup("</i> ")
      text(value.text)
      markup("</small>")
    }
    markup("</td><td>")
    link(row.link)
    addSmall([row.why])
    markup("</td><td>")
    text(row.uid ?? "")
    addSmall([row.chip, row.room])
    markup("</td><td>")
    text(row.protection.map(words(ofProtection:)) ?? "")
    addSmall([row.signature])
    markup("</td><td>")
    if let moment = row.done ?? row.begun { time(moment) }
    addSmall([
      row.station, row.attempts > 1 ? "\(grouped(row.attempts)) attempts" : nil,
      row.manifest == present ? nil : row.manifest.map { "manifest \($0.prefix(8))" },
    ])
    markup("</td></tr>\n")
  }

  fileprivate mutating func addAsOf(_ last: Moment?) {
    guard let last else { return markup("Nothing was written yet") }
    markup("As of ")
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
  fileprivate var room: String? {
    guard let messageSize else { return nil }
    return capacity.map { "\(messageSize) of \(count($0, "byte"))" } ?? count(messageSize, "byte")
  }
}
