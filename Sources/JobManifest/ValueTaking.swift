// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Adds a value to a row: brought into the form that the part asks for, and checked for damage.

extension RowsReader {
  /// Sets a variable of the row, or the row's id; false if the row cannot be used.
  ///
  /// `name` and `place` are only evaluated if there is something to report.
  mutating func setValue(
    _ given: Span<UInt8>, as slot: Int, isID: Bool = false, name: () -> String,
    place: () -> ValuePlace
  ) -> Bool {
    guard builder != nil else { return true }
    let isOnTag = !isForPeople(slot)
    var kinds = CharacterKinds(of: given)
    if part.changesValues, kinds.contains(.beyondASCII) || given.hasSpaceAtEnd {
      let changed = part.changed(given)
      kinds = CharacterKinds(of: changed.span)
      return setValue(changed.span, kinds, slot, isID, isOnTag, name, place)
    }
    return setValue(given, kinds, slot, isID, isOnTag, name, place)
  }

  private mutating func setValue(
    _ value: Span<UInt8>, _ kinds: CharacterKinds, _ slot: Int, _ isID: Bool, _ isOnTag: Bool,
    _ name: () -> String, _ place: () -> ValuePlace
  ) -> Bool {
    if isOnTag {
      guard !containsControl(value, kinds) else {
        note(.controlCharacter(name()), place)
        return false
      }
      // Spaces at the ends of an id are an error of their own, so they need no warning.
      if !isID, value.hasSpaceAtEnd { note(.spaceAtEnd(name(), value: value.text), place) }
      if let damage = damage(of: value, kinds) {
        note(.damaged(damage, column: name(), value: value.text), place)
        guard !damage.isError else { return false }
      }
      if session.delivery.pass == .rows {
        patterns[slot].note(value, kinds, place)
      }
    } else if isLost(value, kinds) {
      note(.damagedLabel(value.text, column: name()), place)
    }
    give(value, to: slot, isID: isID, kinds)
    return true
  }

  /// Whether nobody can read any more what was in the cell.
  private func isLost(_ value: Span<UInt8>, _ kinds: CharacterKinds) -> Bool {
    switch damage(of: value, kinds) {
    case .errorWord(isCertain: true), .lostLetter: true
    default: false
    }
  }

  /// Sets a variable of the row, or the row's id, without a check.
  mutating func give(
    _ value: Span<UInt8>, to slot: Int, isID: Bool, _ kinds: CharacterKinds? = nil
  ) {
    if isID {
      builder?.setID(value)
    } else {
      builder?.set(slot, to: value, kinds ?? CharacterKinds(of: value))
    }
  }

  /// What is damaged in a value; a space at an end hides nothing.
  private func damage(of value: Span<UInt8>, _ kinds: CharacterKinds) -> DamagedValue? {
    if value.hasSpaceAtEnd {
      let inner = Array(NormalText.trimmed(value.withUnsafeBufferPointer { Array($0) }[...]))
      let damage = DamagedValue.search(inner.span, CharacterKinds(of: inner.span))
      if let damage { return damage }
    }
    return DamagedValue.search(value, kinds)
  }

  private func note(_ problem: Problem, _ place: () -> ValuePlace) {
    session.note(problem, at: place(), in: builder?.row.file)
  }

  /// Reports what the values of a column show together.
  mutating func notePatterns(names: (Int) -> String) {
    for (slot, pattern) in patterns.enumerated() {
      guard let (damage, first) = pattern.damage else { continue }
      session.note(
        .damagedColumn(damage, column: names(slot), value: first.text),
        at: first.places.first ?? ValuePlace(position: TextPosition()), in: builder?.row.file)
    }
    patterns.removeAll()
  }
}

/// Whether there is a character that no one can see and no link can have, such as a line break.
private func containsControl(_ value: Span<UInt8>, _ kinds: CharacterKinds) -> Bool {
  if kinds.contains(.control) { return true }
  guard kinds.contains(.beyondASCII) else { return false }
  var index = 0
  while index + 1 < value.count {
    // U+0080 to U+009F, and the separators of lines and paragraphs.
    if value[index] == 0xC2, value[index + 1] < 0xA0 { return true }
    if value[index] == 0xE2, index + 2 < value.count, value[index + 1] == 0x80,
      value[index + 2] == 0xA8 || value[index + 2] == 0xA9
    {
      return true
    }
    index += 1
  }
  return false
}

extension RowsPart {
  var changesValues: Bool { trims || composes }

  fileprivate func changed(_ value: Span<UInt8>) -> [UInt8] {
    var bytes = value.withUnsafeBufferPointer { Array($0) }
    if trims { bytes = Array(NormalText.trimmed(bytes[...])) }
    if composes { bytes = NormalText.composed(bytes[...]) }
    return bytes
  }
}

extension Span<UInt8> {
  var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

  /// Whether it begins or ends with white space, of whatever kind.
  fileprivate var hasSpaceAtEnd: Bool {
    guard count > 0 else { return false }
    let (first, last) = (self[0], self[count - 1])
    if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return true }
    guard first >= 0x80 || last >= 0x80 else { return false }
    let scalars = text.unicodeScalars
    return scalars.first?.properties.isWhitespace == true
      || scalars.last?.properties.isWhitespace == true
  }
}
