// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONFinding: CustomStringConvertible {
  /// The finding in words: the place, what is wrong, what to do.
  package var description: String {
    "\(position): \(message)"
  }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch rule {
    case .tooLarge:
      "the text is larger than \(limit ?? 0) bytes; is this the right file?"
    case .tooDeep:
      "brackets are more than \(limit ?? 0) levels deep; is this the right file?"
    case .emptyText:
      "there is no JSON here; write at least {} or []."
    case .htmlText:
      "this is a web page (HTML or XML), not JSON; save or serve the JSON file itself."
    case .rtfText:
      "this is a word processor's file (RTF), not JSON; save it as plain text."
    case .utf16Text:
      "this is UTF-16, and JSON is UTF-8; save the file as UTF-8."
    case .invalidUTF8:
      "this byte is not UTF-8; save the file as UTF-8."
    case .byteOrderMark:
      "the file begins with a byte-order mark; save it as UTF-8 without BOM."
    case .textAfterValue:
      "the JSON value is complete here, but text follows; remove it, or check the brackets."
    case .comment:
      "JSON has no comments; remove this one."
    case .oddSpace:
      "\(named(character)) looks like a space, but is none in JSON; replace it by a plain space."
    case .trailingComma:
      "this comma has nothing after it; remove it."
    case .missingComma:
      "\(named(character)) follows without a comma; put one in front of it."
    case .missingColon:
      "the key has no colon after it; write it as \"key\": value."
    case .missingValue:
      "a key or a value is missing before \(named(character)); fill it in, or remove that."
    case .wrongBracket:
      "\(named(character)) does not close the bracket\(of("opened in")); check both."
    case .unclosedBracket:
      "the text ends within brackets\(of("opened in")); close them, or get the whole file."
    case .unexpectedCharacter:
      "\(named(character)) cannot stand here; remove it, or put it between quotes."
    case .duplicateKey:
      "the key \(quoted(name)) is there twice\(of("first in")); remove or merge one."
    case .unquotedKey:
      "keys stand between double quotes; write \"key\": value."
    case .smartQuote:
      "\(named(character)) is a typographic quote; replace it by a plain double quote (\")."
    case .singleQuote:
      "JSON has double quotes only; replace \(named(character)) by a plain double quote (\")."
    case .unknownWord:
      "\(quoted(name)) is none of true, false and null; put it between quotes if it is text."
    case .leadingZero:
      "a number does not begin with 0; remove the zeros, or put it between quotes."
    case .badNumber:
      "the number cannot go on with \(named(character)); write it like 12, -0.5 or 1e3."
    case .unclosedString:
      "the string that begins here has no closing quote on its line; add it."
    case .controlCharacter:
      "\(named(character)) cannot stand in a string; write it as an escape, such as \\t."
    case .badEscape:
      "this backslash begins no escape; write \\\\ for a backslash itself."
    case .loneSurrogate:
      "this \\u escape is half a character; write both halves, or the character itself."
    }
  }

  private func of(_ relation: String) -> String {
    other.map { " (\(relation) \($0))" } ?? ""
  }

  private func quoted(_ text: String?) -> String {
    JSONValue.string(text ?? "").compact
  }

  /// A character as it can be shown: itself only if it has a shape of its own.
  private func named(_ character: Unicode.Scalar?) -> String {
    guard let character else { return "the end of the text" }
    if (0x21...0x7E).contains(character.value) { return "`\(character)`" }
    let digits = String(character.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return character.properties.name.map { "\(code) (\($0))" } ?? code
  }
}

extension JSONPosition: CustomStringConvertible {
  package var description: String { "line \(line), column \(column)" }
}

extension JSONEditError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothingThere(let step):
      "step \(step + 1) of the path leads nowhere in this document; add that member first."
    case .notAnArray(let position):
      "\(position): elements can be added to an array only; make this one."
    case .notAnObject(let position):
      "\(position): members can be added to an object only; make this one."
    case .keyIsTaken(let key, let position):
      "\(position): \(JSONValue.string(key).compact) is there already; edit that member instead."
    case .keyIsTwice(let key):
      "the key \(JSONValue.string(key).compact) is there twice in what is added; keep one of them."
    case .tooDeep:
      "the document would be more than \(JSONLimits.depth) brackets deep; add it further out."
    }
  }
}
