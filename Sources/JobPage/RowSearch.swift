// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Provisioning
internal import StrictJSON
internal import TagReading

/// Rows of a job that have what someone typed in their id, label or link.
struct RowSearch {
  private let text: String
  private let words: [String]
  /// Those that are exactly what was typed, and others in the order of the list.
  private var exact: [JSONValue] = []
  private var others: [JSONValue] = []
  private var count = 0

  private static let shownMax = 8
  private static let wordsMax = 8

  init(_ text: String) {
    self.text = text
    words = text.lowercased().split { $0.isWhitespace || $0 == "·" }.prefix(Self.wordsMax)
      .map(String.init)
  }

  var json: JSONValue {
    ["rows": .array(Array((exact + others).prefix(Self.shownMax))), "count": .integer(count)]
  }

  /// Takes a row if it is one of those.
  private mutating func visit(
    _ texts: [String], isScanned: Bool, _ json: () -> JSONValue
  ) {
    let isExact = isScanned || texts.contains { $0.utf8.elementsEqual(text.utf8) }
    guard isExact || isFound(in: texts.joined(separator: "\n")) else { return }
    count += 1
    if isExact, exact.count < Self.shownMax {
      exact.append(json())
    } else if others.count < Self.shownMax {
      others.append(json())
    }
  }

  private func isFound(in text: String) -> Bool {
    guard !words.isEmpty else { return false }
    let text = text.lowercased()
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    return words.allSatisfy { word in
      // An accent may be a character of its own in one of the two.
      text.utf8.contains(word.utf8) || (!isPlain && text.contains(word))
    }
  }

  /// Rows as the ledger has them, with their tags; also those whose tags the list does not have any more.
  mutating func search(in ledger: Ledger) throws(LedgerError) {
    var search = self
    func visit(_ reported: ReportedRow) -> Bool {
      let row = reported.row
      let claim = reported.liveClaim
      let uid = claim.flatMap { TagUID($0.uid)?.description }
      let texts = [row.id, row.label, claim?.link ?? row.link].compactMap(\.self)
      // Part of a UID is in many of them.
      let isScanned =
        search.text.contains(":") && PlannedLink(row.link).matches(search.text)
        || uid == search.text.uppercased().replacing(":", with: "")
      search.visit(texts, isScanned: isScanned) {
        [
          "id": .string(row.id), "label": .optional(row.label), "link": .string(row.link),
          "place": row.place.map { .integer($0) } ?? .null,
          "tag": claim.map {
            [
              "uid": .optional(uid), "link": .string($0.link),
              "isDone": .bool($0.state == .done), "isLocked": .bool($0.lock != nil),
            ]
          } ?? .null,
        ]
      }
      return true
    }
    try ledger.forEachRow(visit)
    try ledger.forEachRetiredRow(visit)
    self = search
  }

  /// Rows as the list has them.
  mutating func search(inList file: String, outside: Bool) {
    var search = self
    var place = 0
    _ = JobReader(path: file, mayLeaveFolder: outside).read(
      begin: { _ in },
      visit: { row in
        place += 1
        let planned = row.plannedLink()
        // Random values are drawn when the list is taken over.
        let isOpen = row.inputs != nil || !row.tokens.isEmpty
        let (id, label, link) = (row.idText, row.label, isOpen ? nil : planned.text)
        let isScanned = !isOpen && search.text.contains(":") && planned.matches(search.text)
        search.visit([id, label, link].compactMap(\.self), isScanned: isScanned) {
          [
            "id": .string(id), "label": .optional(label), "link": .optional(link),
            "place": .integer(place), "tag": .null,
          ]
        }
        return true
      })
    self = search
  }
}

extension PageHost {
  private static let searchBytesMax = 500

  /// The rows that have what someone typed: of the tags, or of the list as it is now.
  func rows(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let text = try query.needed("text")
    guard text.utf8.count <= Self.searchBytesMax else {
      throw .badRequest("That is too long to look for.")
    }
    var search = RowSearch(text)
    if query.text("of") == "tags" {
      let ledger = try writtenLedger(of: file)
      try orFail { () throws(LedgerError) in
        try ledger.atOneMoment { () throws(LedgerError) in try search.search(in: ledger) }
      }
    } else if try !takenRows(
      of: file,
      { (ledger) throws(LedgerError) in
        try search.search(in: ledger)
      })
    {
      search.search(inList: file, outside: options.outside)
    }
    return search.json
  }

  /// Asks the ledger, if there is one and it has read the list as that is now; whether it was asked.
  private func takenRows(
    of file: String, _ ask: (Ledger) throws(LedgerError) -> Void
  ) throws(Failure) -> Bool {
    guard let files = desk.hash(of: file), let id = desk.head(of: file).job?.id else {
      return false
    }
    let path = Ledger.path(besideManifest: file)
    guard let ledger = try? Ledger(at: path, job: id, access: .reading, now: .now) else {
      return false
    }
    return try orFail { () throws(LedgerError) in
      try ledger.atOneMoment { () throws(LedgerError) in
        guard try ledger.remark(onManifest: files) == nil else { return false }
        try ask(ledger)
        return true
      }
    }
  }
}

extension PageOrderOrQuery {
  private static let rowsMax = 500

  /// The rows that a person was shown and chose; nil for all.
  func shownRows(_ name: String) throws(Failure) -> ShownRows? {
    guard case .order(let order) = self, let node = order.node(name), node.value != .null else {
      return nil
    }
    let badRequest = Failure.badRequest("The page did not say which rows are meant.")
    func row(_ node: JSONNode?) -> ShownRows.ShownRow? {
      guard let id = node?["id"]?.string else { return nil }
      return ShownRows.ShownRow(id: id, link: node?["link"]?.string)
    }
    if let from = row(node["from"]) { return .range(from: from, to: row(node["to"])) }
    guard let only = node["only"]?.elements, 1...Self.rowsMax ~= only.count else {
      throw badRequest
    }
    let rows = only.compactMap(row)
    guard rows.count == only.count else { throw badRequest }
    return .only(rows)
  }
}
