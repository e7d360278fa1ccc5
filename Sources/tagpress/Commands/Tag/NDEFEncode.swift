// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Files
internal import NDEF
internal import Plain
internal import StrictJSON
internal import TagReport
internal import Terminal
internal import WebLink

/// `tagpress ndef encode`: the bytes that put a link onto a tag.
struct NDEFEncode: Command {
  var link = ""
  var json = false
  var binary = false
  var lines = false

  static let name = ["ndef", "encode"]
  static let table = CommandTable<NDEFEncode>(
    summary: "Make the NDEF message for a link",
    discussion: """
      Prints the message in hex on standard output and what it means on standard error. The link \
      is put into the form in which phones compare links: scheme and host in lower case, an \
      international host in Punycode, everything else that is not ASCII percent-encoded. A name in \
      braces is refused, because it has no value here.
      """,
    examples: [
      "tagpress ndef encode https://go.example.com/s/1": "Prints d1011355… and what it contains.",
      "tagpress ndef encode --json --lines links.txt":
        "Encodes one link per line; prints one JSON object per line.",
    ],
    exitCodes: [.differs: "a link is refused; its place and the broken rule are shown"],
    meaningless: ["binary": "json", "binary": "lines"],
    parameters: [
      .positional(
        .file("URL|FILE|-"), to: \.link, help: "The link; with --lines, where the links are"),
      .flag("json", to: \.json, help: "Print one object with link, message and records"),
      .flag("binary", to: \.binary, help: "Print the bytes themselves, not hex"),
      .flag("lines", to: \.lines, help: "Read many links from a file, one per line"),
    ])

  private static let longestLine = 1 << 20
  /// The name that scripts know a refused link by; it never changes.
  private static let failureName = "link-refused"

  private struct Encoded {
    let link: WebLink
    let message: [UInt8]
    let reading: MessageReading

    var json: JSONValue {
      let facts: [(key: String, value: JSONValue)] = [
        ("link", .string(link.text)), ("kind", .string(link.kind.rawValue)),
        ("changes", .array(link.changes.map { .string($0.rawValue) })),
        ("remarks", .array(link.doubts.map { .string($0.description) })),
        ("message", .string(hex(message))), ("size", .integer(message.count)),
      ]
      return .object(facts + recordMembers(reading))
    }
  }

  func run(in console: Console) -> ExitCode {
    guard lines else { return encodeOne(on: console) }
    do throws(InputError) {
      return try encodeLines(on: console)
    } catch {
      return console.couldNotRead(error, for: "ndef encode", json: json, lines: true)
    }
  }

  private func encodeOne(on console: Console) -> ExitCode {
    guard link != "-" else {
      console.say(
        "tagpress ndef encode: '-' is not a link. Add --lines to read links, one per line.")
      return .usage
    }
    switch encode(link) {
    case .success(let encoded):
      if json {
        console.write(encoded.json)
      } else if binary {
        console.write(bytes: encoded.message)
      } else {
        console.writeLine(hex(encoded.message))
        console.say(String(recordTable(encoded.reading).dropLast()))
        for remark in remarks(on: encoded.link) { console.say(remark) }
      }
      return .done
    case .failure(let refusal):
      if json { console.write(refusal.json(named: Self.failureName)) }
      console.say("tagpress ndef encode: \(refusal.sentence)")
      return .differs
    }
  }

  private func encodeLines(on console: Console) throws(InputError) -> ExitCode {
    var number = 0
    var refused = 0
    try InputFile(link).forEachLine(limit: NDEFEncode.longestLine) { line in
      number += 1
      switch encode(line: line) {
      case .success(let encoded):
        console.writeLine(json ? encoded.json.compact : hex(encoded.message))
        for remark in remarks(on: encoded.link) {
          console.say("tagpress ndef encode: line \(number): \(remark)")
        }
      case .failure(let refusal):
        refused += 1
        console.writeLine(json ? refusal.json(named: Self.failureName).compact : "-")
        console.say("tagpress ndef encode: line \(number): \(refusal.sentence)")
      }
      return !console.isClosed
    }
    return refused == 0 ? .done : .differs
  }

  private func encode(line: [UInt8]?) -> Result<Encoded, Refusal> {
    do throws(Refusal) {
      return encode(try text(of: line, limit: NDEFEncode.longestLine))
    } catch {
      return .failure(error)
    }
  }

  private func encode(_ text: String) -> Result<Encoded, Refusal> {
    do throws(Refusal) {
      // A brace is usually a name that was not filled in, and seldom meant as a brace.
      if let mark = try MarkedLink(text).marks.first { throw .needsTag(mark) }
    } catch {
      return .failure(error)
    }
    let link: WebLink
    do throws(WebLinkError) {
      link = try WebLink(text)
    } catch {
      return .failure(Refusal(error))
    }
    do throws(NDEFError) {
      let message = try NDEFMessage([.uri(link.text)]).encoded()
      // The output is read back from the bytes.
      return .success(Encoded(link: link, message: message, reading: try MessageReading(message)))
    } catch {
      return .failure(Refusal(error))
    }
  }
}
