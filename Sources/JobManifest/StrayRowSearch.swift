// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A row of a sheet that most likely does not belong to the list.
package enum StrayRow: Hashable, Sendable {
  /// Every used cell says what the heading above it says.
  case namesAgain
  /// One cell does; the value is that of the heading.
  case nameAsValue(String)
  case total(String)
  /// Only one cell has something in it, while the rows around have more.
  case almostEmpty(String)
  /// The first row says what the columns are for.
  case explanation(String)
  /// Names of other columns below empty rows.
  case otherNames(String)

  var isError: Bool { self == .namesAgain }
}

/// Finds rows of a sheet that are not part of the list.
///
/// A list is seldom alone in its sheet: there are sums below it, headings between its parts, a
/// second list further down or at its side. Each would be a tag, or would be lost.
struct StrayRowSearch {
  /// The finding, and the column of its cell, counted from 0.
  typealias Found = (row: StrayRow, column: Int)

  private let headings: [[UInt8]]
  /// The columns whose values are written on tags.
  private let used: [Int]
  private var rowCount = 0
  private var lastNumber: Int

  /// Rows with one cell, which are judged when all others are known.
  private var almostEmpty: [(text: String, place: ValuePlace)] = []
  private var almostEmptyCount = 0

  private var samples: [Sample]
  private var sampledRows = 0
  private var firstRow: CSVRow.Places?

  /// What the first rows have in a column.
  private struct Sample {
    var text = ""
    var firstHasDigit = false
    var firstIsEmpty = true
    var firstIsInBrackets = false
    var laterInBrackets = 0
    var laterFilled = 0
    var laterWithDigit = 0

    /// Whether every value so far has a digit.
    var isNumbered: Bool { firstHasDigit && laterWithDigit == laterFilled }
  }

  /// A column without a name between others, while no row has anything in it.
  private var gaps: [(column: Int, place: ValuePlace)] = []

  private static let sampledRowsMax = 50
  private static let sampledColumnsMax = 32
  /// To tell an explanation from values, this many must differ.
  private static let rowsToCompareMin = 3

  init(_ row: borrowing CSVRow, used: [Int]) {
    let names = row.columns
    headings = names.map { Array($0.utf8) }
    self.used = used.sorted()
    lastNumber = row.header
    samples = Array(repeating: Sample(), count: min(names.count, Self.sampledColumnsMax))
    for index in names.indices where names[index].isEmpty {
      guard names[..<index].contains(where: { !$0.isEmpty }),
        names[(index + 1)...].count(where: { !$0.isEmpty }) > 1
      else { continue }
      gaps.append((index, row.headerPlace(index)))
    }
  }

  /// What a row shows at once.
  mutating func search(_ row: borrowing CSVRow) -> Found? {
    rowCount += 1
    let isBelowGap = row.header > 0 && row.number > lastNumber + 1 && rowCount > 1
    let emptyRows = row.number - lastNumber - 1
    lastNumber = row.number
    var filled = 0
    var first = 0
    for index in row.fields.indices where !row.fields[index].range.isEmpty {
      if filled == 0 { first = index }
      filled += 1
    }
    if !gaps.isEmpty { gaps.removeAll { !row.fields[$0.column].range.isEmpty } }
    guard filled > 0 else { return nil }
    if let found = headingsAgain(row) { return found }
    let text = row.bytes[row.fields[first].range]
    if SumWords.mayBegin(text), let word = SumWords.sum(text), isTotal(row, first, filled, word) {
      return (.total(row.text(first)), first)
    }
    if isBelowGap, hasOtherNames(row, filled, emptyRows) {
      return (.otherNames(row.text(first)), first)
    }
    if filled == 1, headings.count > 2 || isWordAmongNumbers(row, first) {
      almostEmptyCount += 1
      if almostEmpty.count < JobLimits.findingsOfAKindMax {
        almostEmpty.append((row.text(first), row.places.of(first)))
      }
    }
    if sampledRows < Self.sampledRowsMax { sample(row) }
    return nil
  }

  /// What only all rows together show.
  func finish() -> [(row: StrayRow, place: ValuePlace)] {
    var found: [(row: StrayRow, place: ValuePlace)] = []
    if 3 * almostEmptyCount <= rowCount {
      found += almostEmpty.map { (.almostEmpty($0.text), $0.place) }
    }
    if let firstRow, let column = explanation {
      found.append((.explanation(samples[column].text), firstRow.of(column)))
    }
    return found
  }

  /// The empty column between two tables, counted from 0; nil if there is none.
  var gapBetweenTables: (column: Int, place: ValuePlace)? { rowCount > 0 ? gaps.first : nil }

  // MARK: -

  private func headingsAgain(_ row: borrowing CSVRow) -> Found? {
    var same = 0
    var filled = 0
    var first: Int?
    for column in used where !row.fields[column].range.isEmpty {
      filled += 1
      guard isSame(row.bytes[row.fields[column].range], headings[column]) else { continue }
      same += 1
      first = first ?? column
    }
    guard let first else { return nil }
    return same == filled ? (.namesAgain, first) : (.nameAsValue(row.text(first)), first)
  }

  /// Whether the bytes differ at most in the case of ASCII letters.
  private func isSame(_ value: ArraySlice<UInt8>, _ heading: [UInt8]) -> Bool {
    guard value.count == heading.count, !heading.isEmpty else { return false }
    for (one, other) in zip(value, heading) where one != other {
      guard (one | 0x20) == (other | 0x20), (one | 0x20) &- UInt8(ascii: "a") < 26 else {
        return false
      }
    }
    return true
  }

  /// A shop may be called Total, but then the other cells of its row have words in them.
  private func isTotal(
    _ row: borrowing CSVRow, _ first: Int, _ filled: Int, _ sum: SumWords.Sum
  ) -> Bool {
    if sum == .whole, filled < headings.count { return true }
    if sum == .inside, filled == headings.count { return false }
    return row.fields.indices.allSatisfy { index in
      index == first || row.fields[index].range.isEmpty
        || isNumber(row.bytes[row.fields[index].range])
    }
  }

  private func isNumber(_ value: ArraySlice<UInt8>) -> Bool {
    var hasDigit = false
    for byte in value {
      if byte &- UInt8(ascii: "0") < 10 { hasDigit = true }
      if (byte | 0x20) &- UInt8(ascii: "a") < 26 { return false }
    }
    return hasDigit
  }

  /// Whether a value has no digit, while all others of the column have some.
  private func isWordAmongNumbers(_ row: borrowing CSVRow, _ column: Int) -> Bool {
    guard headings.count > 1, samples.indices.contains(column), samples[column].isNumbered else {
      return false
    }
    return !row.bytes[row.fields[column].range].contains { $0 &- UInt8(ascii: "0") < 10 }
  }

  private func hasOtherNames(_ row: borrowing CSVRow, _ filled: Int, _ emptyRows: Int) -> Bool {
    guard filled > 1 else { return false }
    var texts: Set<String> = []
    for index in row.fields.indices where !row.fields[index].range.isEmpty {
      let text = row.text(index).trimmed
      guard TitleLineSearch.isName(text), !text.contains(where: \.isNumber) else { return false }
      texts.insert(text)
    }
    guard texts.count == filled else { return false }
    // Words below numbers, or at least well apart from the rows above.
    return emptyRows > 1
      || samples.indices.contains { column in
        !row.fields[column].range.isEmpty && samples[column].isNumbered
      }
  }

  private mutating func sample(_ row: borrowing CSVRow) {
    sampledRows += 1
    let isFirst = sampledRows == 1
    if isFirst { firstRow = row.places }
    for index in samples.indices where !row.fields[index].range.isEmpty {
      let value = row.bytes[row.fields[index].range]
      let isInBrackets = isInBrackets(row.text(index))
      let hasDigit = value.contains { $0 &- UInt8(ascii: "0") < 10 }
      if isFirst {
        samples[index].text = row.text(index)
        samples[index].firstHasDigit = hasDigit
        samples[index].firstIsEmpty = false
        samples[index].firstIsInBrackets = isInBrackets
      } else {
        samples[index].laterFilled += 1
        if hasDigit { samples[index].laterWithDigit += 1 }
        if isInBrackets { samples[index].laterInBrackets += 1 }
      }
    }
  }

  private func isInBrackets(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return "([（<".contains(first) && ")]）>".contains(last)
  }

  /// The column that shows that the first row explains the others; nil if it is one of them.
  private var explanation: Int? {
    let inBrackets = samples.indices.first { index in
      let sample = samples[index]
      return sample.firstIsInBrackets && sample.laterFilled > 0 && sample.laterInBrackets == 0
    }
    if let inBrackets { return inBrackets }
    let different = samples.indices.filter { index in
      let sample = samples[index]
      return !sample.firstIsEmpty && !sample.firstHasDigit
        && sample.laterFilled >= Self.rowsToCompareMin
        && sample.laterWithDigit == sample.laterFilled
    }
    if let found = different.first(where: used.contains)
      ?? (different.count > 1 ? different[0] : nil)
    {
      return found
    }
    // A second line of names has none for the column that numbers the rows.
    guard let first = samples.first, first.firstIsEmpty, first.laterFilled > 1,
      first.laterFilled == sampledRows - 1
    else { return nil }
    return samples.firstIndex { !$0.firstIsEmpty }
  }
}

/// What stands before a sum in the languages of spreadsheets.
private enum SumWords {
  enum Sum { case whole, inside }

  private static let words: Set = [
    "sum", "total", "totals", "grand total", "subtotal", "sub-total", "sub total", "overall",
    "summe", "summen", "gesamt", "gesamtsumme", "gesamtergebnis", "gesamtzahl", "gesamtanzahl",
    "insgesamt", "zwischensumme", "teilergebnis", "endsumme",
    "somme", "total général", "total general", "sous-total", "ensemble",
    "suma", "suma total", "total parcial", "suma końcowa", "suma całkowita", "razem", "ogółem",
    "totale", "totale generale", "totale complessivo", "subtotale", "soma", "total geral",
    "totaal", "eindtotaal", "subtotaal", "totalt", "summa", "yhteensä", "i alt", "delsumma",
    "celkem", "celkový součet", "mezisoučet", "spolu", "összesen", "végösszeg", "toplam",
    "genel toplam", "ukupno", "skupaj", "kokku", "kopā", "iš viso", "σύνολο", "γενικό σύνολο",
    "итого", "всего", "общий итог", "итог", "разом", "усього", "всичко", "общо", "сума", "сумма",
    "合計", "総計", "小計", "计", "合计", "总计", "小计", "總計", "合計数", "합계", "총계", "소계", "총합계",
    "المجموع", "الإجمالي", "סה\"כ", "סך הכל", "รวม", "ผลรวม", "tổng", "tổng cộng", "jumlah",
  ]

  /// The beginnings of all of them, and of the signs of sums, by `beginning`.
  private static let beginnings: [Bool] = {
    var beginnings = [Bool](repeating: false, count: 1 << 15)
    for word in words.union(["σ", "σ ", "∑"]) {
      beginnings[beginning(word.utf8)] = true
    }
    return beginnings
  }()

  private static let bytesMax = 48

  /// Whether a closer look is worth it, which it is for few values.
  static func mayBegin(_ value: ArraySlice<UInt8>) -> Bool {
    value.count <= bytesMax && beginnings[beginning(value)]
  }

  /// The first three bytes as a number in which the case of letters makes no difference, as it may
  /// change every byte of a letter that is not ASCII.
  private static func beginning(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.prefix(3).reduce(0) { number, byte in
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      return number << 5 | Int(byte >= 0x80 ? 31 : letter < 26 ? letter + 1 : 30)
    }
  }

  static func sum(_ value: ArraySlice<UInt8>) -> Sum? {
    let text = String(decoding: value, as: UTF8.self).lowercased().trimmed
    if text.hasPrefix("σ ") || text.hasPrefix("∑") || text == "σ" { return .whole }
    // The sum itself may follow in the same cell.
    var word = text[...]
    while let last = word.last, last.isNumber || last.isWhitespace || ":=.,()€$%".contains(last) {
      word.removeLast()
    }
    if words.contains(String(word)) { return .whole }
    // The sum of a part, such as `Summe Nord`.
    let begin = text.prefix { !$0.isWhitespace && $0 != ":" }
    return words.contains(String(begin)) ? .inside : nil
  }
}
