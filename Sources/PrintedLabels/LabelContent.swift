// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// What is printed for one row.
package struct LabelContent: Hashable, Sendable {
  /// The row's id, with characters that cannot be printed shown by their number.
  package let id: String
  /// The name that people know the row by.
  package let name: String?
  /// The link, as phones read it off the tag; the code has it byte for byte.
  package let link: String

  package init(id: String, name: String?, link: String) {
    self.id = visible(id)
    self.name = name.map(printable).flatMap { $0.isEmpty ? nil : $0 }
    self.link = link
  }

  /// What is set in large type.
  var title: String { name ?? id }

  /// The link as it is printed beside the code, without what every link begins with.
  var shownLink: String {
    let shown = visible(link)
    return shown.hasPrefix("https://") ? String(shown.dropFirst("https://".count)) : shown
  }
}

/// A name as it may be printed: on one line, and nothing in it that turns other letters around.
///
/// What joins letters stays, because Persian, Hindi and many others need it.
func printable(_ text: String) -> String {
  var printed = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      if printed.last != " ", !printed.isEmpty { printed.append(" ") }
    case .format:
      if joins.contains(scalar) { printed.append(scalar) }
    case .privateUse, .unassigned, .surrogate: printed.append("\u{FFFD}")
    default: printed.append(scalar)
    }
  }
  while printed.last == " " { printed.removeLast() }
  return String(printed)
}

/// Joiners, and marks of direction that turn no other letters around.
private let joins: Set<Unicode.Scalar> = [
  "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{061C}",
]
