// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension WebLinkError: CustomStringConvertible {
  /// The reason in words, with the next step.
  package var description: String {
    let place = "character \(offset + 1)"
    switch rule {
    case .empty:
      return "there is no link; write one, such as https://example.com/."
    case .tooLong:
      return "the link is longer than \(WebLink.byteCountMax) bytes; use a shorter one."
    case .spaceAtEdge:
      return "\(place): the link begins or ends with a space; remove it."
    case .controlCharacter:
      return "\(place) is a control character (\(code)), perhaps a tab or a line end; remove it."
    case .invisibleCharacter:
      return "\(place) cannot be seen (\(code)); remove it, it was pasted by accident."
    case .backslash:
      return "\(place) is a backslash; write / instead, or %5C if it is meant."
    case .badEscape:
      return "\(place): % is not followed by two hexadecimal digits; write %25 for a percent sign."
    case .missingScheme:
      return "the link does not say how it is opened; write https:// in front of it."
    case .noHost:
      return "\(place): the name of the web site is missing; write it as https://example.com/."
    case .credentials:
      return "\(place): the link has a user or a password before an @, which anyone with a phone"
        + " could read; remove it, or write %40 for an @ in the path."
    case .hostCharacter:
      return "\(place): the name of a web site cannot contain \(shown); correct the name."
    case .emptyLabel:
      return "\(place): the name of the web site has a dot too many; remove it."
    case .hostTooLong:
      return
        "\(place): the name of the web site is longer than \(LinkHost.byteCountMax) bytes, or a"
        + " part between dots longer than \(LinkHost.labelByteCountMax); correct it."
    case .hostName:
      return "\(place): no web site can have this name (IDNA 2008); correct its spelling."
    case .badAddress:
      return
        "\(place): this is no IP address; write a name, or one like 192.0.2.1 or [2001:db8::1]."
    case .badPort:
      return
        "\(place): a port is a number from 1 to 65535; correct it, or remove it with its colon."
    }
  }

  private var shown: String {
    guard let character, !character.properties.isWhitespace else { return "a space" }
    return "`\(character)`"
  }

  private var code: String {
    let digits = String(character?.value ?? 0, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension LinkChange: CustomStringConvertible {
  /// What was done, to follow the new link in a sentence.
  package var description: String {
    switch self {
    case .schemeCase: "wrote the scheme in the usual case"
    case .hostCase: "wrote the host in lower case"
    case .punycode: "wrote the host in Punycode"
    case .percentEncoded: "percent-encoded what a link cannot hold"
    case .dotSegments: "resolved . and .. in the path"
    }
  }
}
