// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import StrictJSON
internal import TagReading

/// Runs the user's program for each tag that is OK, behind whatever shows the batch.
///
/// Readers and display go on meanwhile. The calls come in the order of the tags, and the run ends
/// when the last one is over. Whatever becomes of the program, the tag is done.
final class DoneProgram: BatchObserver {
  /// A label is printed in a second or two; what takes longer hangs.
  private static let secondsMax = 20

  private let command: String
  private let display: any BatchObserver
  private let console: Console
  private let queue = ProgramQueue()

  init(_ command: String, behind display: any BatchObserver, on console: Console) {
    self.command = command
    self.display = display
    self.console = console
  }

  func take(_ event: BatchEvent) {
    // What programs have to say comes before the last word of the run.
    if case .ended = event { queue.finish() }
    show()
    display.take(event)
    guard case .finished(let result, let counts) = event, result.word == .ok else { return }
    let (command, uid) = (command, result.uid.description)
    let input = Array((result.json(counts).compact + "\n").utf8)
    queue.add { DoneProgram.call(command, with: input, for: uid) }
  }

  func rest() {
    show()
    display.rest()
  }

  private func show() {
    for line in queue.takeWords() { console.say(line) }
  }

  /// Runs the program, and gives what it and we have to say.
  private static func call(_ command: String, with input: [UInt8], for uid: String) -> [String] {
    var words: [String] = []
    do throws(ChildProgramError) {
      let program = try ChildProgram(command)
      defer { words += program.takeComplaints().map { visible($0) } }
      try program.finish(with: input, within: secondsMax)
    } catch {
      words.append("--on-done: \(error) The tag \(uid) is done all the same.")
    }
    return words
  }
}
