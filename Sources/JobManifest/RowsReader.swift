// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// Reads the rows of one `rows` element, from wherever they come.
struct RowsReader {
  var part: RowsPart
  private let job: Job?
  let session: JobSession
  /// Nil while nothing can be built, or when nothing ever can.
  var builder: RowBuilder?
  private var isBegun = false
  /// Statistics about the values of some variables.
  var patterns: [ColumnPattern] = []
  /// What the attributes of a row mean, in the order of the row before.
  private var meanings: [(name: XMLStartTag.Name, meaning: Meaning)] = []

  private enum Meaning: Equatable {
    case id
    case copies
    case value(Int)
    case nothing
  }

  init(_ part: RowsPart, of job: Job?, in session: JobSession) {
    self.part = part
    self.job = job
    self.session = session
  }

  /// Makes the builder when the tokens are known, which come before the rows.
  mutating func begin(file: String) {
    guard !isBegun else { return }
    isBegun = true
    guard let job, !part.hasBrokenID, keepsToLinks(job) else { return }
    let builder = RowBuilder(job, part, file: file)
    for token in part.tokens where !builder.used.contains(token.name) {
      session.note(.unusedValue(token.name), at: part.position)
    }
    self.builder = builder
    patterns = Array(repeating: ColumnPattern(), count: builder.names.count)
  }

  /// Whether ids, names and text records use no variables that only links have.
  private func keepsToLinks(_ job: Job) -> Bool {
    var uses = (part.id?.variables ?? []).map { (name: $0, attribute: "id") }
    for case .text(let text, _) in job.records {
      uses += text.variables.map { (name: $0, attribute: "text") }
    }
    uses += (part.label?.variables ?? []).map { (name: $0, attribute: "label") }
    uses += part.shown.map { (name: $0, attribute: "show") }
    let wrong = uses.filter { isOnlyInLinks($0.name) }
    for (name, attribute) in wrong {
      session.note(.onlyInLinks(name, attribute: attribute), at: part.position)
    }
    return wrong.isEmpty
  }

  /// Whether a value is in no link, id or record, so that any letters may be in it.
  func isForPeople(_ slot: Int) -> Bool { builder?.isForPeople(slot) == true }

  func isOnlyInLinks(_ name: String) -> Bool {
    ReservedVariable(rawValue: name) != nil || part.tokens.contains { $0.name == name }
  }

  /// Reads one `row` element.
  mutating func read(_ tag: XMLStartTag) {
    begin(file: session.path)
    session.delivery.countSourceRow()
    builder?.begin()
    var hasID = false
    var copies = part.copies
    var isRight = true
    for index in 0..<tag.attributeCount {
      guard let attribute = tag.attribute(index) else { continue }
      let meaning = meaning(of: attribute, index, in: tag)
      switch meaning {
      case .nothing: continue
      case .copies:
        copies = Self.copies(attribute.text) ?? 0
        if copies == 0 {
          let expected = ExpectedValue.number(1...JobLimits.copiesMax)
          session.note(
            .badValue(attribute.text, attribute: "copies", expected: expected),
            at: tag.places(ofAttribute: index).value)
          isRight = false
        }
      case .id, .value:
        let slot = if case .value(let slot) = meaning { slot } else { RowBuilder.idSlot }
        let isTaken = setValue(
          attribute.value.span, as: slot, isID: meaning == .id, name: { string(attribute.name) },
          place: { ValuePlace(position: tag.places(ofAttribute: index).value) })
        if meaning == .id { hasID = true }
        if !isTaken { isRight = false }
      }
    }
    guard isRight else { return }
    let meanings = meanings
    finish(hasID: hasID, copies: copies, at: ValuePlace(position: tag.position)) { slot in
      let wanted = slot == RowBuilder.idSlot ? Meaning.id : .value(slot)
      let index = (0..<tag.attributeCount).first { index in
        tag.attribute(index).map { attribute in
          meanings.contains { $0.name == attribute.name && $0.meaning == wanted }
        } == true
      }
      return index.map { ValuePlace(position: tag.places(ofAttribute: $0).value) }
    }
  }

  /// Most rows have the same attributes in the same order, so the same place is tried first.
  private mutating func meaning(
    of attribute: XMLStartTag.Attribute, _ index: Int, in tag: XMLStartTag
  ) -> Meaning {
    if index < meanings.count, meanings[index].name == attribute.name, attribute.namespace == nil {
      return meanings[index].meaning
    }
    if attribute.namespace == nil,
      let known = meanings.first(where: { $0.name == attribute.name })
    {
      return known.meaning
    }
    let name = string(attribute.name)
    let meaning = newMeaning(name, of: attribute, tag.places(ofAttribute: index).name)
    if attribute.namespace == nil, meanings.count < JobLimits.attributesMax {
      meanings.append((attribute.name, meaning))
    }
    return meaning
  }

  private func newMeaning(
    _ name: String, of attribute: XMLStartTag.Attribute, _ place: TextPosition
  ) -> Meaning {
    if attribute.namespace != nil {
      session.note(.unknownAttribute(name, of: "row", suggestion: nil), at: place)
    } else if name == "id" {
      return .id
    } else if name == "copies" {
      return .copies
    } else if ReservedVariable(rawValue: name) != nil {
      session.note(.reservedVariable(name), at: place)
    } else if part.tokens.contains(where: { $0.name == name }) {
      session.note(.repeatedVariable(name), at: place)
    } else if !isVariableName(name) {
      session.note(.badVariableName(name), at: place)
    } else if let builder {
      if let slot = builder.slot(of: name) { return .value(slot) }
      session.note(.unusedValue(name), at: place)
    }
    return .nothing
  }

  private static func copies(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return Int(text).flatMap { (1...JobLimits.copiesMax).contains($0) ? $0 : nil }
  }

  /// Makes the row and hands it on; false if there is something wrong with it.
  @discardableResult
  mutating func finish(
    hasID: Bool, copies: Int, at position: ValuePlace, place: (Int) -> ValuePlace?
  ) -> Bool {
    guard builder != nil else { return false }
    do throws(RowBuilder.Fault) {
      if session.isResolvedLater {
        try builder?.keepValues(hasID: hasID, at: position)
      } else {
        try builder?.build(hasID: hasID, at: position)
        note(.encodedTwice, of: builder?.slotEncodedTwice, at: position, place)
        note(.linkInPath, of: builder?.slotOfLinkInPath, at: position, place)
      }
      builder?.deliver(to: session, copies: copies)
      return true
    } catch {
      session.note(
        error.problem, at: error.slot.flatMap(place) ?? position, in: builder?.row.file,
        row: builder?.row.idBesidePlace)
      return false
    }
  }

  /// Reports a problem with a value at its place in the link.
  private func note(
    _ damage: DamagedValue, of slot: Int?, at position: ValuePlace, _ place: (Int) -> ValuePlace?
  ) {
    guard let slot, let builder else { return }
    session.note(
      .damaged(
        damage, column: builder.names[slot],
        value: String(decoding: builder.value(slot), as: UTF8.self)), at: place(slot) ?? position,
      in: builder.row.file)
  }

  /// Reads the rows that are not elements, when the `rows` element ends.
  mutating func finish() {
    switch part.source {
    case .inline: notePatterns { [builder] in builder?.names[$0] ?? "" }
    case .counted(let count, let start, let digits): readNumbers(start, count, digits)
    case .file(let name): readFile(name)
    }
  }

  private mutating func readNumbers(_ start: Int, _ count: Int, _ digits: Int) {
    begin(file: session.path)
    guard provides(["number"]) else { return }
    // Reported at once, not after minutes of counting.
    guard session.delivery.pass == .duplicates || count <= session.delivery.tagsLeft / part.copies
    else { return session.note(.tooManyTags, at: part.position) }
    guard count == 1 || part.id?.variables.isEmpty != true else {
      return session.note(.oneIDForAll, at: part.position)
    }
    let slot = builder?.slot(of: "number") ?? RowBuilder.idSlot
    let takesID = part.id == nil
    for number in start..<start + count {
      guard !session.delivery.isStopped else { return }
      session.delivery.countSourceRow()
      let text = String(number)
      let padded = String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
      builder?.begin()
      if takesID { builder?.setID(padded.utf8.span) }
      if slot != RowBuilder.idSlot { builder?.set(slot, to: padded.utf8.span) }
      finish(
        hasID: takesID, copies: part.copies, at: ValuePlace(position: part.position)
      ) { _ in nil }
    }
  }

  /// Whether every variable of the job has a value here; others are reported.
  mutating func provides(
    _ names: [String], or isThere: (String) -> Bool = { _ in false }
  ) -> Bool {
    guard let builder else { return false }
    // Values that are not in the files may come with each tag.
    if session.isResolvedLater { return true }
    let known = names.filter { $0 != "id" } + ["id"]
    let knownInLinks =
      known + part.tokens.map(\.name) + ReservedVariable.allCases.map(\.rawValue)
    for slot in builder.openSlots
    where !names.contains(builder.names[slot]) && !isThere(builder.names[slot]) {
      let isInLink = builder.linkSlots.contains(slot)
      session.note(
        .unknownVariable(
          builder.names[slot], among: isInLink ? knownInLinks : known, mayBeToken: isInLink),
        at: part.position)
      self.builder = nil
    }
    return self.builder != nil
  }
}
