// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The values of the variables that the patterns of a file may name.
struct PatternVariables: Sendable {
  enum Values: Sendable {
    /// Exactly one character of these.
    case character(ASCIISet)
    /// One of these texts; they may hold `*` and `?`, but no variables.
    case texts([String])
  }

  /// Those that the file defines.
  let defined: [String: [String]]
  /// Those with a value that is empty, or has a slash at an end or two in a row.
  let namesWithSlashes: Set<String>
  /// Those with a value that begins or ends with a wildcard.
  let namesWithWildcards: Set<String>
  /// Those with a value that has a `?`.
  let namesWithCharacters: Set<String>

  init(defined: [String: [String]] = [:]) {
    self.defined = defined
    func names(where isOdd: (String.UTF8View) -> Bool) -> Set<String> {
      Set(defined.filter { $0.value.contains { isOdd($0.utf8) } }.keys)
    }
    namesWithSlashes = names { $0.isEmpty || $0.hasSlashAtEnd || $0.hasSlashesInARow }
    namesWithCharacters = names { $0.contains(UInt8(ascii: "?")) }
    namesWithWildcards = names { value in
      "*?".utf8.contains { $0 == value.first || $0 == value.last }
    }
  }

  /// The values after a name, which is taken to the letter; nil if there are none.
  ///
  /// The predefined ones come first: what it does to shadow them is not documented.
  subscript(name: String) -> Values? {
    Self.predefined[name] ?? defined[name].map { .texts($0) }
  }

  /// *applinks.SubstitutionVariables* of Apple's documentation; the two lists are those of macOS 27.
  static let predefined: [String: Values] = [
    "alpha": .character(ASCIISet("a"..."z", "A"..."Z")),
    "upper": .character(ASCIISet("A"..."Z")),
    "lower": .character(ASCIISet("a"..."z")),
    "alnum": .character(ASCIISet("a"..."z", "A"..."Z", "0"..."9")),
    "digit": .character(ASCIISet("0"..."9")),
    "xdigit": .character(ASCIISet("0"..."9", "a"..."f", "A"..."F")),
    "region": .texts(LocaleCodes.regions),
    "lang": .texts(LocaleCodes.languages),
  ]
}

extension BidirectionalCollection<UInt8> {
  fileprivate var hasSlashAtEnd: Bool {
    let slash = UInt8(ascii: "/")
    return first == slash || last == slash
  }

  /// Whether a slash comes directly after another one.
  var hasSlashesInARow: Bool {
    zip(self, dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == $0 }
  }
}

/// A set of ASCII characters: what a predefined variable such as `$(digit)` stands for.
struct ASCIISet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ ranges: ClosedRange<Unicode.Scalar>...) {
    for value in ranges.flatMap({ $0.lowerBound.value...$0.upperBound.value }) {
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value & 63) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte & 63) & 1 == 1
  }

  /// The lower-case letters of all letters in the set, and the other characters as they are.
  var folded: ASCIISet {
    var folded = self
    let upperCase: UInt64 = 0x7FF_FFFE
    folded.high = high & ~upperCase | (high & upperCase) << 32
    return folded
  }
}

extension UInt8 {
  /// The lower-case letter of an upper-case one (ASCII only), else the byte itself.
  package var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
