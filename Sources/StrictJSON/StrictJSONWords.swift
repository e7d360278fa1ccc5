// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONFinding: CustomStringConvertible {
  /// The finding in words: the place, what is wrong, what to do.
  package var description: String {
    "\(position.atStart): \(message)"
  }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch rule {
    case .tooLarge:
      "The text is larger than \(limit ?? 0) bytes. Is this the right file?"
    case .tooDeep:
      "Brackets are nested more than \(limit ?? 0) deep. Is this the right file?"
    case .emptyText:
      "There is no JSON here. Write at least {} or []."
    case .htmlText:
      "This is a web page (HTML or XML), not JSON. Save or serve the JSON file itself."
    case .rtfText:
      "This is a word processor's file (RTF), not JSON. Save it as plain text."
    case .utf16Text:
      "This is UTF-16, but JSON is UTF-8. Save the file as UTF-8."
    case .invalidUTF8:
      "This byte is not UTF-8. Save the file as UTF-8."
    case .byteOrderMark:
      "The file begins with a byte-order mark. Save it as UTF-8 without BOM."
    case .textAfterValue:
      "The JSON value is complete here, but text follows. Remove it, or check the brackets."
    case .comment:
      "JSON has no comments. Remove this one."
    case .oddSpace:
      "\(named(character, atStart: true)) looks like a space but is not one in JSON. Replace it with a plain space."
    case .trailingComma:
      "This comma has nothing after it. Remove it."
    case .missingComma:
      "\(named(character, atStart: true)) follows without a comma. Put one before it."
    case .missingColon:
      "The key has no colon after it. Write it as \"key\": value."
    case .missingValue:
      "A key or a value is missing before \(named(character)). Add it, or correct the punctuation."
    case .wrongBracket:
      "\(named(character, atStart: true)) does not close the bracket\(of("opened in")). Check both."
    case .unclosedBracket:
      "The text ends within brackets\(of("opened in")). Close them, or get the whole file."
    case .unexpectedCharacter:
      "\(named(character, atStart: true)) is not allowed here. Remove it, or put it in quotes."
    case .duplicateKey:
      "The key \(quoted(name)) occurs twice\(of("first in")). Remove one, or merge them."
    case .unquotedKey:
      "Keys must be in double quotes. Write \"key\": value."
    case .smartQuote:
      "\(named(character, atStart: true)) is a typographic quote. Replace it with a plain double quote (\")."
    case .singleQuote:
      "JSON uses only double quotes. Replace \(named(character)) with a plain double quote (\")."
    case .unknownWord:
      "\(quoted(name)) is not true, false or null. Put it in quotes if it is text."
    case .leadingZero:
      "A number cannot begin with an extra 0. Remove the zeros, or put it in quotes."
    case .badNumber:
      "The number cannot continue with \(named(character)). Write it like 12, -0.5 or 1e3."
    case .unclosedString:
      "The string that begins here has no closing quote on its line. Add it."
    case .controlCharacter:
      "\(named(character, atStart: true)) is not allowed in a string. Write it as an escape, such as \\t."
    case .badEscape:
      "This backslash does not begin an escape. Write \\\\ for a backslash itself."
    case .loneSurrogate:
      "This \\u escape is half a character. Write both halves, or the character itself."
    }
  }

  private func of(_ relation: String) -> String {
    other.map { " (\(relation) \($0))" } ?? ""
  }

  private func quoted(_ text: String?) -> String {
    JSONValue.string(text ?? "").compact
  }

  /// A character as it can be shown: itself only if it has a shape of its own.
  private func named(_ character: Unicode.Scalar?, atStart: Bool = false) -> String {
    guard let character else { return atStart ? "The end of the text" : "the end of the text" }
    if character == "'" { return "\"'\"" }
    if (0x21...0x7E).contains(character.value) { return "'\(character)'" }
    let digits = String(character.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return character.properties.name.map { "\(code) (\($0))" } ?? code
  }
}

extension JSONPosition: CustomStringConvertible {
  package var description: String { "line \(line), column \(column)" }

  /// The same as the beginning of a message.
  package var atStart: String { "Line \(line), column \(column)" }
}

extension JSONEditError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothingThere(let step):
      "Step \(step + 1) of the path leads nowhere in this document. Add that member first."
    case .notAnArray(let position):
      "\(position.atStart): Elements can be added only to an array. Make this one."
    case .notAnObject(let position):
      "\(position.atStart): Members can be added only to an object. Make this one."
    case .keyIsTaken(let key, let position):
      "\(position.atStart): \(JSONValue.string(key).compact) exists already. Edit that member instead."
    case .keyIsTwice(let key):
      "The key \(JSONValue.string(key).compact) occurs twice in what is added. Keep one of them."
    case .tooDeep:
      "The document would be nested more than \(JSONLimits.depth) brackets deep. Add it further out."
    }
  }
}
