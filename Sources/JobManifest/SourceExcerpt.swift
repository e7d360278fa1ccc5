// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A piece of a file's line around a place, to be shown with a finding.
package struct SourceExcerpt: Hashable, Sendable {
  /// The characters before the place.
  package fileprivate(set) var before = ""
  /// The character at the place and what follows it in the line.
  package fileprivate(set) var after = ""
  /// Whether the line begins earlier, or ends later, than the piece.
  package fileprivate(set) var isCutBefore = false
  package fileprivate(set) var isCutAfter = false

  /// The characters on either side that are kept of a long line.
  static let reach = 100

  /// The pieces around places of a file, read in one pass; none where the file has changed.
  ///
  /// A spreadsheet is shown in the encoding that it was read in; nil for a manifest.
  package static func all(
    of path: String, at places: [TextPosition], spreadsheet encoding: CSVEncoding?
  ) -> [TextPosition: SourceExcerpt] {
    var scan = ExcerptScan(places, returnEndsLine: encoding != nil)
    do throws(SourceFile.Failure) {
      let file = try SourceFile(path)
      var decoder = CSVDecoder(stated: encoding ?? .utf8)
      var buffer = [UInt8](repeating: 0, count: JobSession.chunkSize)
      var text: [UInt8] = []
      var count = 0
      repeat {
        count = try file.read(into: &buffer)
        text.removeAll(keepingCapacity: true)
        decoder.decode(buffer.span.extracting(first: count), isLast: count == 0, into: &text)
        scan.read(text)
      } while count > 0 && !scan.isDone
    } catch {
      return [:]
    }
    return scan.excerpts
  }

  /// The pieces around places of a text that is at hand, in which CR ends a line, too.
  package static func all(
    in text: [UInt8], at places: [TextPosition]
  ) -> [TextPosition: SourceExcerpt] {
    var scan = ExcerptScan(places, returnEndsLine: true)
    scan.read(text)
    return scan.excerpts
  }
}

/// Goes over UTF-8 and keeps what is around the places.
private struct ExcerptScan {
  private(set) var excerpts: [TextPosition: SourceExcerpt] = [:]
  private let places: [TextPosition]
  private let returnEndsLine: Bool
  private var line = 1
  private var column = 1
  private var lastWasReturn = false
  /// The first place whose piece is not complete.
  private var next = 0

  init(_ places: [TextPosition], returnEndsLine: Bool) {
    self.places = Set(places).sorted()
    self.returnEndsLine = returnEndsLine
  }

  var isDone: Bool { next == places.count }

  mutating func read(_ text: [UInt8]) {
    var index = 0
    while index < text.count, !isDone {
      let byte = text[index]
      let isSecondHalf = lastWasReturn && byte == UInt8(ascii: "\n")
      lastWasReturn = returnEndsLine && byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if !isSecondHalf, lastWasReturn || byte == UInt8(ascii: "\n") { endLine() }
        index += 1
      } else if places[next].line > line {
        // A line that no one asks for.
        index =
          text[index...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
          ?? text.count
      } else {
        let end = text[(index + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? text.count
        keep(String(decoding: text[index..<end], as: UTF8.self))
        index = end
      }
    }
  }

  private mutating func endLine() {
    while !isDone, places[next].line == line {
      excerpts[places[next], default: .empty(at: places[next])].isCutAfter = false
      next += 1
    }
    line += 1
    column = 1
  }

  private mutating func keep(_ character: String) {
    defer { column += 1 }
    while !isDone, places[next].line == line, places[next].column + SourceExcerpt.reach < column {
      excerpts[places[next]]?.isCutAfter = true
      next += 1
    }
    var index = next
    while index < places.count, places[index].line == line,
      places[index].column - SourceExcerpt.reach <= column
    {
      let place = places[index]
      if column < place.column {
        excerpts[place, default: .empty(at: place)].before += character
      } else {
        excerpts[place, default: .empty(at: place)].after += character
      }
      index += 1
    }
  }
}

extension SourceExcerpt {
  fileprivate static func empty(at place: TextPosition) -> SourceExcerpt {
    var excerpt = SourceExcerpt()
    excerpt.isCutBefore = place.column > reach + 1
    return excerpt
  }
}
