// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import Files
internal import JobWork
internal import StrictJSON
internal import Terminal

/// The languages of the page and of the operator's screen, each in a file of `Templates/languages`.
enum Languages {
  /// Their codes, as browsers and `LANG` have them.
  static let codes = TemplateFiles.names(in: "languages").map { String($0.dropLast(".json".count)) }

  static func bytes(of code: String) -> [UInt8] {
    TemplateFiles.bytes(at: "languages/\(code).json")
  }

  /// All of them in one object, for the page.
  static var object: [UInt8] {
    let members = codes.map { Array("\"\($0)\":".utf8) + bytes(of: $0) }
    return Array("{".utf8) + members.joined(separator: ",".utf8) + Array("}".utf8)
  }

  /// The words of the terminal's language by its environment; English if there are none.
  static func ofUser() -> OperatorWords {
    let code = codes.first { $0 == TerminalKind.language } ?? "en"
    return OperatorWords(try? JSONDocument(reading: bytes(of: code)).root)
  }
}
