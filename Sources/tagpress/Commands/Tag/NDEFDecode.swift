// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Files
internal import Glibc
internal import JobWork
internal import NDEF
internal import Plain
internal import StrictJSON
internal import TagReport
internal import Terminal

/// `tagpress ndef decode`: what the bytes of an NDEF message say.
struct NDEFDecode: Command {
  var input = ""
  var json = false
  var tolerant = false
  var lines = false

  static let name = ["ndef", "decode"]
  static let table = CommandTable<NDEFDecode>(
    summary: "Show the records of an NDEF message",
    discussion: """
      The message is given as hex digits, in a file that contains hex digits or the bytes \
      themselves, or on standard input (-). Every rule of NDEF is checked. If only the content of \
      a record breaks a rule, the rule is named beside it and all records are shown; with \
      --tolerant, the exit code is then 0. If the name of a file looks like hex, write it with its \
      folder: ./ad.
      """,
    examples: [
      "tagpress ndef decode d1010c55046578616d706c652e636f6d":
        "Shows one URI record, https://example.com.",
      "tagpress ndef decode --json --lines messages.txt":
        "Decodes one message per line; prints one JSON object per line.",
    ],
    exitCodes: [.differs: "a message breaks a rule; its place and its name are shown"],
    parameters: [
      .positional(.file("HEX|FILE|-"), to: \.input, help: "The message, or where it is"),
      .flag("json", to: \.json, help: "Print one object with the records, in hex"),
      .flag("tolerant", to: \.tolerant, help: "Read as much as makes sense"),
      .flag("lines", to: \.lines, help: "The input contains many messages in hex, one per line"),
    ])

  /// The largest file that is read as one message.
  private static let largestFile = 64 << 20
  /// The longest line, in hex digits: a message of 2 MiB.
  private static let longestLine = 4 << 20
  /// The name that scripts know a refused message by; it never changes.
  private static let failureName = "message-refused"

  func run(in console: Console) -> ExitCode {
    do throws(InputError) {
      return lines ? try decodeLines(on: console) : try decodeOne(on: console)
    } catch {
      return console.couldNotRead(error, for: "ndef decode", json: json, lines: lines)
    }
  }

  /// The argument itself as hex text, if that is what it is.
  private var hexArgument: [UInt8]? {
    let text = Array(input.utf8)
    return input != "-" && looksLikeHex(text) ? text : nil
  }

  /// The file that the argument names.
  private func file() throws(InputError) -> InputFile {
    do throws(InputError) {
      return try InputFile(input)
    } catch {
      if case .cannotOpen(_, ENOENT) = error, let hexSlip {
        throw .neitherFileNorHex(input, hexSlip)
      }
      throw error
    }
  }

  /// Where the argument stops being hex, if it begins like hex and so was probably meant as that.
  private var hexSlip: HexError? {
    do throws(HexError) {
      _ = try bytes(fromHex: Array(input.utf8))
      return nil
    } catch {
      return error.offset >= 2 && !input.utf8.contains(UInt8(ascii: "/")) ? error : nil
    }
  }

  private func decodeOne(on console: Console) throws(InputError) -> ExitCode {
    if let hexArgument { return show(decode(hexText: hexArgument), on: console) }
    let content = try file().rest(limit: NDEFDecode.largestFile)
    let text = content.withoutMark
    // The first byte of a message has its highest bit set, which no character of hex text has; and
    // a byte order mark would be a record of the reserved format.
    let isText = text.count < content.count || text.first.map(isASCIIText) == true
    return show(isText ? decode(hexText: Array(text)) : decode(content), on: console)
  }

  private func show(_ outcome: Result<Decoded, Refusal>, on console: Console) -> ExitCode {
    let refusal: Refusal?
    switch outcome {
    case .success(let decoded):
      if json {
        console.write(decoded.json)
      } else {
        console.write(recordTable(decoded.reading))
      }
      refusal = decoded.refusal
    case .failure(let failure):
      if json { console.write(failure.json(named: Self.failureName)) }
      refusal = failure
    }
    guard let refusal else { return .done }
    console.say("tagpress ndef decode: \(refusal.sentence)")
    return .differs
  }

  /// Reads the lines of a file, or the one line given instead.
  private func decodeLines(on console: Console) throws(InputError) -> ExitCode {
    var number = 0
    var refused = 0
    func say(_ refusal: Refusal) {
      console.say("tagpress ndef decode: line \(number): \(refusal.sentence)")
    }
    func decodeLine(_ line: [UInt8]?) -> Bool {
      number += 1
      switch decode(line: line) {
      case .success(let decoded):
        let reading = decoded.reading
        let words = decoded.refusal == nil ? recordSummary(reading) : "-"
        console.writeLine(json ? decoded.json.compact : words)
        if let refusal = decoded.refusal {
          refused += 1
          say(refusal)
        } else {
          for case let flaw? in reading.views().map(\.flaw) + [reading.flaw] { say(Refusal(flaw)) }
        }
      case .failure(let refusal):
        refused += 1
        console.writeLine(json ? refusal.json(named: Self.failureName).compact : "-")
        say(refusal)
      }
      return !console.isClosed
    }
    if let hexArgument {
      _ = decodeLine(hexArgument)
    } else {
      try file().forEachLine(limit: NDEFDecode.longestLine, decodeLine)
    }
    return refused == 0 ? .done : .differs
  }

  private func decode(line: [UInt8]?) -> Result<Decoded, Refusal> {
    guard let line else { return .failure(.lineTooLong(limit: NDEFDecode.longestLine)) }
    return decode(hexText: line)
  }

  private func decode(hexText: [UInt8]) -> Result<Decoded, Refusal> {
    do throws(HexError) {
      return decode(try bytes(fromHex: hexText))
    } catch {
      return .failure(Refusal(error))
    }
  }

  private func decode(_ message: [UInt8]) -> Result<Decoded, Refusal> {
    do throws(NDEFError) {
      let reading = try MessageReading(message, tolerant ? .tolerant : .strict)
      return .success(Decoded(reading: reading, refusal: tolerant ? nil : refusal(of: reading)))
    } catch {
      let refusal = Refusal(error)
      guard error.rule == .trailingBytes else { return .failure(refusal) }
      return .failure(
        Refusal(
          words: "\(refusal.words) With --tolerant, they are left out.", rule: refusal.rule,
          offset: refusal.offset))
    }
  }

  /// Rule violations in records that can still be told apart.
  private func refusal(of reading: MessageReading) -> Refusal? {
    do throws(NDEFError) {
      _ = try reading.contents()
      return nil
    } catch {
      return Refusal(error)
    }
  }

  /// The records of a message, and the first violation of a rule.
  private struct Decoded {
    let reading: MessageReading
    let refusal: Refusal?

    var json: JSONValue {
      .object(
        recordMembers(reading) + (refusal?.members(named: NDEFDecode.failureName) ?? []))
    }
  }
}

/// Whether a byte is printable ASCII or white space.
private func isASCIIText(_ byte: UInt8) -> Bool {
  (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte)
}
