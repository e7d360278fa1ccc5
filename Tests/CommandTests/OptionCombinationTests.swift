// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// An option that would do nothing is refused: its user would believe in what does not happen.
struct OptionCombinationTests {
  @Test(arguments: [
    ("rehearse job.xml --plain --json", "'--plain' has no meaning together with '--json'"),
    ("rehearse job.xml --seed 3", "'--seed' has no meaning without '--faults'"),
    ("write job.xml --json --plain", "'--plain' has no meaning together with '--json'"),
    ("write job.xml --plan --sound play", "'--sound' has no meaning together with '--plan'"),
    ("write job.xml --plan --reader a", "'--reader' has no meaning together with '--plan'"),
    ("write job.xml --plan --on-done a", "'--on-done' has no meaning together with '--plan'"),
    ("write job.xml --void 1 --why a --rows 2", "'--rows' has no meaning together with '--void'"),
    ("write job.xml --void 1 --why a --first", "'--first' has no meaning together with '--void'"),
    ("write job.xml --void 1 --why a --redo 2", "'--redo' has no meaning together with '--void'"),
    (
      "write job.xml --void 1 --why a --changed redo",
      "'--changed' has no meaning together with '--void'"
    ),
    ("lock job.xml --json --plain", "'--plain' has no meaning together with '--json'"),
    ("read --dump a.nfc --watch", "'--watch' has no meaning together with '--dump'"),
    ("read --dump a.nfc --key a.keys", "'--key' has no meaning together with '--dump'"),
    ("read --dump a.nfc --timings", "'--timings' has no meaning together with '--dump'"),
    ("read --dump a.nfc --reader a", "'--reader' has no meaning together with '--dump'"),
    ("doctor --moved", "'--moved' has no meaning without '--rebuild'"),
    ("doctor --rebuild a.xml --reader x", "'--reader' has no meaning together with '--rebuild'"),
    ("doctor --rebuild a.xml b.xml", "--rebuild takes one job and does nothing else. Leave out 'b"),
    ("simulate --seed 3", "'--seed' has no meaning without '--faults'"),
    (
      "simulate --control a --tell next --chip ntag215",
      "'--chip' has no meaning together with '--tell'"
    ),
    ("simulate --control a --tell present 2", "Put all the words after --tell in one pair of"),
    ("site probe a.example.com --outside", "'--outside' has no meaning without '--job'"),
  ])
  func whatWouldDoNothingIsRefused(_ line: String, _ words: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let folder = try TemporaryDirectory()
    let result = try run(builtTool, arguments, directory: folder.path)
    #expect(result.exit == .code(64) && result.output == "")
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }
}
