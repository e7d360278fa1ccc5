// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import TestSupport
import Testing

@Suite("Completion in zsh", .enabled(if: isInstalled("zsh"), "zsh is not installed"))
struct ZshCompletionTests {
  /// Types the line and a tab into an interactive zsh, which writes every match it is offered to a file.
  ///
  /// The prompt is awaited first, because the terminal itself would take the keys until zsh reads them.
  private static let program = #"""
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "autoload -Uz compinit; compinit -D -u; source ./script; bindkey '^I' complete-word"
    zpty -w z 'compadd() {
      if [[ ${@[1,(i)(-|--)]} != *-[OAD]* ]]; then
        local -a found; builtin compadd -A found "$@"; (($#found)) && print -rl -- $found >> matches
      fi
      builtin compadd "$@"
    }'
    zpty -w z "PS1=REA''DY"
    zpty -r z seen '*READY*'
    zpty -w -n z "$1"$'\t\x15exit\n'
    while zpty -r z seen; do :; done
    """#

  @Test(
    "the script offers what may come next",
    arguments: [
      ("press ", ["copy", "help", "print", "roll"]),
      ("press -", ["--help", "--version"]),
      ("press roll ", ["check", "load"]),
      ("press roll load ", ["glossy", "plain"]),
      ("press roll load --d", ["--directory"]),
      ("press roll load --directory ", ["folder"]),
      ("press print --paper ", ["glossy", "plain"]),
      ("press print x two", [#"two\ words.txt"#]),
      ("press print --count ", []),
      ("press help roll l", ["load"]),
      ("press help print ", []),
    ])
  func offers(_ line: String, _ expected: [String]) throws {
    let directory = try sampleDirectory(script: sampleTool.description.zshCompletion)
    try directory.write("", to: "matches")
    _ = try run(
      "zsh", ["-f", "-c", Self.program, "zsh", line],
      environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin", "TERM": "dumb"],
      directory: directory.path)
    let matches = String(decoding: try directory.read("matches"), as: UTF8.self)
    let offered = Set(matches.split(separator: "\n").map(String.init))
    #expect(offered.sorted() == expected)
  }
}
