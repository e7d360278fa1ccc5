// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import StrictJSON
package import VirtualReader

/// What the control socket of a simulation understands.
package final class SimulatorDesk {
  package private(set) var isClosed = false
  private let reader: VirtualReader
  private let stack: TagStack

  package init(reader: VirtualReader, stack: TagStack) {
    self.reader = reader
    self.stack = stack
  }

  /// Does what one line asks for and answers in one line of JSON.
  package func answer(_ request: String) -> String {
    let words = request.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    let number = words.count == 2 ? Int(words[1]) : nil
    switch (words.first ?? "", words.count, number) {
    case ("list", 1, _): return tags.compact
    case ("next", 1, _):
      guard stack.next < stack.entries.count else { return refusal("There are no more tags.") }
      stack.present(stack.next)
    case ("present", 2, let place?), ("swap", 2, let place?), ("add", 2, let place?),
      ("tear", 2, let place?):
      guard place > 0, place <= stack.entries.count else {
        return refusal(noTag(place))
      }
      switch words[0] {
      case "add": stack.add(place - 1)
      case "tear": stack.presentUntilWritten(place - 1)
      default: stack.present(place - 1)
      }
    case ("remove", 1, _): stack.remove()
    case ("unplug", 1, _): return done { () throws(VirtualReaderError) in try reader.unplug() }
    case ("replug", 1, _): return done { () throws(VirtualReaderError) in try reader.replug() }
    case ("counters", 1, _): return counters.compact
    case ("transcript", 1, _):
      return JSONValue.array(reader.transcript.map { .string($0.description) }).compact
    case ("stop", 1, _): isClosed = true
    default:
      return refusal(
        """
        Use list, next, present N, swap N, add N, tear N, remove, unplug, replug, counters, \
        transcript or stop.
        """)
    }
    return tags.compact
  }

  /// The transcript as JSON Lines.
  package func transcriptLines() -> [UInt8] {
    let lines = reader.transcript.map { JSONValue.string($0.description).compact + "\n" }
    return Array((lines.joined() + counters.compact + "\n").utf8)
  }

  /// What happened, in a sentence for the end.
  package var summary: String {
    let total = reader.counters
    return """
      \(count(total.hostCommands, "command")), \(count(total.radioFrames, "frame")) on the air, \
      \(count(total.programmedPages, "page")) written, \(milliseconds(total.modelled)) ms by the \
      time model.
      """
  }

  private var tags: JSONValue {
    // A tag that left while it was written is not there any more.
    let there = reader.tagsInField
    return .object([
      (
        "tags",
        .array(
          stack.entries.enumerated().map { index, entry in
            [
              "number": .integer(index + 1),
              "file": .optional(entry.file),
              "onReader": .bool(there.contains(entry.tag)),
            ]
          })
      )
    ])
  }

  private var counters: JSONValue {
    let total = reader.counters
    return [
      "commands": .integer(total.hostCommands), "frames": .integer(total.radioFrames),
      "bytesFromHost": .integer(total.bytesFromHost), "bytesToHost": .integer(total.bytesToHost),
      "pages": .integer(total.programmedPages),
      "microseconds": .integer(Int(total.modelled / .microseconds(1))),
    ]
  }

  private func done(_ action: () throws(VirtualReaderError) -> Void) -> String {
    do throws(VirtualReaderError) {
      try action()
      return tags.compact
    } catch {
      return refusal(error.description)
    }
  }

  private func noTag(_ place: Int) -> String {
    let all = stack.entries.count
    return "There is no tag \(place); the stack has "
      + (all == 1 ? "only tag 1." : "tags 1 to \(all).")
  }

  private func refusal(_ words: String) -> String {
    let answer: JSONValue = ["error": .string(words)]
    return answer.compact
  }

  private func milliseconds(_ duration: Duration) -> Int {
    Int(duration / .milliseconds(1))
  }
}
