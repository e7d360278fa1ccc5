// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReport

/// The text of a line from a list of links; nil for a line beyond the limit.
///
/// Invalid UTF-8 is refused: repaired, it would be another link, and no one would notice.
func text(of line: [UInt8]?, limit: Int) throws(Refusal) -> String {
  guard let line else { throw .lineTooLong(limit: limit) }
  do throws(UTF8.ValidationError) {
    return String(copying: try UTF8Span(validating: line.span))
  } catch {
    let readable = String(decoding: line[..<error.byteOffsets.lowerBound], as: UTF8.self)
    throw .notUTF8(at: readable.unicodeScalars.count)
  }
}
