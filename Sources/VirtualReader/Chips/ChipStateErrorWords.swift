// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension ChipStateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong(let bytes):
      "The virtual tag has \(bytes) bytes, which is more than \(ChipStateLines.longestFile). "
        + "Give the path of a file that this program wrote."
    case .notText(let line):
      "Line \(line) of the virtual tag contains a byte that is not plain text. "
        + "Restore the file, or remove it to start with a new tag."
    case .notAChipState:
      "The file does not begin with \"\(ChipStateLines.firstWords)\" and a version. "
        + "Give the path of a virtual tag."
    case .unknownVersion:
      "The virtual tag has a version other than \(ChipStateLines.version). "
        + "Read it with the program that wrote it."
    case .unknownModel:
      "Line 2 of the virtual tag does not name a chip. Write \"model NTAG213\", for example."
    case .unknownLine(let line):
      "Line \(line) of the virtual tag means nothing to its chip. Correct or remove the line."
    case .badValue(let line, let word):
      "Line \(line) of the virtual tag has a bad value for \"\(word.rawValue)\". Correct the value."
    case .noSuchPage(let line, let page):
      "Line \(line) of the virtual tag names page \(HexText.text([UInt8(clamping: page)]))h, "
        + "which its chip does not have. Remove the line, or correct the model in line 2."
    case .repeated(let line, let first):
      "Line \(line) of the virtual tag repeats line \(first). Remove one of them."
    case .missing(let word, let number):
      "The virtual tag has no line \"\(word.line(number))\". "
        + "Restore the file, or remove it to start with a new tag."
    }
  }
}

extension ChipStateWord {
  /// How the line for this number begins, if such lines are numbered.
  fileprivate func line(_ number: Int) -> String {
    switch self {
    case .page, .block: "\(rawValue) \(HexText.text([UInt8(clamping: number)]))"
    default: rawValue
    }
  }
}
