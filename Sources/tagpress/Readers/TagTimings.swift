// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobWork
internal import PCSCReader
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReading

/// What work on one tag costs from the moment at which it was found: `--timings`.
struct TagTimings {
  /// What was asked of the tag, and looks for it.
  private let reader: CountedReader
  /// What a PC/SC reader had been sent before anyone looked for the tag.
  private let commandsBefore: Int
  private let start = ContinuousClock.now

  init(on reader: CountedReader, commandsBefore: Int = 0) {
    self.reader = reader
    self.commandsBefore = commandsBefore
  }

  var words: String {
    let commands = commands.map { ", \(count($0, "command")) to the reader" } ?? ""
    return "timings: \(count(reader.exchanges, "exchange"))\(commands), \(milliseconds) ms"
  }

  var json: JSONValue {
    [
      "exchanges": .integer(reader.exchanges),
      "readerCommands": .optional(commands),
      "milliseconds": .integer(milliseconds),
    ]
  }

  /// What a PC/SC reader was sent, from its look for the tag on; other readers are sent what the tag is
  /// asked.
  private var commands: Int? { reader.commandsSent.map { $0 - commandsBefore } }

  private var milliseconds: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }
}

extension CountedReader {
  /// How many commands a PC/SC reader was sent since it was opened; nil for other readers.
  var commandsSent: Int? { (reader as? PCSCReader)?.commandsSent }
}

extension JSONValue {
  /// An object with what its tag cost, if that was asked for.
  func with(_ timings: TagTimings?) -> JSONValue {
    guard let timings, case .object(let members) = self else { return self }
    return .object(members + [("timings", timings.json)])
  }
}
