// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import TagKeys
internal import TagReading
internal import WebLink

/// `tagpress put`: one link onto the tag on the reader, verified.
struct Put: Command {
  var link = ""
  var reader: String?
  var key: String?
  var protect: String?
  var protectReading = false
  var freeze = false
  var lock = false
  var yes = false
  var format = false
  var overwrite = false
  var plan = false
  var timings = false
  var json = false

  static let name = ["put"]
  static let table = CommandTable<Put>(
    summary: "Write one link onto the tag on the reader and read it back",
    discussion: """
      Writes only the pages that differ, in an order by which a torn write is never another link, \
      and says OK only after every byte was read back. {mirror.uid} and {mirror.counter} in the \
      link become the tag's own UID and tap counter, shown by the chip.
      """,
    examples: [
      "tagpress put https://go.example.com/s/1":
        "Writes the link; nothing when it is there already.",
      "tagpress put --protect spring.keys https://go.example.com/s/1":
        "Writes the link and puts the tag under its password from the key file.",
      "tagpress put --plan https://go.example.com/s/1": "Shows the page writes and writes nothing.",
    ],
    exitCodes: [
      .differs: "the link or the tag is refused, or the tag does not hold what was written"
    ],
    parameters: [
      .positional(.text("URL"), to: \.link, help: "The link"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, as 'doctor' names it"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a tag under a password"),
      .option(
        "protect", .file("FILE"), to: \.protect, help: "Then set the password of this key file"),
      .flag("protect-reading", to: \.protectReading, help: "The password guards reading too"),
      .flag("freeze", to: \.freeze, help: "Freeze the protection for ever; it can never be undone"),
      .flag("lock", to: \.lock, help: "Then make the tag read-only for ever; asks first"),
      .flag("yes", to: \.yes, help: "Do not ask"),
      .flag("format", to: \.format, help: "Format a tag that is no NDEF tag yet, for ever"),
      .flag("overwrite", to: \.overwrite, help: "Write over data that is not NDEF"),
      .flag("plan", to: \.plan, help: "Only show what would be written"),
      .flag("timings", to: \.timings, help: "Say what the tag cost"),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    let content: LinkContent
    let newKey: PasswordKey?
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, code: .usage) }
      content = try linkContent()
      for remark in content.remarks { console.say(remark) }
      guard consent(on: console) else {
        throw Failure(name: "not-confirmed", words: "nothing was written.", code: .differs)
      }
      newKey = try protect.map(readKey)
    } catch {
      return console.report(error, "put", json: json)
    }
    let oneTag = OneTag(
      command: "put", reader: reader, keyFile: key, json: json, nextKey: newKey,
      wantsTimings: timings)
    return oneTag.run(on: console) { tag, _ throws(TagError) in
      if let type2 = tag as? Type2Tag {
        return try type2.saying { tag throws(Type2Error) in
          plan ? try show(content, newKey, on: tag) : try write(content, newKey, to: tag)
        }
      }
      let order = order(content, newKey)
      return plan ? try show(order, on: tag) : try write(content, order, to: tag)
    }
  }

  private func linkContent() throws(Failure) -> LinkContent {
    do throws(Refusal) {
      return try LinkContent(link)
    } catch {
      throw Failure(error)
    }
  }

  /// What is wrong with the options together.
  private var usage: String? {
    if protectReading && protect == nil { return "--protect-reading goes with --protect FILE." }
    if freeze && protect == nil { return "--freeze goes with --protect FILE." }
    if lock && protect != nil {
      return "choose --lock or --protect: a tag that is locked for ever needs no password."
    }
    return nil
  }

  var permissions: WritePermissions {
    var permissions: WritePermissions = []
    if format { permissions.insert(.format) }
    if overwrite { permissions.insert(.overwriteForeign) }
    return permissions
  }

  /// Asks before something is done that can never be undone.
  private func consent(on console: Console) -> Bool {
    guard !plan, !yes else { return true }
    if lock { return console.asks("The tag will be read-only for ever", word: "lock") }
    if freeze { return console.asks("The protection can never be changed again", word: "freeze") }
    return true
  }
}
