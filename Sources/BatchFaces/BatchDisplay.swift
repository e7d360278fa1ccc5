// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Provisioning
package import TagReading
package import Terminal

/// What shows a batch: lines for programs, a screen at a terminal, and plain lines anywhere else;
/// the bell rings at the screen alone, and a player that the user named plays anywhere.
///
/// Once no one takes the lines that would say what became of a tag, no further tag is begun.
package func batchDisplay(
  json: Bool, plain: Bool, station: String?, sound: String?, words: () -> OperatorWords,
  cures: @escaping CureWords, unless stop: StopFlag, on console: Console
) -> any BatchObserver {
  let isScreen = !json && !plain && TerminalKind.isScreen && console.isTerminal
  let display: any BatchObserver =
    if json {
      BatchJSONLines(cures, on: console, orRaise: stop)
    } else if isScreen {
      OperatorScreen(station: station, words: words(), cures, on: console)
    } else {
      BatchLines(cures, on: console, orRaise: stop)
    }
  guard isScreen || sound != nil else { return display }
  return OutcomeSounds(player: sound, behind: display, on: console)
}
