// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Letters of different alphabets that look the same in most fonts.
enum LookAlikes {
  /// Greek and Cyrillic letters, each with the Latin one that it looks like.
  static let latin: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs = zip(
      "АВЕКМНОРСТХаеорсухіјѕЅІЈԁһӏԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ".unicodeScalars,
      "ABEKMHOPCTXaeopcyxijsSIJdhlqwABEZHIKMNOPTYXovu".unicodeScalars)
    return Dictionary(pairs) { first, _ in first }
  }()
  private static let like = Set(latin.values)

  private enum Script {
    case latin, other

    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
        self = .latin
      case 0x386...0x3FF, 0x400...0x52F, 0x1F00...0x1FFF: self = .other
      default: return nil
      }
    }
  }

  /// Whether a word has letters of two alphabets, and those of one could all be of the other.
  ///
  /// `kΩ` and `USB-кабель` are meant like that. The parts of a host are one word.
  static func areMixed(in text: String) -> Bool {
    let mark = text.utf8.indices.first { text.utf8[$0...].starts(with: "://".utf8) }
    let host = mark.map { text[text.utf8.index($0, offsetBy: 3)...].prefix { $0 != "/" } }
    if let host, isMixed(host.unicodeScalars.filter { !".-:".unicodeScalars.contains($0) }[...]) {
      return true
    }
    return text.unicodeScalars.split { scalar in
      Script(scalar) == nil && !("0"..."9").contains(scalar) && scalar != "-"
        && scalar.properties.canonicalCombiningClass == .notReordered
    }.contains { isMixed($0) }
  }

  private static func isMixed(_ word: some Sequence<Unicode.Scalar>) -> Bool {
    var (latinLetters, others) = (0, 0)
    var (latinAlike, othersAlike) = (0, 0)
    for scalar in word {
      switch Script(scalar) {
      case .latin:
        latinLetters += 1
        if like.contains(scalar) { latinAlike += 1 }
      case .other:
        others += 1
        if latin[scalar] != nil { othersAlike += 1 }
      case nil: continue
      }
    }
    return latinLetters > 0 && others > 0 && (latinLetters == latinAlike || others == othersAlike)
  }

  /// What the letters of a short code are.
  enum Code {
    /// Latin letters alone.
    case latin
    /// Letters of another alphabet that look like Latin ones.
    case alike
    case other
  }

  /// What the letters of a value are that has digits as well; nil if there are no letters.
  static func code(_ text: String) -> Code? {
    var found: Code?
    for scalar in text.unicodeScalars {
      switch Script(scalar) {
      case .latin:
        if found == .alike { return .other }
        found = .latin
      case .other:
        if latin[scalar] == nil || found == .latin { return .other }
        found = .alike
      case nil:
        if !scalar.isASCII { return .other }
      }
    }
    return found
  }
}
