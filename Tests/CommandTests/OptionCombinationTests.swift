// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// An option that would do nothing is refused: its user would believe in what does not happen.
@Suite struct OptionCombinationTests {
  @Test(arguments: [
    ("rehearse job.xml --plain --json", "'--plain' means nothing beside '--json'"),
    ("rehearse job.xml --seed 3", "'--seed' means nothing without '--faults'"),
    ("write job.xml --json --plain", "'--plain' means nothing beside '--json'"),
    ("write job.xml --plan --sound play", "'--sound' means nothing beside '--plan'"),
    ("write job.xml --plan --reader a", "'--reader' means nothing beside '--plan'"),
    ("write job.xml --plan --on-done a", "'--on-done' means nothing beside '--plan'"),
    ("write job.xml --void 1 --why a --rows 2", "'--rows' means nothing beside '--void'"),
    ("write job.xml --void 1 --why a --first", "'--first' means nothing beside '--void'"),
    ("write job.xml --void 1 --why a --redo 2", "'--redo' means nothing beside '--void'"),
    ("write job.xml --void 1 --why a --changed redo", "'--changed' means nothing beside '--void'"),
    ("lock job.xml --json --plain", "'--plain' means nothing beside '--json'"),
    ("read --dump a.nfc --watch", "'--watch' means nothing beside '--dump'"),
    ("read --dump a.nfc --key a.keys", "'--key' means nothing beside '--dump'"),
    ("read --dump a.nfc --timings", "'--timings' means nothing beside '--dump'"),
    ("read --dump a.nfc --reader a", "'--reader' means nothing beside '--dump'"),
    ("simulate --seed 3", "'--seed' means nothing without '--faults'"),
    ("simulate --control a --tell next --chip ntag215", "'--chip' means nothing beside '--tell'"),
    ("simulate --control a --tell present 2", "Put all the words after --tell in one pair of"),
    ("site probe a.example.com --outside", "'--outside' means nothing without '--job'"),
  ])
  func whatWouldDoNothingIsRefused(_ line: String, _ words: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let folder = try TemporaryDirectory()
    let result = try run(builtTool, arguments, directory: folder.path)
    #expect(result.exit == .code(64) && result.output == "")
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }
}
