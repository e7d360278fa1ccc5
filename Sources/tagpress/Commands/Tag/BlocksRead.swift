// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import TagReading
internal import Terminal

/// `tagpress blocks read`: the memory of the tag on the reader as it is.
struct BlocksRead: Command {
  var from = 0
  var count: Int?
  var reverseBlocks = false
  var file: String?
  var reader: String?
  var key: String?
  var timings = false
  var json = false

  static let name = ["blocks", "read"]
  static let table = CommandTable<BlocksRead>(
    summary: "Show the bytes of the tag on the reader, block by block",
    discussion: """
      A block is what the tag reads and writes at once: a page of 4 bytes on NTAG and Ultralight, \
      16 bytes on FeliCa, usually 4 on ISO 15693. Blocks are counted from 0, in decimal.
      """,
    examples: [
      "tagpress blocks read": "Shows every block.",
      "tagpress blocks read --from 8 --count 16 --file machine.bin":
        "Shows blocks 8 to 23 and saves their bytes to a file.",
    ],
    exitCodes: [.differs: "the tag has no such blocks, or one of them cannot be read"],
    parameters: [
      .option("from", .integer("N", in: blockNumbers), to: \.from, help: "The first block"),
      .option(
        "count", .integer("N", in: 1...blockNumbers.upperBound), to: \.count,
        help: "How many blocks; all up to the end by default"),
      .flag(
        "reverse-blocks", to: \.reverseBlocks, help: "Reverse the bytes of each block"),
      .option("file", .file("FILE"), to: \.file, help: "Also save the bytes to this new file"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, by its name in 'doctor'"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a password-protected tag"),
      .flag("timings", to: \.timings, help: "Show the time and commands the tag took"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    let oneTag = OneTag(
      command: "blocks read", reader: reader, keyFile: key, json: json, wantsTimings: timings)
    do throws(Failure) {
      if let file { try saying { () throws(FileError) in try NewFile.requireNew(file) } }
      let interruption = Interruption()
      let (tag, _, timings) = try oneTag.open(on: console, unless: interruption.stop)
      let found = try blocks(of: blockTag(tag))
      if let file { try keep(found, in: file) }
      json ? console.write(found.json.with(timings)) : console.write(found.page)
      if !json, let timings { console.say(timings.words) }
      return .done
    } catch {
      return console.report(error, "blocks read", json: json)
    }
  }

  private func blocks(of tag: any BlockTag) throws(Failure) -> TagBlocks {
    do throws(TagError) {
      return try TagBlocks(of: tag, from: from, count: count, isReversed: reverseBlocks)
    } catch {
      throw Failure(error, tag.tag)
    }
  }

  private func keep(_ found: TagBlocks, in file: String) throws(Failure) {
    try saying { () throws(FileError) in try writeNewFile(file, found.bytes) }
  }

  private func saying(_ body: () throws(FileError) -> Void) throws(Failure) {
    try orFail { () throws(FileError) in
      try body()
    }
  }
}

/// No tag has more; the numbers of blocks have two bytes at most.
let blockNumbers = 0...0xFFFF
