// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import ChildPrograms
internal import Files
internal import Glibc
internal import Provisioning
internal import Terminal

/// A sound for each word after the display has shown it, so that no one has to look up: the bell of
/// the terminal in a rhythm of its own, or a program.
///
/// A terminal rings two bells at once as one, so the later ones wait for the next rest of the batch.
/// When several readers' words come at once, the one that needs a hand most is heard.
final class OutcomeSounds: BatchObserver {
  /// A program that plays a word, which it gets as its last argument; the bell rings without one.
  private let player: String?
  private let display: any BatchObserver
  private let console: Console
  private let queue = ProgramQueue()
  /// What is left of a rhythm.
  private var beats: Substring = ""
  /// The word that is heard now, until the rest after it.
  private(set) var heard: (word: OutcomeWord, reader: ReaderNumber)?
  /// The readers that wait for a torn tag, and when that was heard last.
  private var torn: Set<ReaderNumber> = []
  private var isPausing = false
  private var reminded = ContinuousClock.now
  private let reminderPause: Duration
  /// A sound that takes longer would be heard with another tag.
  private static let secondsMax = 2

  init(
    player: String?, behind display: any BatchObserver, on console: Console,
    remindingAfter pause: Duration = .seconds(10)
  ) {
    self.player = player
    reminderPause = pause
    self.display = display
    self.console = console
  }

  func receive(_ event: BatchEvent) {
    if case .ended = event { queue.finish() }
    show()
    display.receive(event)
    switch event {
    case .finished(let result, _): play(result.word, at: result.reader)
    case .twoTags(let reader, _, _): play(.twoTags, at: reader)
    case .waitingForSame(let reader, _):
      if torn.insert(reader).inserted { reminded = .now }
    case .otherTag(let reader, _, _): play(.again, at: reader)
    case .paused: isPausing = true
    case .wentOn: isPausing = false
    case .ready(let reader, _), .tagSeen(let reader, _, _), .waitingForUnfinished(let reader, _),
      .noRowYet(let reader), .readerLost(let reader, _):
      torn.remove(reader)
    default: break
    }
  }

  func rest() {
    goOn()
    if beats.isEmpty { heard = nil }
    remind()
    show()
    display.rest()
  }

  /// As long as a reader waits for a torn tag, its sound comes back now and then.
  private func remind() {
    guard let reader = torn.min(), !isPausing, ContinuousClock.now - reminded >= reminderPause
    else {
      return
    }
    reminded = .now
    play(.again, at: reader)
  }

  private func play(_ word: OutcomeWord, at reader: ReaderNumber) {
    if let heard, heard.reader != reader, Self.urgency(heard.word) > Self.urgency(word) { return }
    heard = (word, reader)
    guard let player else {
      beats = Self.rhythm(word)[...]
      goOn()
      return
    }
    let (command, seconds) = ("\(player) \(Self.name(word))", Self.secondsMax)
    // A sound that was not begun yet would be heard with the wrong tag.
    queue.add(inPlaceOfOthers: true) {
      do throws(ChildProgramError) {
        try ChildProgram(command).finish(with: [], within: seconds)
        return []
      } catch {
        return ["--sound: \(error)"]
      }
    }
  }

  private func show() {
    for line in queue.takeWords() { console.say(line) }
  }

  /// Goes on with what is left to ring; called some tenths of a second apart.
  private func goOn() {
    if beats.popFirst() == "!" { _ = writeAll([0x07], to: STDERR_FILENO) }
  }

  /// The bells of a word, with pauses of the same length between them.
  static func rhythm(_ word: OutcomeWord) -> String {
    switch word {
    case .ok: "!"
    case .again: "!!"
    case .putAside: "!!!"
    case .alreadyDone: "!...!"
    case .twoTags: "!!...!!"
    }
  }

  /// How much a word needs a hand at its reader.
  static func urgency(_ word: OutcomeWord) -> Int {
    switch word {
    case .ok: 0
    case .alreadyDone: 1
    case .again: 2
    case .putAside: 3
    case .twoTags: 4
    }
  }

  /// The word as a player gets it.
  private static func name(_ word: OutcomeWord) -> String {
    switch word {
    case .ok: "ok"
    case .again: "again"
    case .putAside: "put-aside"
    case .alreadyDone: "already-done"
    case .twoTags: "two-tags"
    }
  }
}
