// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import StrictJSON
internal import TagReading

/// `tagpress erase`: no message on the tag any more.
struct Erase: Command {
  var reader: String?
  var key: String?
  var timings = false
  var json = false

  static let name = ["erase"]
  static let table = CommandTable<Erase>(
    summary: "Take the message off the tag on the reader",
    discussion: """
      The tag stays formatted and reads as empty; what is unknown in front of the message goes \
      too. A mirror is switched off first; a password stays.
      """,
    examples: ["tagpress erase": "Makes the tag empty; nothing when it is empty already."],
    exitCodes: [.differs: "the tag cannot be erased, or is not empty afterwards"],
    parameters: [
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, as 'doctor' names it"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a tag under a password"),
      .flag("timings", to: \.timings, help: "Say what the tag cost"),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    let oneTag = OneTag(
      command: "erase", reader: reader, keyFile: key, json: json, wantsTimings: timings)
    return oneTag.run(on: console) { tag, _ throws(TagError) in
      switch try outcome(on: tag) {
      case .alreadyThere:
        OneTag.Outcome(words: "is empty already", members: [("outcome", "already-there")])
      case .written(let pages):
        OneTag.Outcome(
          words: "is empty now, \(written(pages, on: tag)) and read back",
          members: [("outcome", "written"), ("pages", .integer(pages))])
      }
    }
  }

  /// Only a Type 2 tag has pages.
  private func written(_ writes: Int, on tag: any WritableTag) -> String {
    tag is Type2Tag ? "\(count(writes, "page")) written" : "\(count(writes, "write")) done"
  }

  private func outcome(on tag: any WritableTag) throws(TagError) -> MessageOutcome {
    switch tag {
    // A mirror goes too, also where it shows nothing.
    case let type2 as Type2Tag:
      return try type2.saying { tag throws(Type2Error) in try tag.erase() }
    case let type5 as Type5Tag:
      do throws(Type5Error) {
        return try type5.erase()
      } catch {
        throw .type5(error)
      }
    default: return try tag.put(TagOrder(message: [], permissions: .overwriteForeign))
    }
  }
}
