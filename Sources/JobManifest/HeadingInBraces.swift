// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// A heading that someone wrote into a template, and that no template can name.
struct HeadingInBraces {
  let heading: String

  /// The name around a character of a template, counted in Unicode scalars.
  init?(in text: String, at offset: Int) {
    let scalars = Array(text.unicodeScalars)
    guard offset >= 0, offset < scalars.count,
      let start = scalars[...offset].lastIndex(of: "{"),
      let end = scalars[(start + 1)...].firstIndex(where: { $0 == "}" || $0 == "{" }),
      scalars[end] == "}"
    else { return nil }
    var begin = start + 1
    if begin < end, "+#./;?&".unicodeScalars.contains(scalars[begin]) { begin += 1 }
    var name = String.UnicodeScalarView()
    for (index, scalar) in scalars[begin..<end].enumerated() {
      if scalar == "," {
        // If there are several names, it is the one with the character.
        if begin + index > offset { break }
        name = String.UnicodeScalarView()
      } else {
        name.append(scalar)
      }
    }
    heading = cleaned(heading: String(name))
    guard heading.contains(where: { $0.isLetter || $0.isNumber }), !isVariableName(heading) else {
      return nil
    }
  }
}

/// What to write instead of a heading between braces.
func words(ofHeadingInBraces heading: String) -> String {
  let fault =
    "{\(shown(heading))} cannot be a name in braces, which has only letters from A to Z, digits and _."
  // The column has a name of its own that one can guess.
  if heading.utf8.allSatisfy({ $0 < 0x80 }) {
    return "\(fault) Write {\(variableName(of: heading))}."
  }
  let name = suggestedName(for: heading)
  return "\(fault) Add <column name=\"\(xml(shown(heading)))\" as=\"\(name)\"/> to <rows> and write"
    + " {\(name)}, or use the number of the column, as in {column.2}."
}

/// A name for a column that is like its heading, as far as its letters allow.
func suggestedName(for heading: String) -> String {
  let spelt: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l",
    " ": "_", "-": "_", "/": "_", "_": "_",
  ]
  var name = ""
  for scalar in heading.lowercased().unicodeScalars {
    if let letters = spelt[scalar] {
      name += letters
    } else if scalar.isASCII, UInt8(scalar.value).isNameByte {
      name.unicodeScalars.append(scalar)
    }
  }
  return name.contains { $0.isLetter } ? name : "name"
}

extension Problem {
  /// Why a text with braces cannot be used.
  static func braces(of text: String, _ fault: TextTemplate.Fault) -> Problem {
    // The fault is at the brace, and the name behind it.
    HeadingInBraces(in: text, at: fault.offset).map { .headingInBraces($0.heading, inLink: false) }
      ?? .braces
  }
}
