// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A simulation in a folder of its own, and the program run alongside it.
final class Desk {
  let folder: TemporaryDirectory
  private var simulation: BackgroundProgram
  /// The name under which programs open the reader.
  private(set) var reader: String
  private let arguments: [String]

  /// Puts a new tag of this chip on the reader, or one with this state; the others are for later.
  init(
    chip: String = "ntag213", pages: [Int: String] = [:], state: String? = nil,
    tags: [String] = ["one.tag", "two.tag"]
  ) throws {
    folder = try TemporaryDirectory()
    if let state { try folder.write(state, to: "one.tag") }
    if !pages.isEmpty { try Desk.makeTag(chip, pages, in: folder) }
    // A terminal's own number is given to another test as soon as this one is unplugged.
    let fixed =
      ["simulate", "--control", "desk", "--link", folder.path(of: "reader")]
      + tags.flatMap { ["--stack", $0] }
    arguments = fixed + ["--chip", chip]
    simulation = try BackgroundProgram(builtTool, arguments, directory: folder.path)
    reader = try #require(simulation.nextLine())
  }

  /// Changes the lines of a tag's file while no reader is there, then puts the first tag on the
  /// reader again.
  func edit(_ name: String, _ change: (inout [String]) -> Void) throws {
    try tell("stop")
    _ = try simulation.finish()
    var lines = String(decoding: try folder.read(name), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    change(&lines)
    try folder.write(lines.joined(separator: "\n") + "\n", to: name)
    simulation = try BackgroundProgram(builtTool, arguments, directory: folder.path)
    reader = try #require(simulation.nextLine())
  }

  /// Replaces a page of a tag, given as in its file: `05` and `34 03 00 FE`.
  func edit(_ name: String, page: String, to bytes: String) throws {
    try edit(name) { lines in
      for index in lines.indices where lines[index].hasPrefix("page \(page) ") {
        lines[index] = "page \(page) \(bytes)"
      }
    }
  }

  /// Makes the file of a new tag and changes pages in it.
  private static func makeTag(
    _ chip: String, _ pages: [Int: String], in folder: TemporaryDirectory
  ) throws {
    let maker = try BackgroundProgram(
      builtTool, ["simulate", "--stack", "one.tag", "--chip", chip, "--control", "maker"],
      directory: folder.path)
    _ = maker.nextLine()
    _ = try run(
      builtTool, ["simulate", "--control", "maker", "--tell", "stop"], directory: folder.path)
    _ = try maker.finish()
    var lines = String(decoding: try folder.read("one.tag"), as: UTF8.self).split(separator: "\n")
    for (page, content) in pages {
      let start = "page \(page < 16 ? "0" : "")\(String(page, radix: 16, uppercase: true)) "
      for index in lines.indices where lines[index].hasPrefix(start) {
        lines[index] = "\(start)\(content)"[...]
      }
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "one.tag")
  }

  /// Runs a command with the reader as its reader.
  func tagpress(_ arguments: String..., input: String = "") throws -> ProcessResult {
    try tagpress(arguments, input: input)
  }

  func tagpress(_ arguments: [String], input: String = "") throws -> ProcessResult {
    try run(
      builtTool, arguments, input: Array(input.utf8),
      environment: ["LIBNFC_DEVICE": reader, "PATH": "/usr/bin:/bin"], directory: folder.path)
  }

  /// Says something to the simulation and returns its answer.
  @discardableResult
  func tell(_ words: String) throws -> String {
    try tagpress("simulate", "--control", "desk", "--tell", words).output
  }

  /// The pages of a tag's file, in hex.
  func pages(of name: String = "one.tag") throws -> [String] {
    String(decoding: try folder.read(name), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("page ") }
      .map { $0.split(separator: " ").dropFirst(2).joined().lowercased() }
  }

  /// The UID in the pages of a tag's file.
  func uid(of name: String = "one.tag") throws -> String {
    let pages = try pages(of: name)
    return (pages[0].prefix(6) + pages[1]).uppercased()
  }

  /// The IDm in the file of a FeliCa tag.
  func idm(of name: String = "one.tag") throws -> String {
    let lines = String(decoding: try folder.read(name), as: UTF8.self).split(separator: "\n")
    // A FeliCa Lite-S keeps it in a block.
    let line = try #require(lines.first { $0.hasPrefix("idm ") || $0.hasPrefix("block 83 ") })
    let digits = line.split(separator: " ").dropFirst(line.hasPrefix("idm ") ? 1 : 2).joined()
    return String(digits.prefix(16))
  }

  /// The number of a counter of the simulation.
  func counter(_ name: String) throws -> Int {
    let text = try tell("counters")
    let rest = text.components(after: "\"\(name)\":")
    return Int(rest.prefix { $0.isNumber }) ?? -1
  }
}

extension String {
  /// What follows the first place where a text is; empty when it is nowhere.
  fileprivate func components(after text: String) -> Substring {
    var rest = self[...]
    while !rest.isEmpty, !rest.hasPrefix(text) { rest = rest.dropFirst() }
    return rest.dropFirst(text.count)
  }
}
