// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import StrictJSON
internal import Terminal

/// The languages of the page and of the operator's screen, each in a file of `Templates/languages`.
enum Languages {
  /// By the code that browsers and `LANG` have; a test compares them with the folder.
  static let files: [(code: String, bytes: [UInt8])] = [
    ("de", PackageResources.de_json), ("en", PackageResources.en_json),
  ]

  /// All of them in one object, for the page.
  static var object: [UInt8] {
    let members = files.map { Array("\"\($0.code)\":".utf8) + $0.bytes }
    return Array("{".utf8) + members.joined(separator: ",".utf8) + Array("}".utf8)
  }

  /// The words of the language that the terminal's environment names; English if there is no such.
  static func ofUser() -> OperatorWords {
    let bytes = files.first { $0.code == TerminalKind.language }?.bytes ?? PackageResources.en_json
    return OperatorWords(try? JSONDocument(reading: bytes).root)
  }
}
