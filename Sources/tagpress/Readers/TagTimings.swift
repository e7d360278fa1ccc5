// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobWork
internal import PCSCReader
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReading

/// What the work on one tag cost from the moment it was found: `--timings`.
struct TagTimings {
  /// The commands sent to the tag, and the looks for it.
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

  /// What a PC/SC reader was sent since it looked for the tag; for other readers, the commands for
  /// the tag.
  private var commands: Int? { reader.commandsSent.map { $0 - commandsBefore } }

  private var milliseconds: Int { Int((ContinuousClock.now - start) / .milliseconds(1)) }
}

extension CountedReader {
  /// How many commands a PC/SC reader was sent since it was opened; nil for other readers.
  var commandsSent: Int? { (reader as? PCSCReader)?.commandsSent }
}

extension JSONValue {
  /// The object, with what its tag cost if requested.
  func with(_ timings: TagTimings?) -> JSONValue {
    guard let timings, case .object(let members) = self else { return self }
    return .object(members + [("timings", timings.json)])
  }
}
