// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// Programs that no one here wrote, against `tagpress simulate`.
///
/// One after another: some of them wait no longer than a tenth of a second for the reader.
@Suite(.serialized, .timeLimit(.minutes(10))) enum SimulatorPeers {}

/// A running `tagpress simulate`, and a folder in which other programs find its reader.
final class Simulation {
  let directory: TemporaryDirectory
  private let program: BackgroundProgram
  /// What the simulation printed: the name under which libnfc opens the reader.
  private let reader: String

  /// Puts the first of these tags onto a reader.
  init(_ tags: StateFile...) throws {
    directory = try TemporaryDirectory()
    var files: [String] = []
    for (index, tag) in tags.enumerated() {
      files.append(try directory.write(tag.description, to: Simulation.name(index)))
    }
    let link = directory.path(of: "COM1")  // the only free name that nfcpy takes, see nfcpy.py
    program = try BackgroundProgram(
      builtTool,
      ["simulate", "--link", link, "--control", directory.path(of: "desk"), "--stack"] + files)
    reader = try #require(program.nextLine())
    #expect(reader == "pn532_uart:\(link)")
  }

  /// The file of a tag as it is now.
  func state(_ index: Int = 0) throws -> StateFile {
    StateFile(String(decoding: try directory.read(Simulation.name(index)), as: UTF8.self))
  }

  /// Runs a program of libnfc or libfreefare to its end, in the folder.
  func peer(_ name: String, _ arguments: String..., input: String = "") throws -> ProcessResult {
    let environment = [
      "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin", "LC_ALL": "C",
      "LIBNFC_DEVICE": reader, "LIBNFC_LOG_LEVEL": "0", "TOOL": builtTool,
    ]
    return try run(
      name, arguments, input: Array(input.utf8), environment: environment,
      directory: directory.path)
  }

  /// Does something with nfcpy and gives the line that `nfcpy.py` prints, or why it printed none.
  func nfcpy(_ arguments: String...) throws -> String { try nfcpy(arguments) }

  func nfcpy(_ arguments: [String]) throws -> String {
    let result = try run(
      peerPython, ["\(packageRoot)/.ci/peers/nfcpy.py"] + arguments, directory: directory.path)
    guard result.exit == .code(0) else {
      return String(result.errorOutput.split(separator: "\n").last ?? "no word of nfcpy")
    }
    return String(result.output.dropLast())
  }

  @discardableResult
  func tell(_ words: String) throws -> String {
    try run(
      builtTool, ["simulate", "--control", directory.path(of: "desk"), "--tell", words]
    ).output
  }

  /// Ends the simulation, which must leave nothing but its tags, and gives the file of the first.
  func stop() throws -> StateFile {
    try tell("stop")
    #expect(try program.finish().exit == .code(0))
    #expect(!directory.entries.contains("COM1") && !directory.entries.contains("desk"))
    return try state()
  }

  private static func name(_ index: Int) -> String { "\(index + 1).tag" }
}
