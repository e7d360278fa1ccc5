// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension WebLinkError: CustomStringConvertible {
  /// The reason in words, with the next step; characters are counted from 1.
  package var description: String {
    switch rule {
    case .empty:
      "There is no link. Write one, such as https://example.com/."
    case .tooLong:
      "The link is longer than \(WebLink.byteCountMax) bytes. Use a shorter one."
    case .missingScheme:
      switch meant {
      case .mail: "The link does not say how to open it. Write mailto: before it."
      case .telephone:
        "The link does not say how to open it. Write tel: before the number, without spaces."
      default: "The link does not say how to open it. Write https:// before it."
      }
    case .mistypedScheme:
      "The link begins with a mistyped https. Correct it to https://."
    case .schemeNotOpened:
      "No phone opens this kind of link from a tag. Use an https link."
    case .spaceAtEdge:
      here("The link begins or ends with a space. Remove it.")
    case .controlCharacter:
      here("This is a control character (\(code)), perhaps a tab or a line end. Remove it.")
    case .invisibleCharacter:
      here(
        "This character is invisible (\(code)) and was probably pasted by accident. Remove it.")
    case .noCharacter:
      here(
        "Not all phones know this character (\(code)). Perhaps it was damaged in copying. Write the"
          + " link again.")
    case .backslash:
      here("This is a backslash. Write / instead, or %5C if you really mean a backslash.")
    case .badEscape:
      here("% is not followed by two hexadecimal digits. Write %25 for a percent sign.")
    case .doubledScheme:
      here("The link has https:// twice. Remove one of them.")
    case .emptyTarget:
      here("The link ends where it should say what to open. Complete it, such as tel:+4930123.")
    case .numberCharacter:
      here(
        "\(words(of: character, atStart: true)) cannot be used in a number (RFC 3966). Write it like tel:+4930123."
      )
    case .noHost:
      here("The name of the website is missing. Write it as https://example.com/.")
    case .credentials:
      here(
        "The link has a user name or password before an @, and anyone with a phone could read it."
          + " Remove it, or write %40 for an @ in the path.")
    case .hostCharacter:
      here("The name of a website cannot contain \(shown). Correct the name.")
    case .emptyLabel:
      here("The name of the website has one dot too many. Remove it.")
    case .hostTooLong:
      here(
        "The name of the website is longer than \(LinkHost.byteCountMax) bytes, or a"
          + " part between dots is longer than \(LinkHost.labelByteCountMax). Correct it.")
    case .hostName:
      here(
        "The rules for international names (IDNA 2008) do not allow this name. Use another name"
          + " for the website.")
    case .badAddress:
      here("This is not an IP address. Write a name, or one like 192.0.2.1 or [2001:db8::1].")
    case .badPort:
      here("A port is a number from 1 to 65535. Correct it, or remove it with its colon.")
    }
  }

  private func here(_ words: String) -> String { "Character \(offset + 1): \(words)" }

  private var shown: String { words(of: character) }

  package var code: String { codePoint(character?.value ?? 0) }
}

/// A character by its number, such as `U+00AD`.
package func codePoint(_ number: UInt32) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}

/// The character as it can be printed within a sentence.
private func words(of character: Unicode.Scalar?, atStart: Bool = false) -> String {
  guard let character, !character.properties.isWhitespace else {
    return atStart ? "A space" : "a space"
  }
  return character == "'" ? "\"'\"" : "'\(character)'"
}

extension URITemplateError: CustomStringConvertible {
  /// The reason in words, with the next step.
  package var description: String {
    let place = "Character \(offset + 1)"
    switch rule {
    case .tooLong:
      return "The link is longer than \(URITemplate.byteCountMax) bytes. Use a shorter one."
    case .tooManyVariables:
      return
        "\(place): The link has more than \(URITemplate.variableCountMax) variables. Use fewer."
    case .unclosedBrace:
      return "\(place): A '{' is never closed. Write '}' after the name, or %7B for a brace."
    case .strayBrace:
      return "\(place): A '}' closes nothing. Write '{' before the name, or %7D for a brace."
    case .emptyExpression:
      return "\(place): The braces are empty. Write the name of a variable between them."
    case .reservedOperator:
      return
        "\(place): \(words(of: character, atStart: true)) is reserved for later versions of URI templates"
        + " (RFC 6570). Begin the braces with a name or with one of + # . / ; ? &."
    case .variableName:
      let reason =
        character == nil
        ? "A name is missing" : "\(words(of: character, atStart: true)) is not allowed"
      return
        "\(place): \(reason) in the braces. Names have letters, digits and _, with dots only between them."
        + " Write _ for any other character of a column's name."
    case .prefixLength:
      return "\(place): After the colon comes the number of characters to use. Write a number"
        + " from 1 to 9999."
    case .literalCharacter:
      return "\(place): A link cannot contain \(words(of: character)). Percent-encode it."
    case .badEscape:
      return "\(place): % is not followed by two hexadecimal digits. Write %25 for a percent sign."
    }
  }
}

extension LinkChange: CustomStringConvertible {
  /// What was done, as a part of the sentence that gives the new link.
  package var description: String {
    switch self {
    case .schemeCase: "wrote the scheme in the usual case"
    case .hostCase: "wrote the host in lower case"
    case .punycode: "wrote the host in Punycode"
    case .percentEncoded: "percent-encoded what a link cannot contain"
    case .hashes: "percent-encoded each # of the number"
    case .dotSegments: "resolved . and .. in the path"
    }
  }
}

extension LinkDoubt: CustomStringConvertible {
  /// The doubt in a sentence or two, with what may be done about it.
  package var description: String {
    switch self {
    case .androidOnly:
      "An iPhone does not open this kind of link from a tag. Only an Android phone with an app for"
        + " it does. Use an https link to reach both."
    case .http:
      "An http link may open only the browser. Use https if the website supports it."
    case .port:
      "The link names a port, but phones find apps by the host alone. Leave out the port if you can."
    case .rootDot:
      "The host ends with a dot, so phones may take it for another host. Remove the dot."
    case .address:
      "The host is an IP address, for which no app can be registered. Use the name of the website."
    case .singleLabel:
      "The host has no dot, so phones elsewhere will not find it. Use the full name of the website."
    case .shortener:
      "The host is a link shortener. Phones open it in the browser and not in the app, and the link"
        + " stops working when the service ends. Write the link that it leads to."
    case .encodedDots:
      "The path has an encoded . or .. (%2e), which some programs resolve and others do"
        + " not. Write the path without it."
    }
  }
}

extension UnservedHost: CustomStringConvertible {
  /// What the host is, as the rest of a sentence that names it, with what to do about it.
  package var description: String {
    switch self {
    case .reserved:
      "a name that is kept for examples and tests. Write the name of your website instead."
    case .phoneItself:
      "which on every phone means the phone itself. Write the name of your website instead."
    case .ownNetwork:
      "a name that only one network knows. If the tags are for phones elsewhere, write a name that"
        + " all of them know."
    case .placeholder:
      "a name that often stands for one's own website. Write the name of your website if this is"
        + " not it."
    }
  }
}
