// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import StrictJSON

/// Runs the user's program for each tag that is OK, behind whatever shows the batch.
///
/// The readers go on meanwhile. Whatever becomes of the program, the tag is done.
final class DoneProgram: BatchObserver {
  /// A label is printed in a second or two; what takes longer hangs.
  private static let secondsMax = 20

  private let command: String
  private let display: any BatchObserver
  private let console: Console

  init(_ command: String, behind display: any BatchObserver, on console: Console) {
    self.command = command
    self.display = display
    self.console = console
  }

  func take(_ event: BatchEvent) {
    display.take(event)
    guard case .finished(let result, let counts) = event, result.word == .ok else { return }
    do throws(ChildProgramError) {
      let program = try ChildProgram(command)
      defer { for line in program.takeComplaints() { console.say(visible(line)) } }
      try program.finish(
        with: Array((result.json(counts).compact + "\n").utf8), within: Self.secondsMax)
    } catch {
      console.say("--on-done: \(error) The tag \(result.uid) is done all the same.")
    }
  }

  func rest() { display.rest() }
}
