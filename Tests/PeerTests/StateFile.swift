// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The text in which a virtual tag keeps everything that survives without power.
///
/// A test takes the whole file before, makes the changes that it expects, and compares it with the
/// whole file after.
struct StateFile: Equatable, CustomStringConvertible, CustomTestStringConvertible {
  var lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n")
  }

  /// A new tag, as a simulation makes it.
  init(newTag chip: String) throws {
    let directory = try TemporaryDirectory()
    let program = try BackgroundProgram(
      builtTool, ["simulate", "--chip", chip, "--stack", "tag", "--control", "desk"],
      directory: directory.path)
    _ = program.nextLine()
    _ = try run(
      builtTool, ["simulate", "--control", "desk", "--tell", "stop"], directory: directory.path)
    _ = try program.finish()
    self.init(String(decoding: try directory.read("tag"), as: UTF8.self))
  }

  /// The model is enough to name a case of a test.
  var testDescription: String { lines.count > 1 ? String(lines[1]) : "" }

  var description: String { lines.joined(separator: "\n") + "\n" }

  /// All pages or blocks in a row.
  var memory: [UInt8] {
    lines.filter(isCells).flatMap { line in
      line.split(separator: " ").dropFirst(2).compactMap { UInt8($0, radix: 16) }
    }
  }

  /// The memory in hex, page by page.
  var pages: [String] { lines.filter(isCells).map { digits($0).lowercased() } }

  /// As people compare it with what an app on a phone shows.
  var uidInPairs: String {
    uid.uppercased().matches(of: /../).map { String($0.0) }.joined(separator: ":")
  }

  var uid: String {
    let head = memory.prefix(8)
    return hex(Array(head.prefix(3) + head.suffix(4)))
  }

  /// The same with other content in some pages or blocks, in hex.
  func with(_ changes: [Int: String]) -> StateFile {
    var new = self
    for (number, content) in changes {
      let name = hex([UInt8(clamping: number)]).uppercased()
      for (place, line) in lines.enumerated() where isCells(line) {
        let word = line.prefix { $0 != " " }
        guard line.hasPrefix("\(word) \(name) ") else { continue }
        let bytes = bytes(content).map { hex([$0]).uppercased() }
        new.lines[place] = "\(word) \(name) \(bytes.joined(separator: " "))"
      }
    }
    return new
  }

  /// The same with these bytes from the start of a page on.
  func with(_ bytes: [UInt8], fromPage first: Int) -> StateFile {
    var all = memory
    all.replaceSubrange(first * 4..<first * 4 + bytes.count, with: bytes)
    var changes: [Int: String] = [:]
    for page in first...first + (bytes.count - 1) / 4 {
      changes[page] = hex(Array(all[page * 4..<page * 4 + 4]))
    }
    return with(changes)
  }

  /// The same with another line in place of one.
  func with(_ new: Substring, insteadOf old: Substring) -> StateFile {
    var file = self
    file.lines = lines.map { $0 == old ? new : $0 }
    return file
  }

  /// Without the seed of the chip's random numbers, which moves on with each challenge.
  var withoutSeed: StateFile {
    var new = self
    new.lines.removeAll { $0.hasPrefix("random ") }
    return new
  }

  private func isCells(_ line: Substring) -> Bool {
    line.hasPrefix("page ") || line.hasPrefix("block ")
  }

  private func digits(_ line: Substring) -> String {
    line.split(separator: " ").dropFirst(2).joined()
  }
}

/// Bytes as lower-case hex.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The bytes of a text of hex digits; whatever is not one is left out.
func bytes(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(clamping: digits[$0] << 4 | digits[$0 + 1])
  }
}
