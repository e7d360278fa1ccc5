// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// A quick look rules out nothing that a slow one finds.
struct DamageHintsTests {
  private func expectSame(_ text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return }
    let kinds = CharacterKinds(of: bytes.span)
    let quick = DamagedValue.ofWhole(bytes.span, kinds, DamageHints(bytes.span, kinds))
    #expect(
      quick == DamagedValue.ofWhole(bytes.span, kinds, DamageHints()), "\(text.debugDescription)")
  }

  @Test(arguments: DamagedValueTests.values)
  func valuesOfTheTable(value: String, rule: String) {
    for text in [value, " \(value)", "\(value) ", value.uppercased(), value.lowercased()] {
      expectSame(text)
    }
  }

  @Test func everyWordOfAProgram() {
    let words = SpreadsheetWords.errors.union(SpreadsheetWords.nothings)
      .union(SpreadsheetWords.nothingWords).union(SpreadsheetWords.shortErrors)
    for word in words {
      for text in [
        word, word.lowercased(), word.uppercased(), "a \(word)", "1 \(word)", "\(word)-1",
      ] {
        expectSame(text)
      }
    }
    for month in SpreadsheetWords.months {
      for separator in [" ", ".", "-", "/", ". ", "\u{A0}"] {
        expectSame("4\(separator)\(month)")
        expectSame("\(month)\(separator)26")
        expectSame("\(month)\(separator)2026.")
        expectSame("\(month.capitalizedFirst)\(separator)4")
      }
    }
  }

  @Test func textsByChance() {
    var random = Splitmix64(seed: 1)
    let pieces = [
      "n", "a", "NaN", "null", "#", "REF!", ":", "5", "12", "2026", "-", ".", "/", " ", "+", "E",
      "00:00", "T", "Z", "Mar", "mai", "日", "月", "年", "(", "leer", "[object ", "=", "'", "…", "...",
      "é", "x", "1900", "×", "10^", "Mär", "\u{A0}", "26", "월",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...6, using: &random)
      expectSame((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
