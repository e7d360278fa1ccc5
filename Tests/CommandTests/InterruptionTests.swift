// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// Keys that stop or end a program with a screen, in a real terminal, which `script` makes.
struct InterruptionTests {
  @Test func ctrlZAndCtrlBackslashGiveTheTerminalBack() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    // The shell continues only when it sees what it waits for: a tag is done, the program is
    // stopped, the screen is drawn again, the program is gone.
    try desk.folder.write(
      """
      ulimit -c 0
      set -m
      \(builtTool) write --on-done 'tee told' spring.xml &
      job=$!
      trap 'kill -KILL $job 2>/dev/null' EXIT HUP
      while ! test -e told; do sleep 0.1; done
      kill -TSTP $job
      while ! grep -q '^State:.T' /proc/$job/status; do sleep 0.1; done
      echo stopped
      kill -CONT $job
      while test "$(grep -aoF '[2J' log | wc -l)" -lt 2; do sleep 0.1; done
      kill -QUIT $job
      while grep -qs '^State:.[^Z]' /proc/$job/status; do sleep 0.1; done
      echo ended

      """, to: "keys")
    let result = try run(
      "/usr/bin/script", ["-qfc", "/bin/sh keys", "log"],
      environment: [
        "LIBNFC_DEVICE": desk.reader, "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8",
      ], directory: desk.folder.path)
    let turns = result.output.split(separator: "\u{1B}[?1049h\u{1B}[?25l")
    try #require(turns.count == 2)
    for (turn, word) in zip(turns, ["stopped", "ended"]) {
      let parts = turn.split(separator: "\u{1B}[?25h\u{1B}[?1049l")
      try #require(parts.count == 2, "the terminal is given back once")
      #expect(parts[1].contains(word) && !parts[1].contains("\u{1B}"))
    }
  }
}
