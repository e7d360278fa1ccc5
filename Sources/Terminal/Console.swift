// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
package import StrictJSON
package import TagReading

/// The terminal, or whatever replaces it: data to stdout, remarks to stderr.
///
/// It belongs to the thread that runs the command.
package final class Console {
  /// Whether no one takes our output any more; nothing more need be made for it.
  package private(set) var isClosed = false
  /// Why the output could not be written; nil when its reader just went away (`… | head`).
  package private(set) var failure: Int32?
  /// What shows the words while a screen takes the whole terminal.
  package var listener: ((String) -> Void)?
  private var pending: [UInt8] = []
  /// Takes the data, if it does not go to standard output.
  private let taker: (([UInt8]) -> Void)?

  private static let bufferSize = 1 << 16

  /// A console for a command whose answer goes to a page: it has no terminal, and asks no one.
  package init(data taker: @escaping ([UInt8]) -> Void, remarks: @escaping (String) -> Void) {
    self.taker = taker
    listener = remarks
  }

  package init() {
    taker = nil
    // A closed pipe is an answer to a write, not a reason to be killed in the middle of a tag.
    signal(SIGPIPE, SIG_IGN)
    pending.reserveCapacity(Console.bufferSize)
  }

  /// Whether a person reads the output as it comes.
  package var isTerminal: Bool { taker == nil && isatty(STDOUT_FILENO) == 1 }

  /// Writes text of our own as it is; text from outside goes through `visible` first.
  package func write(_ text: String) {
    write(bytes: Array(text.utf8))
  }

  package func writeLine(_ text: String = "") {
    write(text + "\n")
  }

  /// Writes a value over several lines, for a program that wants one answer.
  package func write(_ value: JSONValue) {
    write(value.pretty)
  }

  /// Writes a value on one line, for a program that reads answers as they come.
  package func writeLine(_ value: JSONValue) {
    write(value.compact + "\n")
  }

  package func write(bytes: [UInt8]) {
    pending += bytes
    if pending.count >= Console.bufferSize { flush() }
  }

  /// Says something to the person, apart from the data.
  package func say(_ text: String) {
    if let listener {
      listener(text)
      return
    }
    flush()
    _ = writeAll(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Whether there is a person at a terminal who can be asked.
  package var canAsk: Bool { taker == nil && isatty(STDIN_FILENO) == 1 }

  /// Asks the person at the terminal to type a word; nil without a terminal, where it only says what
  /// it would have asked about.
  package func asks(_ question: String, word: String) -> Bool? {
    guard canAsk else {
      say("\(question).")
      return nil
    }
    flush()
    _ = writeAll(Array("\(question). Type '\(word)' to continue: ".utf8), to: STDERR_FILENO)
    return readLine() == word
  }

  /// Hands everything on that was written so far.
  package func flush() {
    if let taker {
      taker(pending)
    } else if !isClosed, !writeAll(pending, to: STDOUT_FILENO) {
      isClosed = true
      if errno != EPIPE { failure = errno }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Hands everything on, and asks work to stop once no one takes its words any more.
  ///
  /// A pipe says that its reader has gone even to a program that has nothing to write just now.
  package func flush(orRaise stop: StopFlag) {
    flush()
    guard taker == nil else { return }
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if poll(&output, 1, 0) > 0, output.revents & Int16(POLLERR) != 0 { isClosed = true }
    if isClosed { stop.raise() }
  }
}
