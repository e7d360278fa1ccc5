// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagKeys
internal import TagReading
internal import TagReport
internal import WebLink

// One tag: what is on it, emptying it, and one link for it.

extension PageHost {
  private enum Deed: String {
    case look
    case erase
    case write
  }

  func singleTag(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    guard let deed = Deed(rawValue: try order.needed("do")) else {
      throw .badRequest("The page did not say what to do.")
    }
    let link = deed == .write ? try singleLink(order) : nil
    let stop = try runs.beginSingle()
    defer { runs.endSingle() }
    let readers = try readers(of: order)
    guard readers.count == 1, let reader = readers.first else {
      throw .badRequest("One tag needs one reader.")
    }
    if let link { try requireWebsite(of: link, at: reader.name) }
    let single = SingleTag(on: reader, unless: stop)
    guard deed != .look else { return SinglePicture(try single.look()).json(known: known) }
    let (uid, seen) = (try singleUID(order), try order.needed("seen"))
    let message = try link.map { (link) throws(Failure) in try Self.message(of: link) }
    let (look, isWritten) = try single.act(
      message.map { .write($0) } ?? .erase, on: uid,
      require: { (look) throws(Failure) in try requireChangeable(look, seen: seen) },
      isRight: { look in
        let picture = SinglePicture(look)
        return message.map { picture.message == hex($0) } ?? (picture.content == "empty")
      })
    let done: (key: String, value: JSONValue) = (
      "outcome", .string(!isWritten ? "already" : deed == .erase ? "erased" : "written")
    )
    return SinglePicture(look).json(known: known, also: [done])
  }

  func stopSingleTag(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    runs.stopSingle()
    return [:]
  }

  /// Refuses a tag that is not as it was shown, that a job knows, or that does not take anything.
  private func requireChangeable(_ look: SingleTag.Look, seen: String) throws(Failure) {
    let picture = SinglePicture(look)
    guard picture.seen == seen else {
      throw .refused(
        .`single-changed`,
        "Something else is on the tag than was shown. Nothing was written. Look at it again.")
    }
    if let known = try known(look.uid) {
      let row = known.label.map { "\(known.row) · \($0)" } ?? known.row
      throw .refused(
        .`single-known`,
        "This is the tag of \(visible(row)) of the job \(visible(known.job)). Give up its row first.",
        ["row": visible(known.row), "job": visible(known.job)])
    }
    switch picture.access {
    case "read-only":
      throw .refused(.`single-locked`, "The tag is locked for good. Nothing can change it.")
    case "password-to-write", "password-to-read", "key-to-write":
      throw .refused(
        .`single-password`, "The tag has a password, so nothing can be written on it here.")
    default: break
    }
  }

  private func known(_ uid: TagUID) throws(Failure) -> TagOfJob? {
    try TagOfJob(uid, in: JobFolder.ledgers)
  }

  private func singleUID(_ order: PageOrderOrQuery) throws(Failure) -> TagUID {
    guard let text = order.text("uid"), let bytes = bytes(ofHexDigits: text.utf8),
      let uid = TagUID(bytes)
    else {
      throw .badRequest("The page did not say which tag is meant.")
    }
    return uid
  }

  private func singleLink(_ order: PageOrderOrQuery) throws(Failure) -> WebLink {
    let typed = try order.needed("link")
    // A name in braces is no part of the link that someone means.
    guard !typed.contains(where: { $0 == "{" || $0 == "}" }) else {
      throw .refused(
        .`single-braces`,
        "Nothing has a value here for a name in braces. Write the link as it is to be on the tag.")
    }
    do throws(WebLinkError) {
      return try WebLink(typed)
    } catch {
      throw Failure(Problem.link(error, in: typed))
    }
  }

  private static func message(of link: WebLink) throws(Failure) -> [UInt8] {
    guard let made = try? PlannedLink(link.text).message(further: nil) else {
      throw .refused(.`single-link`, "This link does not fit on a tag.")
    }
    return made.bytes
  }

  /// A link that leads nowhere is no good on a tag of people.
  private func requireWebsite(of link: WebLink, at reader: String) throws(Failure) {
    guard let host = link.host, let kind = UnservedHost(host), kind.isNowhere,
      demo == nil, options.program.mayHoldRealTags(reader)
    else { return }
    throw .refused(
      .`single-nowhere`,
      "The link leads to \(visible(String(host))), which no phone can open. Nothing was written.",
      ["host": visible(String(host))])
  }
}

/// What a page shows of a tag.
private struct SinglePicture {
  private let uid: TagUID
  private let members: [(key: String, value: JSONValue)]
  /// Stands for all that is shown.
  let seen: String

  init(_ look: SingleTag.Look) {
    uid = look.uid
    let sheet = TagSheet(look.uid, look.whole).json(raw: false)
    members = if case .object(let members) = sheet { members } else { [] }
    seen = sha256(Array(sheet.compact.utf8)).map { hex($0) } ?? ""
  }

  private subscript(_ name: String) -> JSONValue? { members.first { $0.key == name }?.value }

  private func text(_ name: String) -> String {
    if case .string(let text)? = self[name] { text } else { "" }
  }

  var content: String { text("content") }
  var access: String { text("access") }
  /// In hex; empty without one.
  var message: String { text("message") }

  func json(
    known: (TagUID) throws(Failure) -> TagOfJob?, also more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    let kept = ["chip", "title", "content", "access", "records"]
    var shown: [(key: String, value: JSONValue)] = [
      ("uid", .string(uid.description)), ("seen", .string(seen)),
    ]
    shown += members.filter { kept.contains($0.key) }
    shown += owner(known)
    shown += more
    return .object(shown)
  }

  private func owner(
    _ known: (TagUID) throws(Failure) -> TagOfJob?
  ) -> [(key: String, value: JSONValue)] {
    do throws(Failure) {
      guard let known = try known(uid) else { return [("known", .null)] }
      let file = JobFolder.jobs.first { Ledger.path(besideManifest: $0) == known.ledger }
      return [
        (
          "known",
          [
            "job": .string(known.job), "row": .string(known.row),
            "label": .optional(known.label), "isDone": .bool(known.isDone),
            "file": .optional(file),
          ]
        )
      ]
    } catch {
      return [
        ("known", .null),
        ("unread", Saying(error.words, error.told).json),
      ]
    }
  }
}
