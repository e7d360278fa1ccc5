// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import WebLink

/// Makes rows from values: id, link, size of the message.
///
/// Every variable has a number, its slot, so a million rows need no lookup of names.
struct RowBuilder {
  private(set) var row = JobRow()
  /// The names of the variables, each at its slot; "" where a slot only keeps a place.
  private(set) var names: [String]
  private var values: TemplateValues
  private let link: URITemplate
  /// What the link needs.
  let linkSlots: [Int]
  /// The variable at the beginning of the link, whose value therefore has to be a link.
  let slotOfWholeLink: Int?
  private let required: [Int]
  private let idTemplate: TextTemplate?
  private let texts: [TextTemplate]
  private let label: LabelTemplate?
  private let shown: [(name: String, slot: Int)]
  /// The first of the slots whose values are only in labels.
  private let firstSlotForPeople: Int
  private let fixedRecordsSize: Int
  private let placeholders: [(slot: Int, filler: [UInt8])]
  private let firstOpenSlot: Int
  private let hasMirror: Bool
  /// Whether a value of the row contains a brace or a percent sign.
  private var hasBrace = false
  private var hasPercent = false
  /// Whether a value of the row seems to be a whole link.
  private var hasLink = false
  private var check = LinkCheck()
  /// The names that the job asks for; the others are only known.
  let used: Set<String>

  static let idSlot = 0

  /// Why there is no row, and the variable whose value is to blame.
  struct Fault: Error {
    let problem: Problem
    var slot: Int?
  }

  init(_ job: Job, _ part: RowsPart, file: String) {
    let tokens = part.tokens
    var names = ["id"] + ReservedVariable.allCases.map(\.rawValue) + tokens.map(\.name)
    func slot(_ name: String) -> Int {
      if let known = names.firstIndex(of: name) { return known }
      names.append(name)
      return names.count - 1
    }
    let linkSlots = job.link.variables.map { slot($0.name) }
    self.linkSlots = linkSlots
    slotOfWholeLink = job.link.beginsWithVariable ? linkSlots.first : nil
    link = job.link.renumbered(linkSlots)
    required = zip(linkSlots, job.link.variables).filter { !$1.isOptional }.map(\.0)
    idTemplate = part.id.map { $0.renumbered($0.variables.map { slot($0) }) }
    var texts: [TextTemplate] = []
    var size = 0
    for record in job.records {
      switch record {
      case .android(let package):
        size += (try? NDEFRecord.androidApplication(package).encodedSize) ?? 0
      case .text(let text, _): texts.append(text.renumbered(text.variables.map { slot($0) }))
      }
    }
    self.texts = texts
    firstSlotForPeople = names.count
    label = part.label.map { LabelTemplate($0.renumbered($0.variables.map { slot($0) })) }
    shown = part.shown.map { ($0, slot($0)) }
    fixedRecordsSize = size
    used = Set(
      job.link.variables.map(\.name) + (part.id?.variables ?? []) + texts.flatMap(\.variables))
    let known = ReservedVariable.allCases.map(\.length) + tokens.map(\.length)
    firstOpenSlot = 1 + known.count
    placeholders = known.enumerated().compactMap { [used] index, length in
      guard used.contains(names[index + 1]) else { return nil }
      return (index + 1, [UInt8](repeating: UInt8(ascii: "0"), count: length))
    }
    hasMirror = linkSlots.contains { $0 == 2 || $0 == 3 }
    self.names = names
    values = TemplateValues(count: names.count)
    row.file = file
    if case .counted = part.source { row.isCounted = true }
    row.tokens = tokens.map { RowToken(name: $0.name, length: $0.length, position: $0.position) }
    row.mayShareLink = part.allowsSameLinks
    row.furtherRecords = job.records
    row.texts = texts.map { _ in [] }
  }

  /// The slots that a row's values may fill.
  var openSlots: Range<Int> { firstOpenSlot..<max(firstOpenSlot, names.count) }

  func isForPeople(_ slot: Int) -> Bool { slot >= firstSlotForPeople }

  /// Whether the value is in the link or in a text beside it; an id may be in neither.
  func isOnTag(_ slot: Int) -> Bool {
    linkSlots.contains(slot)
      || texts.contains { text in
        text.pieces.contains { if case .variable(slot) = $0 { true } else { false } }
      }
  }

  func slot(of name: String) -> Int? { names.firstIndex(of: name) }

  /// Forgets the values of the previous row.
  mutating func begin() {
    values.removeAll()
    hasBrace = false
    hasPercent = false
    hasLink = false
    for (slot, filler) in placeholders {
      values.set(slot, to: filler.span, isPlaceholder: true)
    }
  }

  /// Keeps the cells of the row beside what is made of some of them.
  mutating func keep(_ cells: ListedCells) { row.cells = cells }

  /// Sets a variable's value; an empty one is none.
  mutating func set(_ slot: Int, to value: Span<UInt8>, _ kinds: CharacterKinds = []) {
    guard value.count > 0 else { return }
    values.set(slot, to: value)
    if kinds.contains(.brace) { hasBrace = true }
    if kinds.contains(.percent) { hasPercent = true }
    if kinds.contains(.sign), value.isLink { hasLink = true }
  }

  /// Sets the row's id.
  mutating func setID(_ id: Span<UInt8>) {
    row.id.removeAll(keepingCapacity: true)
    id.withUnsafeBufferPointer { row.id += $0 }
  }

  /// Makes the row from its values.
  mutating func build(hasID: Bool, at place: ValuePlace) throws(Fault) {
    (row.position, row.cell) = (place.position, place.cell)
    try makeID(hasID)
    for slot in required where !values.isDefined(slot) {
      throw Fault(problem: .missingValue(names[slot]), slot: slot)
    }
    if hasBrace { try refuseNamesInValues() }
    link.expand(values, into: &row.expansion)
    try normalise()
    if hasMirror { try checkMirror() }
    if !row.expansion.places.isEmpty { try keepOutOfHost() }
    try measure()
    takeNames()
  }

  /// Makes a row that has its values and no link yet.
  mutating func keepValues(hasID: Bool, at place: ValuePlace) throws(Fault) {
    (row.position, row.cell) = (place.position, place.cell)
    try makeID(hasID)
    var inputs: [RowValue] = []
    for slot in openSlots where values.isDefined(slot) && !isForPeople(slot) {
      inputs.append(RowValue(name: names[slot], text: String(decoding: value(slot), as: UTF8.self)))
    }
    row.inputs = inputs
    takeNames()
  }

  private mutating func takeNames() {
    if let label { row.label = label.text(values) }
    if !shown.isEmpty {
      row.shown = shown.map { RowValue(name: $0.name, text: nameText(values, $0.slot)) }
    }
  }

  private mutating func makeID(_ hasID: Bool) throws(Fault) {
    if !hasID {
      row.id.removeAll(keepingCapacity: true)
      guard let idTemplate else { throw Fault(problem: .noID) }
      for case .variable(let slot) in idTemplate.pieces {
        guard values.isDefined(slot) else {
          throw Fault(problem: .missingValue(names[slot]), slot: slot)
        }
      }
      idTemplate.expand(values, into: &row.id)
    }
    guard !row.id.isEmpty else { throw Fault(problem: .noID, slot: Self.idSlot) }
    guard isRowID(row.id[...]) else { throw Fault(problem: .badID(row.idText), slot: Self.idSlot) }
    let id = row.id
    values.set(Self.idSlot, to: id.span)
  }

  /// Values are inserted unchanged, so the tag would get `%7Btag.uid%7D`.
  private func refuseNamesInValues() throws(Fault) {
    for slot in linkSlots where values.isDefined(slot) && openSlots.contains(slot) {
      let value = value(slot)
      for variable in ReservedVariable.allCases where value.contains(variable.inBraces.utf8) {
        throw Fault(problem: .nameInValue(variable.rawValue, of: names[slot]), slot: slot)
      }
    }
  }

  /// The variable whose value is already encoded and would be encoded again; nil if there is none.
  var slotEncodedTwice: Int? {
    guard hasPercent, Self.containsEscape(row.link, of: "%25") else { return nil }
    return linkSlots.first { Self.containsEscape(value($0), of: "%") }
  }

  /// The variable whose value is a whole link in the path of another one; nil if there is none.
  var slotOfLinkInPath: Int? {
    guard hasLink, let host = authority(of: row.link) else { return nil }
    let path = row.link[host.upperBound...].prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    // Hardly any path has a mark, so only its bytes are looked at here, of a million rows.
    let names = path.indices.lazy.compactMap { index -> ArraySlice<UInt8>? in
      switch path[index] {
      case UInt8(ascii: ":"): path[index...].after("://")
      case UInt8(ascii: "%"): path[index...].after("%3A%2F%2F")
      default: nil
      }
    }
    guard !names.isEmpty else { return nil }
    return linkSlots.first { slot in
      let value = self.value(slot)
      guard value.span.isLink, let host = authority(of: value) else { return false }
      let name = value[host].prefix { $0 < 0x80 }
      return names.contains { $0.starts(with: name) }
    }
  }

  /// The value of a variable; empty if it has none.
  func value(_ slot: Int) -> [UInt8] {
    var value: [UInt8] = []
    values.append(slot, to: &value)
    return value
  }

  /// Whether two hexadecimal digits follow a mark somewhere.
  private static func containsEscape(_ text: [UInt8], of mark: String) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool {
      byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
    return text.indices.contains { index in
      guard text[index] == UInt8(ascii: "%"), let digits = text[index...].after(mark)?.prefix(2)
      else { return false }
      return digits.count == 2 && digits.allSatisfy(isDigit)
    }
  }

  private mutating func normalise() throws(Fault) {
    let typed = row.expansion.bytes
    let link: WebLink
    do throws(WebLinkError) {
      if let kind = try check.kindIfNormal(typed.span) {
        row.kind = kind
        return
      }
      link = try WebLink(String(decoding: typed, as: UTF8.self))
    } catch {
      guard let other = withHostLetters(typed), let found = try? WebLink(other) else {
        // If there is only one value, that one is wrong.
        throw Fault(
          problem: .link(error, in: String(decoding: typed, as: UTF8.self)),
          slot: linkSlots.allSatisfy { $0 == linkSlots.first } ? linkSlots.first : nil)
      }
      link = found
    }
    row.kind = link.kind
    row.expansion = TemplateExpansion(bytes: Array(link.text.utf8), places: row.expansion.places)
    try movePlaces(from: typed)
  }

  /// Finds the placeholders again in a link that was changed.
  ///
  /// Normalising only changes what comes before them, so their places are counted from the end.
  private mutating func movePlaces(from typed: [UInt8]) throws(Fault) {
    let bytes = row.expansion.bytes
    let shift = bytes.count - typed.count
    var moved: [TemplateExpansion.Place] = []
    for place in row.expansion.places {
      let start = place.range.lowerBound + shift
      guard start >= 0, bytes[start..<start + place.range.count] == typed[place.range] else {
        throw Fault(problem: .placeholderLost(names[place.slot]), slot: place.slot)
      }
      moved.append(.init(slot: place.slot, range: start..<start + place.range.count))
    }
    row.expansion = TemplateExpansion(bytes: bytes, places: moved)
  }

  /// The chip shows one run of characters, so a mirror appears once, whole, and in one place.
  private func checkMirror() throws(Fault) {
    let uids = row.places(of: .mirrorUID)
    let counters = row.places(of: .mirrorCounter)
    guard uids.count < 2, counters.count < 2 else { throw Fault(problem: .mirrorTwice) }
    for (range, variable) in [
      (uids.first, ReservedVariable.mirrorUID), (counters.first, .mirrorCounter),
    ] where range.map({ $0.count < variable.length }) == true {
      throw Fault(problem: .mirrorCut)
    }
    if let uid = uids.first, let counter = counters.first {
      guard counter.lowerBound == uid.upperBound + 1, row.link[uid.upperBound] == UInt8(ascii: "x")
      else { throw Fault(problem: .mirrorApart) }
    }
  }

  /// With a tag's own text in its host, each tag would need its own website.
  private func keepOutOfHost() throws(Fault) {
    guard let end = authority(of: row.expansion.bytes)?.upperBound else { return }
    for place in row.expansion.places where place.range.lowerBound < end {
      guard let variable = ReservedVariable.allCases.first(where: { $0.slot == place.slot }) else {
        continue
      }
      throw Fault(problem: .valueInHost(variable.rawValue))
    }
  }

  private mutating func measure() throws(Fault) {
    var size = NDEFRecord.uriSize(row.expansion.bytes.span) + fixedRecordsSize
    var index = 0
    for case .text(_, let language) in row.furtherRecords {
      row.texts[index].removeAll(keepingCapacity: true)
      for case .variable(let slot) in texts[index].pieces {
        guard values.isDefined(slot) else {
          throw Fault(problem: .missingValue(names[slot]), slot: slot)
        }
      }
      texts[index].expand(values, into: &row.texts[index])
      size += NDEFRecord.textSize(
        bytes: row.texts[index].count, languageBytes: language.utf8.count)
      index += 1
    }
    row.messageSize = size
  }

  /// Passes on the row.
  mutating func deliver(to session: JobSession, copies: Int) {
    let file = row.file
    let cell = row.cell
    session.delivery.deliver(&row, copies: copies) {
      session.noteDuplicate($0, at: $1, in: file, row: $2, cell: cell)
    }
  }
}

extension ArraySlice<UInt8> {
  /// What follows a mark at its beginning; nil if it is not there.
  fileprivate func after(_ mark: String) -> ArraySlice? {
    starts(with: mark.utf8) ? dropFirst(mark.utf8.count) : nil
  }
}

extension Span<UInt8> {
  /// Whether it begins as a link does.
  fileprivate var isLink: Bool {
    guard count > 8, self[0] | 0x20 == UInt8(ascii: "h") else { return false }
    let start = extracting(first: 8).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    return start == "https://" || start.hasPrefix("http://")
  }
}
