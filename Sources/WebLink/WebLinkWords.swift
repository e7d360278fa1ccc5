// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension WebLinkError: CustomStringConvertible {
  /// The reason in words, with the next step; characters are counted from 1.
  package var description: String {
    switch rule {
    case .empty:
      "There is no link; write one, such as https://example.com/."
    case .tooLong:
      "The link is longer than \(WebLink.byteCountMax) bytes; use a shorter one."
    case .missingScheme:
      switch meant {
      case .mail: "The link does not say how it is opened; write mailto: before it."
      case .telephone:
        "The link does not say how it is opened; write tel: before the number, without spaces."
      default: "The link does not say how it is opened; write https:// before it."
      }
    case .mistypedScheme:
      "The link begins with a mistyped https; correct it to https://."
    case .schemeNotOpened:
      "No phone opens links of this kind from a tag; use an https link."
    case .spaceAtEdge:
      here("the link begins or ends with a space; remove it.")
    case .controlCharacter:
      here("this is a control character (\(code)), perhaps a tab or a line end; remove it.")
    case .invisibleCharacter:
      here(
        "this character is invisible (\(code)); remove it, as it was probably pasted by "
          + "accident.")
    case .noCharacter:
      here(
        "not all phones know this character (\(code)), which was perhaps damaged in copying; write"
          + " the link again.")
    case .backslash:
      here("this is a backslash; write / instead, or %5C if it is meant.")
    case .badEscape:
      here("% is not followed by two hexadecimal digits; write %25 for a percent sign.")
    case .doubledScheme:
      here("https:// is there twice; remove one of them.")
    case .emptyTarget:
      here("the link ends where it should say what to open; complete it, such as tel:+4930123.")
    case .numberCharacter:
      here("\(shown) cannot be used in a number (RFC 3966); write it like tel:+4930123.")
    case .noHost:
      here("the name of the web site is missing; write it as https://example.com/.")
    case .credentials:
      here(
        "the link has a user or a password before an @, which anyone with a phone"
          + " could read; remove it, or write %40 for an @ in the path.")
    case .hostCharacter:
      here("the name of a web site cannot contain \(shown); correct the name.")
    case .emptyLabel:
      here("the name of the web site has one dot too many; remove it.")
    case .hostTooLong:
      here(
        "the name of the web site is longer than \(LinkHost.byteCountMax) bytes, or a"
          + " part between dots longer than \(LinkHost.labelByteCountMax); correct it.")
    case .hostName:
      here(
        "the rules for international names (IDNA 2008) do not allow this name; use another name of"
          + " the site.")
    case .badAddress:
      here("this is not an IP address; write a name, or one like 192.0.2.1 or [2001:db8::1].")
    case .badPort:
      here("a port is a number from 1 to 65535; correct it, or remove it with its colon.")
    }
  }

  private func here(_ words: String) -> String { "Character \(offset + 1): \(words)" }

  private var shown: String { words(of: character) }

  private var code: String {
    let digits = String(character?.value ?? 0, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

/// The character as it can be printed within a sentence.
private func words(of character: Unicode.Scalar?) -> String {
  guard let character, !character.properties.isWhitespace else { return "a space" }
  return "`\(character)`"
}

extension URITemplateError: CustomStringConvertible {
  /// The reason in words, with the next step.
  package var description: String {
    let place = "Character \(offset + 1)"
    switch rule {
    case .tooLong:
      return "the link is longer than \(URITemplate.byteCountMax) bytes; use a shorter one."
    case .tooManyVariables:
      return
        "\(place): the link has more than \(URITemplate.variableCountMax) variables; use fewer."
    case .unclosedBrace:
      return "\(place): a `{` is never closed; write `}` after the name, or %7B for a brace."
    case .strayBrace:
      return "\(place): a `}` closes nothing; write `{` before the name, or %7D for a brace."
    case .emptyExpression:
      return "\(place): the braces are empty; write the name of a variable between them."
    case .reservedOperator:
      return "\(place): \(words(of: character)) is reserved for later versions of URI templates"
        + " (RFC 6570); begin the braces with a name or with one of + # . / ; ? &."
    case .variableName:
      let reason = character == nil ? "a name is missing" : "\(words(of: character)) is not allowed"
      return
        "\(place): \(reason) in the braces; names have letters, digits, _ and dots between them. "
        + "Write _ for each other character of a column's name."
    case .prefixLength:
      return "\(place): after a colon comes the number of characters to use; write a number"
        + " from 1 to 9999."
    case .literalCharacter:
      return "\(place): a link cannot contain \(words(of: character)); percent-encode it."
    case .badEscape:
      return "\(place): % is not followed by two hexadecimal digits; write %25 for a percent sign."
    }
  }
}

extension LinkChange: CustomStringConvertible {
  /// What was done, to follow the new link in a sentence.
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
      "An iPhone opens no link of this kind from a tag; only an Android phone with an app for it"
        + " does. Use an https link to reach both."
    case .http:
      "An http link may open only the browser; use https if the site supports it."
    case .port:
      "The link names a port, but apps are found by the host alone; leave out the port if you can."
    case .rootDot:
      "The host ends with a dot, so phones may take it for another host; remove the dot."
    case .address:
      "The host is an IP address, for which no app can be registered; use the name of the site."
    case .singleLabel:
      "The host has no dot, so phones elsewhere will not find it; use the full name of the site."
    case .shortener:
      "The host is a link shortener: phones open the browser there, not the app, and the link"
        + " ends with the service; write the link that it leads to."
    case .encodedDots:
      "The path has an encoded . or .. (%2e), which some programs resolve and others do not;"
        + " write the path without it."
    }
  }
}
