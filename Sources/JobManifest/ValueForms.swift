// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The forms of the values in a manifest. The schema says the same as patterns.

extension String {
  /// The words between the white space of XML.
  var words: [String] {
    wordsAndColumns.map(\.word)
  }

  /// The words, and how many characters come before each.
  var wordsAndColumns: [(word: String, column: Int)] {
    split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }.map {
      (String($0), unicodeScalars.distance(from: startIndex, to: $0.startIndex))
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }
  fileprivate var isHexadecimal: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
  /// One of the marks that separate words in names.
  fileprivate func isOne(of marks: StaticString) -> Bool {
    marks.withUTF8Buffer { $0.contains(self) }
  }
}

/// Letters, digits, and within them dots, hyphens and `_`: also a good file name.
package func isJobID(_ text: String) -> Bool {
  guard text.utf8.count <= JobLimits.jobIDCharactersMax, let first = text.utf8.first else {
    return false
  }
  return (first.isLetter || first.isDigit)
    && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: "._-") }
}

/// Letters as people write them where there is only ASCII.
private let spellings: [Character: String] = [
  "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "æ": "ae", "ø": "oe", "œ": "oe", "ł": "l",
  "á": "a", "à": "a", "â": "a", "ã": "a", "ç": "c", "č": "c", "ć": "c", "é": "e", "è": "e",
  "ê": "e",
  "ë": "e", "ě": "e", "ę": "e", "ą": "a", "í": "i", "ì": "i", "î": "i", "ï": "i", "ñ": "n",
  "ń": "n",
  "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ő": "o", "ř": "r", "š": "s", "ś": "s", "ú": "u",
  "ù": "u",
  "û": "u", "ů": "u", "ű": "u", "ý": "y", "ž": "z", "ź": "z", "ż": "z",
]

/// A letter of another alphabet than ASCII in letters of that one; others as they are.
private func spelt(_ character: Character) -> String {
  guard !character.isASCII, let small = character.lowercased().first, let text = spellings[small]
  else { return String(character) }
  return character.isUppercase ? text.prefix(1).uppercased() + text.dropFirst() : text
}

/// The most similar name that a job can have.
package func jobID(like text: String) -> String {
  var name = ""
  for character in text.flatMap(spelt) {
    let isKept = character.isASCII && character.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    if isKept || ("._-".contains(character) && !name.isEmpty) {
      name.append(character)
    } else if let last = name.last, last != "-" {
      name.append("-")
    }
  }
  while let last = name.last, last == "-" || last == "." { name.removeLast() }
  return name.isEmpty ? "job" : String(name.prefix(JobLimits.jobIDCharactersMax))
}

/// Some bytes without controls, without `/`, and without spaces at the ends.
func isRowID(_ id: ArraySlice<UInt8>) -> Bool {
  !id.isEmpty && id.count <= JobLimits.rowIDBytesMax
    && id.first != UInt8(ascii: " ") && id.last != UInt8(ascii: " ")
    && id.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
}

/// Ten capitals or digits of the team, a dot, and the bundle's identifier.
func isAppleIdentifier(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  guard bytes.count > 11, bytes[10] == UInt8(ascii: ".") else { return false }
  return bytes[..<10].allSatisfy { $0.isCapital || $0.isDigit }
    && bytes[11...].allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: ".-") }
}

/// Two parts or more between dots; each begins with a letter.
func isPackageName(_ text: String) -> Bool {
  let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  return parts.count > 1
    && parts.allSatisfy { part in
      part.first?.isLetter == true
        && part.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }
}

/// SHA-256 fingerprints as `keytool` prints them: 32 pairs of hexadecimal digits, with colons.
func areCertificates(_ text: String) -> Bool {
  let words = text.words
  return !words.isEmpty
    && words.allSatisfy { word in
      let pairs = word.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      return pairs.count == 32
        && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexadecimal) }
    }
}

/// Associated domains as Xcode lists them, such as `applinks:*.example.com?mode=developer`.
func areEntitlements(_ text: String) -> Bool {
  let words = text.words
  return !words.isEmpty && words.allSatisfy { Entitlement($0) != nil }
}

/// Hosts, each perhaps with a path that may end with a star.
func areFilters(_ text: String) -> Bool {
  let words = text.words
  return !words.isEmpty
    && words.allSatisfy { word in
      let parts = word.utf8.split(
        separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts.count > 1 ? parts[1] : ""[...].utf8
      return isDeclaredHost(parts[0])
        && (path.last == UInt8(ascii: "*") ? path.dropLast() : path).allSatisfy {
          (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "*")
        }
    }
}

/// A host, perhaps with `*.` before it.
private func isDeclaredHost(_ host: Substring.UTF8View) -> Bool {
  let name = host.starts(with: "*.".utf8) ? host.dropFirst(2) : host
  return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: ".-") }
}

/// One associated domain.
private struct Entitlement {
  let service: Substring
  let host: Substring
  let isRestricted: Bool

  init?(_ word: String) {
    let halves = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty,
      halves[0].utf8.allSatisfy({ $0.isLetter && !$0.isCapital })
    else { return nil }
    let parts = halves[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let modes = ["mode=developer", "mode=managed", "mode=developer+managed"]
    guard isDeclaredHost(parts[0].utf8), parts.count == 1 || modes.contains(String(parts[1]))
    else { return nil }
    service = halves[0]
    host = parts[0]
    isRestricted = parts.count > 1
  }
}

extension App.Declaration {
  /// The associated domains of one service; those of the others say nothing about links.
  static func entitlements(in text: String, for service: String) -> [App.Declaration] {
    text.words.compactMap { Entitlement($0) }.filter { $0.service == service }.map { entitlement in
      App.Declaration(host: entitlement.host, isRestricted: entitlement.isRestricted)
    }
  }

  static func filters(in text: String) -> [App.Declaration] {
    text.words.map { word in
      let host = word.prefix { $0 != "/" }
      return App.Declaration(
        host: host, path: host.endIndex < word.endIndex ? String(word[host.endIndex...]) : nil)
    }
  }

  private init(host: Substring, path: String? = nil, isRestricted: Bool = false) {
    let name = host.lowercased()
    isWildcard = name.hasPrefix("*.")
    self.host = isWildcard ? String(name.dropFirst(2)) : name
    self.path = path
    self.isRestricted = isRestricted
  }
}

/// A language code such as `en` or `de-CH`.
func isLanguage(_ text: String) -> Bool {
  let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return text.utf8.count <= 63 && parts.first?.allSatisfy(\.isLetter) == true
    && parts.allSatisfy {
      (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isDigit }
    }
}
