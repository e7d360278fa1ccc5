// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import TestSupport
import Testing

@Suite("Completion in fish", .enabled(if: isInstalled("fish"), "fish is not installed"))
struct FishCompletionTests {
  @Test(
    "the script offers what may come next",
    arguments: [
      (
        "press ",
        "copy\tCopy labels\nhelp\tExplain a command\nprint\tPrint one label\nroll\tload, check\n"
      ),
      ("press roll ", "check\tCheck the roll\nload\tLoad a new roll\n"),
      ("press roll load ", "glossy\nplain\n"),
      ("press roll load --d", "--directory\tWhere rolls are kept\n"),
      ("press roll load --directory ", "folder/\tDirectory\n"),
      ("press print --paper ", "glossy\tThe paper to use\nplain\tThe paper to use\n"),
      ("press print --paper=g", "--paper=glossy\tThe paper to use\n"),
      ("press print --q", "--quiet\tSay nothing [unless: it fails]\n"),
      ("press print --count ", ""),
      ("press print x two", "two words.txt\n"),
      ("press help roll l", "load\tLoad a new roll\n"),
      ("press help print ", ""),
    ])
  func offers(_ line: String, _ expected: String) throws {
    let directory = try sampleDirectory(script: sampleTool.description.fishCompletion)
    let program = "source script; complete -C $argv[1]"
    let result = try run(
      "fish", ["--no-config", "-c", program, line],
      environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
      directory: directory.path)
    #expect(result == ProcessResult(exit: .code(0), stdout: Array(expected.utf8), stderr: []))
  }
}
