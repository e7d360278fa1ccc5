// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import JobWork
internal import Plain
internal import Provisioning
internal import TagKeys
internal import TagReading
internal import TagReport
internal import Terminal
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
  var allowReservedHosts = false
  var plan = false
  var timings = false
  var json = false

  static let name = ["put"]
  static let table = CommandTable<Put>(
    summary: "Write one link onto the tag on the reader and read it back",
    discussion: """
      Writes only the pages that differ, in an order in which an interrupted write never leaves \
      another link, and says OK only after every byte was read back. {tag.uid} in the link becomes \
      the tag's UID; {mirror.uid} and {mirror.counter} become its UID and its tap counter, which \
      the chip itself fills in whenever it is read.
      """,
    examples: [
      "tagpress put https://go.example.com/s/1":
        "Writes the link; writes nothing if it is already there.",
      "tagpress put --protect spring.keys https://go.example.com/s/1":
        "Writes the link and sets a password made from the key file.",
      "tagpress put --plan https://go.example.com/s/1": "Shows the page writes and writes nothing.",
    ],
    exitCodes: [
      .differs: "the link or the tag is refused, or the tag does not hold what was written"
    ],
    parameters: [
      .positional(.text("URL"), to: \.link, help: "The link"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, by its name in 'doctor'"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a password-protected tag"),
      .option(
        "protect", .file("FILE"), to: \.protect,
        help: "After writing, set a password made from this key file"),
      .flag("protect-reading", to: \.protectReading, help: "Require the password for reading too"),
      .flag(
        "freeze", to: \.freeze,
        help: "Freeze the protection permanently; this can never be "
          + "undone"),
      .flag(
        "lock", to: \.lock,
        help: "After writing, make the tag permanently read-only; asks first"),
      .flag("yes", to: \.yes, help: "Do not ask for confirmation"),
      .flag("format", to: \.format, help: "Permanently format a tag that is not an NDEF tag yet"),
      .flag("overwrite", to: \.overwrite, help: "Write over data that is not NDEF"),
      .flag(
        "allow-reserved-hosts", to: \.allowReservedHosts,
        help: "Write a link to example.com and the like to a real tag"),
      .flag("plan", to: \.plan, help: "Only show what would be written"),
      .flag("timings", to: \.timings, help: "Show the time and commands the tag took"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    let content: LinkContent
    let newKey: PasswordKey?
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, kind: .usage) }
      content = try linkContent()
      for remark in content.remarks { console.say(remark) }
      try requireWebsite(of: content)
      try requireConsent(on: console)
      // A reader may have been plugged in while the question waited.
      try requireWebsite(of: content)
      newKey = try protect.map(readKey)
    } catch {
      return console.report(error, "put", json: json)
    }
    let oneTag = OneTag(
      command: "put", reader: reader, keyFile: key, json: json, nextKey: newKey,
      wantsTimings: timings)
    return oneTag.attempt(on: console) { tag, _, _ throws(Failure) in
      let link: LinkOnTag
      do throws(Refusal) {
        link = try content.onTag(withUID: tag.tag.uid.description)
      } catch {
        throw Failure(error)
      }
      do throws(TagError) {
        let order = order(link, newKey)
        return plan ? try show(order, on: tag) : try write(link, order, to: tag)
      } catch {
        throw failure(error, on: tag)
      }
    }
  }

  /// The failure of the work on a tag.
  ///
  /// The same command may not get in again: an interrupted tag may have closed itself to readers,
  /// or have a torn page that looks like foreign data.
  private func failure(_ error: TagError, on tag: any WritableTag) -> Failure {
    let failure = Failure(error, tag.tag)
    if !overwrite, case .interrupted(let place?, _) = error, tag.looksForeign(tornAt: place) {
      return Failure(
        name: failure.name,
        words: """
          \(failure.words) Put the same tag on the reader and run the same command again with \
          --overwrite, because \(place) may look like foreign data now.
          """,
        kind: failure.kind, uid: failure.uid)
    }
    guard let protect, protectReading, key != protect, tag.pagesWritten > 0, error.passing != nil
    else { return failure }
    let newKey = shellWord(protect)
    let help =
      key == nil
      ? "again with --key \(newKey), because it may ask for its password by now."
      : "again. If it refuses its password, it has the new one: use --key \(newKey)."
    return Failure(
      name: failure.name,
      words: "\(failure.words) Put the same tag on the reader and run the same command \(help)",
      kind: failure.kind, uid: failure.uid)
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
    if protectReading && protect == nil { return "--protect-reading needs --protect FILE." }
    if freeze && protect == nil { return "--freeze needs --protect FILE." }
    if lock && protect != nil {
      return "Use either --lock or --protect: a permanently locked tag needs no password."
    }
    return nil
  }

  var permissions: WritePermissions {
    var permissions: WritePermissions = []
    if format { permissions.insert(.format) }
    if overwrite { permissions.insert(.overwriteForeign) }
    return permissions
  }

  /// Refuses a link to a reserved host, if the tag may be a real one.
  private func requireWebsite(of content: LinkContent) throws(Failure) {
    guard !plan, !allowReservedHosts, let host = content.host,
      let kind = UnservedHost(host[...]), kind.isNowhere,
      // A wrong choice of reader is reported when it is opened.
      let reader = try? chosenReader(reader), mayHoldRealTags(reader)
    else { return }
    throw Failure(
      name: PreflightProblem.reservedHost,
      words: "The link leads to \(host), \(kind.description) Nothing was written.",
      kind: .differs, cure: .allowReservedHosts)
  }

  /// Asks before something irreversible.
  private func requireConsent(on console: Console) throws(Failure) {
    guard !plan, !yes else { return }
    let nothing = "Nothing was written"
    if lock {
      try console.requireConsent(
        to: "The tag will be permanently read-only", word: "lock", or: nothing)
    } else if freeze {
      try console.requireConsent(
        to: "The protection can never be changed again", word: "freeze", or: nothing)
    }
  }
}
