// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Files
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagMemory
internal import TagReading
internal import TagReport
internal import Terminal

/// `tagpress blocks write`: writes bytes to blocks of the tag on the reader, unchanged.
struct BlocksWrite: Command {
  var content: [String] = []
  var file: String?
  var resolver: String?
  var from: Int?
  var count: Int?
  var reverseBlocks = false
  var allow: [Allowed] = []
  var uid: String?
  var reader: String?
  var key: String?
  var yes = false
  var timings = false
  var json = false

  /// Blocks that are written only if the user names them, because they can close a tag permanently.
  enum Allowed: String, CaseIterable {
    case locks
    case container
    case settings
  }

  /// More than any tag with blocks can hold.
  private static let largestFile = 1 << 20

  static let name = ["blocks", "write"]
  static let table = CommandTable<BlocksWrite>(
    summary: "Write bytes to blocks of the tag on the reader and read them back",
    discussion: """
      The bytes are written to the tag exactly as they are, and replace whatever is there; for a \
      link, 'put' is the better choice. Only blocks that differ are written. Blocks that lock or \
      close a tag are refused, unless --allow names them.

      With --resolver, the blocks are read first, and the program gets one line of JSON: the \
      object that 'blocks read --json' prints. It answers {"from": N, "content": "HEX"}, which is \
      written to exactly the tag that was read, or {"error": "TEXT"}.
      """,
    examples: [
      "tagpress blocks write --from 8 --yes 00112233 44556677": "Writes blocks 8 and 9.",
      "tagpress blocks write --uid E004015012345678 --from 8 --file cert.bin --yes":
        "Writes a file, if exactly that tag is on the reader.",
      "tagpress blocks write --resolver ./ask-server --yes":
        "Lets a program decide what is written to the tag.",
    ],
    exitCodes: [
      .differs: "the tag, the bytes or the answer is refused, or a block does not read back"
    ],
    parameters: [
      .positional(.text("HEX"), to: \.content, help: "The bytes, in hex"),
      .option("file", .file("FILE|-"), to: \.file, help: "Write the bytes of this file"),
      .option(
        "resolver", .text("COMMAND"), to: \.resolver,
        help: "A program that is shown what is on the tag and answers with what to write"),
      .option(
        "from", .integer("N", in: blockNumbers), to: \.from,
        help: "The first block; with --resolver, the first one that it sees and may write"),
      .option(
        "count", .integer("N", in: 1...blockNumbers.upperBound), to: \.count,
        help: "With --resolver: how many blocks it sees and may write; all by default"),
      .flag("reverse-blocks", to: \.reverseBlocks, help: "Reverse the bytes of each block"),
      .option(
        "allow", .choice("WHAT"), to: \.allow,
        help: "Also write blocks that can close the tag permanently"),
      .option("uid", .text("UID"), to: \.uid, help: "Write only to the tag with this UID"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, by its name in 'doctor'"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a password-protected tag"),
      .flag("yes", to: \.yes, help: "Do not ask for confirmation"),
      .flag("timings", to: \.timings, help: "Show the time and commands the tag took"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    var oneTag = OneTag(
      command: "blocks write", reader: reader, keyFile: key, json: json, wantsTimings: timings)
    let given: [UInt8]
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, kind: .usage) }
      oneTag.wanted = try wantedUID()
      given = try givenBytes()
      try requirePrograms(["--resolver": resolver])
      if !yes {
        try console.requireConsent(to: question, word: "write", or: "Nothing was written")
      }
    } catch {
      return console.report(error, "blocks write", json: json)
    }
    return oneTag.attempt(on: console) { tag, _, stop throws(Failure) in
      let tag = try blockTag(tag)
      guard let resolver else { return try put(given, from: from ?? 0, on: tag) }
      return try resolve(by: ResolverProgram(resolver), on: tag, unless: stop, console)
    }
  }

  /// What is wrong with the options together.
  private var usage: String? {
    let sources = [!content.isEmpty, file != nil, resolver != nil]
    guard sources.count(where: { $0 }) == 1 else {
      return "Name one source of bytes: HEX, --file FILE or --resolver COMMAND."
    }
    guard resolver == nil else { return nil }
    if from == nil { return "Use --from N to choose the first block to write." }
    if count != nil { return "--count needs --resolver; without it, the number of bytes decides." }
    return nil
  }

  private var question: String {
    guard !allow.isEmpty else { return "The present content of these blocks will be lost" }
    let names = allow.map(\.rawValue).joined(separator: ", ")
    return "Writing \(names) may close the tag permanently"
  }

  private func wantedUID() throws(Failure) -> TagUID? {
    guard let uid else { return nil }
    let digits = try? bytes(fromHex: Array(uid.utf8))
    guard let wanted = digits.flatMap({ TagUID($0) }) else {
      let words = "--uid: '\(uid)' is not a UID; write it in hex, as 'tagpress read' shows it."
      throw Failure(name: "usage", words: words, kind: .usage)
    }
    return wanted
  }

  /// The bytes of the command line or the file, which are known before there is a tag.
  private func givenBytes() throws(Failure) -> [UInt8] {
    if !content.isEmpty {
      do throws(HexError) {
        return try bytes(fromHex: Array(content.joined(separator: " ").utf8))
      } catch {
        throw Failure(name: "not-hex", words: Refusal(error).words, kind: .usage)
      }
    }
    guard let file else { return [] }
    return try orFail(about: file) { () throws(InputError) in
      try InputFile(file).rest(limit: BlocksWrite.largestFile)
    }
  }

  private func put(
    _ bytes: [UInt8], from first: Int, on tag: any BlockTag
  ) throws(Failure) -> OneTag.Outcome {
    let stored = reverseBlocks ? reversedInBlocks(bytes, blockSize: tag.blockSize) : bytes
    let allowed = Set(allow.compactMap { BlockPurpose(rawValue: $0.rawValue) })
    let written: Int
    do throws(TagError) {
      written = try tag.putBlocks(stored, from: first, allowing: allowed)
    } catch {
      throw Failure(error, tag.tag)
    }
    let total = bytes.count / max(1, tag.blockSize)
    let blocks = total == 1 ? "block \(first)" : "blocks \(first) to \(first + total - 1)"
    let hold = total == 1 ? "holds" : "hold"
    let done =
      total == 1
      ? "\(blocks) written and read back" : "\(blocks): \(written) written, all read back"
    return OneTag.Outcome(
      words: written == 0
        ? "\(blocks) already \(hold) these bytes; nothing was written" : done,
      members: [
        ("outcome", written == 0 ? "already-there" : "written"), ("from", .integer(first)),
        ("count", .integer(total)), ("written", .integer(written)),
      ])
  }

  /// Reads the blocks, asks the program what this tag should get, and writes that.
  func resolve(
    by program: ResolverProgram, on tag: any BlockTag, unless stop: StopFlag, _ console: Console
  ) throws(Failure) -> OneTag.Outcome {
    defer {
      program.end()
      for line in program.takeComplaints() { console.say("resolver: \(visible(line))") }
    }
    let shown: TagBlocks
    do throws(TagError) {
      shown = try TagBlocks(
        of: tag, from: from ?? 0, count: count, isReversed: reverseBlocks)
    } catch {
      throw Failure(error, tag.tag)
    }
    let answer = try blocks(for: shown, by: program)
    guard !stop.isRaised else { throw Failure(ReaderError.cancelled) }
    let now: TagBlocks
    do throws(TagError) {
      // While the program was working, someone may have swapped the tag or
      // written this one.
      try tag.findAgain()
      now = try TagBlocks(
        of: tag, from: from ?? 0, count: count, isReversed: reverseBlocks)
    } catch {
      throw Failure(error, tag.tag)
    }
    guard now.bytes == shown.bytes else {
      throw Failure(
        name: "changed-meanwhile",
        words:
          "The tag holds other bytes now than those that the program was asked about, so nothing "
          + "was written. Run the same command again.",
        kind: .differs, uid: shown.uid.description)
    }
    return try put(answer.bytes, from: answer.first, on: tag)
  }

  private func blocks(
    for shown: TagBlocks, by program: ResolverProgram
  ) throws(Failure) -> BlockAnswer {
    do throws(ResolverTrouble) {
      return try program.answer(to: shown.json, for: shown.uid) { root throws(ResolverTrouble) in
        try BlockAnswer(root, to: shown)
      }
    } catch {
      throw Failure(
        name: "resolver", words: error.words,
        kind: error.isPassing && !error.isWrongAnswer ? .couldNotRun : .differs,
        uid: shown.uid.description)
    }
  }
}
