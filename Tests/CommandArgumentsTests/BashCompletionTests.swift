// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import TestSupport
import Testing

@Suite("Completion in bash", .enabled(if: isInstalled("bash"), "bash is not installed"))
struct BashCompletionTests {
  @Test(
    "the script offers what may come next",
    arguments: [
      (["press", ""], ["print", "copy", "roll", "help"]),
      (["press", "-"], ["--help", "--version"]),
      (["press", "ro"], ["roll"]),
      (["press", "roll", ""], ["load", "check"]),
      (["press", "roll", "load", ""], ["plain", "glossy"]),
      (["press", "roll", "load", "--d"], ["--directory"]),
      (["press", "roll", "load", "--directory", ""], ["folder"]),
      (["press", "print", "--paper", ""], ["plain", "glossy"]),
      (["press", "print", "--paper", "="], ["plain", "glossy"]),
      (["press", "print", "--paper", "=", "g"], ["glossy"]),
      (["press", "print", "-p", "p"], ["plain"]),
      (["press", "print", "--count", ""], []),
      (["press", "print", "x", "two"], ["two words.txt"]),
      (["press", "print", "--", "--j"], []),
      (["press", "roll", "check", ""], ["--help"]),
      (["press", "help", ""], ["print", "copy", "roll"]),
      (["press", "help", "roll", "l"], ["load"]),
      (["press", "help", "print", ""], []),
    ])
  func offers(_ words: [String], _ expected: [String]) throws {
    let directory = try sampleDirectory(script: sampleTool.description.bashCompletion)
    let program = """
      source ./script
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _press
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      exit 0
      """
    let result = try run("bash", ["-c", program, "bash"] + words, directory: directory.path)
    #expect(
      result
        == ProcessResult(
          exit: .code(0), stdout: Array(expected.map { "\($0)\n" }.joined().utf8), stderr: []))
  }
}

/// A directory with the script, a file with a space in its name, and a folder.
func sampleDirectory(script: String) throws -> TemporaryDirectory {
  let directory = try TemporaryDirectory()
  try directory.write(script, to: "script")
  try directory.write("", to: "two words.txt")
  _ = try run("mkdir", ["folder"], directory: directory.path)
  return directory
}
