// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import SiteAssociation

/// An association file that was named on the command line, and what is wrong with it.
struct LintedFile {
  /// More than phones take, so that the linter and not the reading says what is too much.
  static let largest = 16 << 20

  /// As it was typed.
  let path: String
  let bytes: [UInt8]
  let lint: AssociationLint

  init(_ path: String) throws(InputError) {
    self.path = path
    bytes = try InputFile(path).rest(limit: Self.largest)
    // Standard input has no name that could be wrong.
    let name = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
    lint = AssociationLint(bytes, fileName: name)
  }

  var folder: String { Files.folder(of: path) }
}
