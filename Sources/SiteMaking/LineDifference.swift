// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The lines in which two texts differ, in the form of `diff -u`.
package struct LineDifference {
  private enum Change: String {
    case none = " "
    case removed = "-"
    case added = "+"
  }

  /// Lines around a difference that are shown, too.
  private static let context = 3
  /// Lines that are compared one by one; longer texts are shown as replaced.
  private static let lineCount = 5000

  private var lines: [(change: Change, text: ArraySlice<UInt8>)] = []

  package init(from old: [UInt8], to new: [UInt8]) {
    let old = Self.lines(of: old)
    let new = Self.lines(of: new)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    if old.count + new.count <= Self.lineCount {
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
      }
    } else {
      removed = Set(old.indices)
      added = Set(new.indices)
    }
    var (oldLine, newLine) = (0, 0)
    while oldLine < old.count || newLine < new.count {
      if removed.contains(oldLine) {
        lines.append((.removed, old[oldLine]))
        oldLine += 1
      } else if newLine < new.count {
        let isAdded = added.contains(newLine)
        lines.append((isAdded ? .added : .none, new[newLine]))
        newLine += 1
        oldLine += isAdded ? 0 : 1
      }
    }
  }

  /// The differences with the lines around them.
  package var hunks: String {
    var page = ""
    for hunk in hunkRanges {
      let before = lines[..<hunk.lowerBound]
      page += "@@ -\(Self.range(.added, behind: before, lines[hunk]))"
      page += " +\(Self.range(.removed, behind: before, lines[hunk])) @@\n"
      for (change, text) in lines[hunk] {
        let isEnded = text.last == UInt8(ascii: "\n")
        let shown = String(decoding: isEnded ? text.dropLast() : text, as: UTF8.self)
        let pieces = shown.split(separator: "\t", omittingEmptySubsequences: false)
        page += change.rawValue + pieces.map { visible(String($0)) }.joined(separator: "\t") + "\n"
        if !isEnded { page += "\\ No newline at end of file\n" }
      }
    }
    return page
  }

  /// The differences that are near each other, with their surroundings.
  private var hunkRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, line) in lines.enumerated() where line.change != .none {
      let start = max(0, index - Self.context)
      let end = min(lines.count, index + Self.context + 1)
      if let last = ranges.last, last.upperBound >= start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }

  /// First line and number of lines on the side that lacks the lines with a change.
  private static func range(
    _ lacking: Change, behind before: ArraySlice<(change: Change, text: ArraySlice<UInt8>)>,
    _ hunk: ArraySlice<(change: Change, text: ArraySlice<UInt8>)>
  ) -> String {
    let first = before.count { $0.change != lacking }
    let count = hunk.count { $0.change != lacking }
    // A side without lines is said to follow the line before it.
    return count == 0 ? "\(first),0" : count == 1 ? "\(first + 1)" : "\(first + 1),\(count)"
  }

  /// The lines with their ends, so that a missing end is a difference, too.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(bytes[start...offset])
      start = offset + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
