// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning

/// Who shows a batch: lines for programs, a screen at a terminal, and plain lines anywhere else.
func batchDisplay(
  json: Bool, plain: Bool, station: String?, sound: String?, on console: Console
) -> any BatchObserver {
  if json { return BatchJSONLines(on: console) }
  guard !plain, TerminalKind.isScreen, console.isTerminal else { return BatchLines(on: console) }
  return OperatorScreen(
    station: station, sounds: OutcomeSounds(player: sound, on: console), on: console)
}
