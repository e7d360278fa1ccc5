// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport

/// `tagpress --version`, from the start of the process to its end, compared with a C program that
/// does nothing and is linked to the same libraries.
func starting() throws -> [Row] {
  let what = "`tagpress --version`, from start to end"
  let folder = try TemporaryDirectory()
  guard isInstalled("clang"), isInstalled("readelf") else {
    let time = try medianOfRuns { try start([builtTool, "--version"]) }
    return [Row(what, shown(time * 1000, "ms"), beside: "clang or readelf: not installed")]
  }
  let empty = try emptyProgram(linkedLike: builtTool, in: folder)
  let (ours, theirs) = try mediansOfRuns {
    try start([builtTool, "--version"])
  } beside: {
    try start([empty])
  }
  return [
    Row(
      what, shown(ours * 1000, "ms"),
      beside: "an empty C program with the same libraries: \(shown(theirs * 1000, "ms"))",
      timesBetter: theirs / ours)
  ]
}

/// The mean of many starts in a row, each of which is too short for the clock of a busy machine.
private func start(_ command: [String]) throws -> Double {
  let count = 20
  return try seconds {
    for _ in 0..<count {
      let result = try run(command[0], Array(command.dropFirst()))
      guard result.exit == .code(0) else { throw FailedRun(result: result) }
    }
  } / Double(count)
}

private func emptyProgram(
  linkedLike program: String, in folder: borrowing TemporaryDirectory
) throws -> String {
  let source = try folder.write("int main(void) { return 0; }\n", to: "empty.c")
  let path = folder.path(of: "empty")
  // "(NEEDED)  Shared library: [libnfc.so.6]"
  let libraries = try run("readelf", ["-d", program]).output.split(separator: "\n")
    .filter { $0.contains("(NEEDED)") }
    .compactMap { $0.split(separator: "[").last?.split(separator: "]").first }
  let result = try run(
    "clang", ["-O2", source, "-o", path, "-Wl,--no-as-needed"] + libraries.map { "-l:\($0)" })
  guard result.exit == .code(0) else { throw FailedRun(result: result) }
  return path
}
