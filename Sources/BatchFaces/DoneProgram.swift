// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import ChildPrograms
internal import JobLedger
internal import Plain
package import Provisioning
internal import StrictJSON
package import TagReading
package import Terminal
internal import Threads

/// Runs the user's program for each tag that is OK, after the display has shown the tag.
///
/// Readers and display go on meanwhile. The calls come in the order of the tags, and the run ends
/// when the last one is over. Whatever becomes of the program, the tag is done.
package final class DoneProgram: BatchObserver {
  /// A label is printed in a second or two; what takes longer hangs.
  package static let secondsMax = 20
  /// A user who waits this long at the end wants to know what for.
  private static let quietMilliseconds = 1000

  private let command: String
  private let seconds: Int
  private let stop: StopFlag
  private let display: any BatchObserver
  private let console: Console
  private let queue = ProgramQueue()
  private let uncalled = UncalledTags()

  package init(
    _ command: String, within seconds: Int = DoneProgram.secondsMax, unless stop: StopFlag,
    behind display: any BatchObserver, on console: Console
  ) {
    self.command = command
    self.seconds = seconds
    self.stop = stop
    self.display = display
    self.console = console
  }

  package func receive(_ event: BatchEvent) {
    // What programs have to say comes before the last word of the run.
    if case .ended = event { finish() }
    show()
    display.receive(event)
    guard case .finished(let result, let counts) = event, result.word == .ok else { return }
    let (command, seconds, uid) = (command, seconds, result.uid.description)
    let input = Array((result.json(counts).compact + "\n").utf8)
    // Set or not, it is never that of another row.
    let label = ProgramVariable("TAGPRESS_LABEL", result.row?.label)
    queue.add { [stop, uncalled] in
      guard uncalled.mayCall(for: uid) else { return [] }
      let (words, hangs) = DoneProgram.call(
        command, with: input, label, for: uid, within: seconds)
      // A user who wants to stop does not wait for the next one to hang, too.
      if hangs, stop.isRaised { uncalled.begin() }
      return words
    }
  }

  package func rest() {
    show()
    display.rest()
  }

  private func show() {
    for line in queue.takeWords() { console.say(line) }
  }

  /// Waits until every call is over, and tells the user, who is waiting too.
  private func finish() {
    var isSaid = false
    while true {
      let left = queue.callsLeft(afterMilliseconds: Self.quietMilliseconds)
      show()
      guard left > 0 else { break }
      if !isSaid { console.say(waitingWords(left)) }
      display.rest()
      isSaid = true
    }
    queue.finish()
    let tags = uncalled.all
    guard !tags.isEmpty else { return }
    console.say(
      "--on-done does not end, so it was not called for \(count(tags.count, "tag")) (which "
        + "\(tags.count == 1 ? "is" : "are") done all the same): "
        + "\(tags.joined(separator: ", ")).")
  }

  private func waitingWords(_ left: Int) -> String {
    // The first Ctrl-C only asks to stop.
    "--on-done: \(count(left, "call")) \(left == 1 ? "is" : "are") not over yet. "
      + "\(stop.isRaised ? "Another Ctrl-C" : "Ctrl-C twice") stops waiting for "
      + "\(left == 1 ? "it" : "them")."
  }

  /// Runs the program, and gives what it and we have to say, and whether it ran into its limit.
  private static func call(
    _ command: String, with input: [UInt8], _ variable: ProgramVariable, for uid: String,
    within seconds: Int
  ) -> (words: [String], hangs: Bool) {
    var words: [String] = []
    var hangs = false
    do throws(ChildProgramError) {
      let program = try ChildProgram(command, with: variable)
      defer { words += program.takeComplaints().map { visible($0) } }
      try program.finish(with: input, within: seconds)
    } catch {
      if case .tooSlow = error { hangs = true }
      words.append("--on-done: \(error) The tag \(uid) is done all the same.")
    }
    return (words, hangs)
  }
}

/// The tags for which the program is not called any more, known to the thread that would call it and
/// to that of the run.
private final class UncalledTags: Sendable {
  private let state = Guarded((hasBegun: false, tags: [String]()))

  /// Lets no further tag have its call.
  func begin() {
    state.withLock { $0.hasBegun = true }
  }

  /// Whether there is a call for a tag; one that gets none is kept.
  func mayCall(for uid: String) -> Bool {
    state.withLock { state in
      if state.hasBegun { state.tags.append(uid) }
      return !state.hasBegun
    }
  }

  var all: [String] { state.withLock { $0.tags } }
}
