// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobWork
package import PageServer
internal import Rehearsal
internal import StrictJSON
internal import Terminal
internal import Threads
internal import VirtualReader

/// The members of a page's request, from its body or its address.
enum PageOrderOrQuery {
  case order(PageOrder)
  case query([String: String])
  case none

  func text(_ name: String) -> String? {
    switch self {
    case .order(let order): order.text(name)
    case .query(let query): query[name]
    case .none: nil
    }
  }

  /// A number that nothing can overflow with.
  func number(_ name: String) -> Int? {
    let number: Int? =
      switch self {
      case .order(let order): order.number(name)
      case .query(let query): query[name].flatMap { Int($0) }
      case .none: nil
      }
    return number.map { min(max($0, 0), 1_000_000_000) }
  }

  func isOn(_ name: String) -> Bool {
    if case .order(let order) = self { order.isOn(name) } else { text(name) == "1" }
  }

  func texts(_ name: String) -> [String] {
    if case .order(let order) = self { order.texts(name) } else { [] }
  }

  func needed(_ name: String) throws(Failure) -> String {
    guard let text = text(name) else { throw .badRequest("The page sent no \(name).") }
    return text
  }
}

/// Answers the pages of one folder.
///
/// It is asked on the server's thread, where it answers only what it knows at once; the rest gets a
/// thread of its own, so no page waits for the work of another one.
package final class PageHost: PageHandler, Sendable {
  let options: PageOptions
  let feed: EventFeed
  package let runs: PageRuns
  package let uploads = PageUploads()
  let desk: JobDesk
  /// Where the folder was at the start.
  let home: String?
  let demo: DemoDesk?
  private let memory: PageMemory
  private let codes: StartCodes
  private let say: @Sendable (String) -> Void
  /// The reports that are about to be opened in tabs of their own, by the codes in their addresses.
  private let shownReports = Guarded<[String: [String: String]]>([:])
  private let reportCodes = StartCodes()
  /// Held by whoever changes files or ledgers, so that no change builds on what another one replaces.
  let edits = Guarded(())
  /// Which connections are of our user's programs.
  private let owners = Guarded<[Int: Bool]>([:])
  private let hasSaidBlind = Guarded(false)
  /// How many threads are at work.
  private let working = Guarded(0)

  private static let workersMax = 24
  private static let orderBytesMax = 5 << 20
  /// Of someone who has shown no session.
  private static let strangerBytesMax = 4096

  package init(
    _ options: PageOptions, demo: DemoDesk?, feed: EventFeed, memory: PageMemory,
    codes: StartCodes, say: @escaping @Sendable (String) -> Void
  ) {
    (self.options, self.demo, self.feed) = (options, demo, feed)
    (self.memory, self.codes, self.say) = (memory, codes, say)
    runs = PageRuns(feed: feed)
    desk = JobDesk(outside: options.outside)
    home = JobFolder.place(of: "here")
  }

  package func bodyMax(at path: String) -> Int {
    if path == "/api/upload" { return PageUploads.byteMax }
    return path.utf8.starts(with: "/api/".utf8) ? Self.orderBytesMax : Self.strangerBytesMax
  }

  package func answer(_ request: PageRequest, _ reply: PageReply) {
    let path = request.head.path
    let isForOurs = path.hasPrefix("/api/") || path.hasPrefix("/report/")
    guard isForOurs || path == "/start" || path == "/prove" else {
      return answerOurs(request, reply)
    }
    // While the program is away, someone else may listen at its port, and hear what pages send.
    if let isOurs = owners.now[request.connection] {
      return isOurs ? answerOurs(request, reply) : refuse(request, reply)
    }
    // The kernel's list is long, so it is read once for a connection, and the others do not wait for it.
    let thread = startThread { [self] in
      guard let isOurs = isOfOurUser(from: request.peerPort, to: request.port) else {
        sayBlind()
        return reply.answer(PageAnswer(.forbidden))
      }
      owners.withLock { owners in
        if owners.count > 256 { owners = [:] }
        owners[request.connection] = isOurs
      }
      isOurs ? answerOurs(request, reply) : refuse(request, reply)
    }
    guard let thread else { return reply.answer(PageAnswer(.unavailable)) }
    thread.detach()
  }

  private func sayBlind() {
    let isFirst = hasSaidBlind.withLock { hasSaid in
      defer { hasSaid = true }
      return !hasSaid
    }
    guard isFirst else { return }
    say(
      "The system does not tell whose program asks for the page, so no page is let in. "
        + "Start TagPress where /proc/net/tcp can be read.")
  }

  private func refuse(_ request: PageRequest, _ reply: PageReply) {
    if request.head.path == "/start" {
      say("Someone else on this machine tried to use the link of the page, and was refused.")
    }
    reply.answer(PageAnswer(.forbidden))
  }

  private func answerOurs(_ request: PageRequest, _ reply: PageReply) {
    switch (request.head.method, request.head.path) {
    case (.get, "/hello"):
      reply.answer(.json(["command": .string(options.command)]))
    case (.post, "/start"): reply.answer(start(request))
    case (.post, "/prove"): reply.answer(prove(request))
    case (.post, "/api/page"): reply.answer(newPage(at: request.port))
    case (.get, "/api/events"): reply.stream()
    // These must work whatever else is being worked on.
    case (.post, "/api/pause"): reply.answer(answerAtOnce(request, pause))
    case (.post, "/api/go-on"): reply.answer(answerAtOnce(request, goOn))
    case (.post, "/api/stop"): reply.answer(answerAtOnce(request, stop))
    case (let method, let path) where path.hasPrefix("/api/"):
      later(reply) { [self] () throws(Failure) in
        try work(String(path.dropFirst(5)), method, request, reply)
      }
    case (.get, let path) where path.hasPrefix("/report/"):
      later(reply) { [self] () throws(Failure) in
        reply.answer(try shownReport(String(path.dropFirst(8))))
      }
    case (.get, let path):
      reply.answer(PageFiles.file(at: path, options.program.languages) ?? PageAnswer(.notFound))
    default: reply.answer(PageAnswer(.notFound))
    }
  }

  /// Shows to a page whose program was away that this is its program.
  private func prove(_ request: PageRequest) -> PageAnswer {
    do throws(Failure) {
      let order = PageOrderOrQuery.order(try PageOrder(request))
      let (page, challenge) = (try order.needed("page"), try order.needed("challenge"))
      guard let proof = memory.proof(toPage: page, asking: challenge, at: request.port) else {
        return PageAnswer(.unauthorized)
      }
      return .json(["start": .string(memory.start), "proof": .string(proof)])
    } catch {
      return .failure(error)
    }
  }

  /// Gives a page its secret.
  private func newPage(at port: UInt16) -> PageAnswer {
    guard let secret = memory.newPage(at: port) else { return PageAnswer(.failed) }
    return .json(["secret": .string(secret), "start": .string(memory.start)])
  }

  /// Gives a page its secret for the code of its link.
  private func start(_ request: PageRequest) -> PageAnswer {
    let code: String
    do throws(Failure) {
      code = try PageOrderOrQuery.order(PageOrder(request)).needed("code")
    } catch {
      return .failure(error)
    }
    let words: String
    switch codes.redeem(code) {
    case .right: return newPage(at: request.port)
    case .used:
      say("The link of the page was used a second time, and was refused.")
      words = "This link was used already: it opens one page."
    case .tooOld: words = "This link is too old: it is good for a minute."
    case .unknown: words = "This link is not of this start of the program."
    }
    return .json(
      ["error": .string(words), "name": "link-refused", "command": .string(options.command)],
      .forbidden)
  }

  /// Opens a report in a tab of its own: a document that the page hands over would be under the page's
  /// policy, which lets nothing run but the page's files.
  func openReport(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    let code = reportCodes.make()
    shownReports.withLock { reports in
      if reports.count > 100 { reports = [:] }
      reports[code] = ["file": file, "as": "html", "language": order.text("language") ?? ""]
    }
    return ["path": .string("/report/\(code)")]
  }

  private func shownReport(_ code: String) throws(Failure) -> PageAnswer {
    guard reportCodes.redeem(code) == .right,
      let query = shownReports.withLock({ $0.removeValue(forKey: code) })
    else { return PageAnswer(.gone) }
    var answer = try reportFile(.query(query))
    answer.isApart = true
    return answer
  }

  private func later(
    _ reply: PageReply, _ body: @escaping @Sendable () throws(Failure) -> Void
  ) {
    let isFree = working.withLock { count in
      guard count < Self.workersMax else { return false }
      count += 1
      return true
    }
    let thread =
      isFree
      ? startThread { [self] in
        do throws(Failure) {
          try body()
        } catch {
          reply.answer(.failure(error))
        }
        working.withLock { $0 -= 1 }
      } : nil
    if let thread { return thread.detach() }
    if isFree { working.withLock { $0 -= 1 } }
    reply.answer(PageAnswer(.unavailable))
  }

  private func work(
    _ name: String, _ method: RequestHead.Method, _ request: PageRequest, _ reply: PageReply
  ) throws(Failure) {
    if method == .post, name == "upload" {
      let (name, isNewer) = (request.head.query["name"], request.head.query["as"] == "newer")
      let answer = try isNewer ? newerList(name, request.body) : upload(name, request.body)
      return reply.answer(.json(answer))
    }
    let input: PageOrderOrQuery =
      method == .post ? .order(try PageOrder(request)) : .query(request.head.query)
    switch (method, name) {
    case (.post, "run"): try run(input, reply)
    case (.get, "report/file"): reply.answer(try reportFile(input))
    case (.post, "report/own"): reply.answer(try ownFile(input))
    case (.post, "site/files"): reply.answer(try siteFiles(input))
    case (.post, "labels"): reply.answer(try labels(input))
    default:
      guard let answer = answer(name, method) else { return reply.answer(PageAnswer(.notFound)) }
      guard Self.changes.contains(name) else { return reply.answer(.json(try answer(input))) }
      let value = try edits.withLock { _ throws(Failure) in try answer(input) }
      reply.answer(.json(value))
    }
  }

  private static let changes: Set = [
    "cure", "cell", "manifest", "link", "confirm", "approve", "moved", "new", "void", "list/take",
    "settings/save", "key", "app/save", "app/remove", "labels/thrown-away", "job/copy",
    "job/rename", "job/put-away",
    "job/bring-back",
  ]

  private func answerAtOnce(
    _ request: PageRequest, _ answer: (PageOrderOrQuery) throws(Failure) -> JSONValue
  ) -> PageAnswer {
    do throws(Failure) {
      return .json(try answer(.order(try PageOrder(request))))
    } catch {
      return .failure(error)
    }
  }

  /// What answers a request with a value; nil if nothing does.
  private func answer(
    _ name: String, _ method: RequestHead.Method
  ) -> ((PageOrderOrQuery) throws(Failure) -> JSONValue)? {
    switch (method, name) {
    case (.get, "state"): state
    case (.get, "readers"): readers
    case (.get, "job"): job
    case (.get, "sheet"): sheet
    case (.get, "row"): row
    case (.get, "rows"): rows
    case (.get, "settings"): settings
    case (.get, "templates"): templates
    case (.get, "report"): report
    case (.get, "report/columns"): ownColumns
    case (.get, "lockable"): lockable
    case (.get, "label-sheets"): labelSheets
    case (.get, "site"): site
    case (.post, "report/open"): openReport
    case (.post, "cure"): cure
    case (.post, "cell"): cell
    case (.post, "manifest"): manifest
    case (.post, "link"): link
    case (.post, "confirm"): confirm
    case (.post, "approve"): approve
    case (.post, "moved"): moved
    case (.post, "list"): compareList
    case (.post, "list/take"): takeList
    case (.post, "list/jobs"): jobsWithList
    case (.post, "show"): showFolder
    case (.post, "job/copy"): copyJob
    case (.post, "job/rename"): renameJob
    case (.post, "job/put-away"): putAway
    case (.post, "job/bring-back"): bringBack
    case (.post, "labels/thrown-away"): throwAwayLabels
    case (.post, "survey"): survey
    case (.post, "new"): new
    case (.post, "void"): void
    case (.post, "settings/save"): saveSettings
    case (.post, "key"): makeKey
    case (.post, "scan"): scan
    case (.post, "unscan"): forgetScan
    case (.post, "unscanned"): writeUnscanned
    case (.post, "lost"): lose
    case (.post, "hand"): hand
    case (.post, "choose"): choose
    case (.post, "probe"): probe
    case (.post, "app"): readApps
    case (.post, "app/save"): saveApps
    case (.post, "app/remove"): removeApp
    case (.post, "tag"): singleTag
    case (.post, "tag/stop"): stopSingleTag
    default: nil
    }
  }

  private func state(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    // Asked for first: what comes meanwhile is then told twice, and not never.
    let event = feed.lastID
    return .object(
      [
        ("event", .string(event)), ("folder", .string(options.folder)),
        ("version", .string(options.program.version)),
        ("isDemo", .bool(options.isDemo)), ("command", .string(options.command)),
        ("jobs", JobFolder.cards(on: desk)), ("run", runs.current?.json ?? .null),
        (
          "choices",
          .object(memory.chosen.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
        ),
      ] + folderMembers)
  }

  /// Keeps what a person chose on a page: the next start has another address, for which the browser has
  /// kept nothing.
  private func choose(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let name = try order.needed("name")
    guard memory.choose(name, try order.needed("value")) else {
      throw .badRequest("The page sent a choice that is too long.")
    }
    return [:]
  }

  func tellJob(_ file: String) {
    feed.tell("job", (["file": .string(file)] as JSONValue).compact)
  }

  func tellJobs() {
    let jobs = ("jobs", JobFolder.cards(on: desk))
    feed.tell("jobs", JSONValue.object([jobs] + folderMembers).compact)
  }
}
