// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A simulation in a folder of its own, and the program run beside it.
final class Desk {
  let folder: TemporaryDirectory
  private let simulation: BackgroundProgram
  /// The name under which programs open the reader.
  let reader: String

  /// Lays a new tag of this chip on the reader; the others are for later.
  init(
    chip: String = "ntag213", pages: [Int: String] = [:], tags: [String] = ["one.tag", "two.tag"]
  ) throws {
    folder = try TemporaryDirectory()
    if !pages.isEmpty { try Desk.makeTag(chip, pages, in: folder) }
    let fixed = ["simulate", "--control", "desk"] + tags.flatMap { ["--stack", $0] }
    simulation = try BackgroundProgram(
      builtTool, fixed + ["--chip", chip], directory: folder.path)
    reader = try #require(simulation.nextLine())
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

  /// The number of a counter of the simulation.
  func counter(_ name: String) throws -> Int {
    let text = try tell("counters")
    let rest = text.components(after: "\"\(name)\":")
    return Int(rest.prefix { $0.isNumber }) ?? -1
  }
}

extension String {
  /// What follows the first place where a text stands; empty when it stands nowhere.
  fileprivate func components(after text: String) -> Substring {
    var rest = self[...]
    while !rest.isEmpty, !rest.hasPrefix(text) { rest = rest.dropFirst() }
    return rest.dropFirst(text.count)
  }
}
