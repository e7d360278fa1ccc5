// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// How often a list is read for what a person does on the page.
struct LooksAtListsTests {
  private let page: OpenedPage
  private let job: String
  private static let csv = "id,code\n" + (1...300).map { "\($0),c\($0)\n" }.joined()

  init() throws {
    page = try OpenedPage().start()
    job = try page.makeJob("spring", from: Self.csv, link: "https://go.tagtag.shop/{code}")
  }

  private var path: String { page.folder.path(of: "spring/stores.csv") }

  /// How often the list is opened meanwhile.
  private func readings(_ body: () throws -> Void) throws -> Int {
    let watch = inotify_init1(O_NONBLOCK)
    defer { close(watch) }
    // The kernel joins events that are alike, so those between them are asked for, too.
    try #require(inotify_add_watch(watch, path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) >= 0)
    try body()
    var events = [UInt8](repeating: 0, count: 1 << 16)
    let size = MemoryLayout<inotify_event>.size
    let count = max(0, read(watch, &events, events.count)) / size
    // Of a watched file itself an event has no name, so each is as long as the next.
    return (0..<count).count { events[$0 * size + 4] & 0x20 != 0 }
  }

  private func look() throws { _ = try page.get("/api/job?file=\(job)") }

  /// What was changed a moment ago may be changed again unseen, so it is not kept at once.
  private func waitUntilKept() throws {
    for _ in 0..<200 {
      try look()
      if try readings(look) == 0 { return }
      usleep(100_000)
    }
    Issue.record("the list is read again each time")
  }

  @Test func whoLooksAgainReadsNothing() throws {
    #expect(try readings(look) == 1)
    try waitUntilKept()
    #expect(try readings { _ = try page.get("/api/state") } == 0)
    #expect(try readings { _ = try page.get("/api/site?file=\(job)") } == 0)
    // The rows that are shown are no part of what is kept.
    #expect(try readings { _ = try page.get("/api/sheet?file=\(job)&from=101") } == 1)
    #expect(try readings { _ = try page.get("/api/row?file=\(job)&id=7") } == 1)
    #expect(try tagpress("write", "--plan", page.folder.path(of: job)).exit == .code(0))
    // With a ledger it is asked whether that knows the list as it is.
    try waitUntilKept()
    #expect(try readings { _ = try page.get("/api/state") } == 0)
  }

  /// What is signed or written was read for it, in the pass that uses the bytes.
  @Test func whoActsReadsOnce() throws {
    func approve() throws {
      let seen = try page.get("/api/job?file=\(job)").json["seen"]?.string ?? ""
      let answer = try page.post(
        "/api/approve", ["file": .string(job), "by": "Petra Meyer", "seen": .string(seen)])
      #expect(answer.status == 200, "\(answer.body)")
    }
    try waitUntilKept()
    // The ledger takes the rows over, or compares what it has.
    #expect(try readings(approve) == 1)
    try waitUntilKept()
    #expect(try readings(approve) == 1)
  }

  /// Same size, and its time as before.
  @Test func whatIsChangedIsSeenAtOnce() throws {
    try waitUntilKept()
    for value in ["c8", "c9"] {
      var status = stat()
      #expect(stat(path, &status) == 0)
      let file = open(path, O_WRONLY)
      let text = Array(Self.csv.replacing("7,c7\n", with: "7,\(value)\n").utf8)
      #expect(write(file, text, text.count) == text.count)
      close(file)
      let times = [status.st_atim, status.st_mtim]
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
      let check = try page.get("/api/job?file=\(job)").json["check"]
      // A link that two rows have is an error.
      #expect(check?["errors"]?.number?.int == 1, "\(value)")
      let site = try page.get("/api/sheet?file=\(job)&from=7&count=1").json["rows"]?.elements
      #expect(site?.first?["cells"]?.elements?.last?.string == value)
    }
  }

  /// No file of it is newer than what was read.
  @Test func anotherFolderInItsPlaceIsSeenAtOnce() throws {
    let (own, other, away) = (
      page.folder.path(of: "spring"), page.folder.path(of: "other"), page.folder.path(of: "away")
    )
    #expect(try run("/bin/cp", ["-a", own, other]).exit == .code(0))
    try page.folder.write(Self.csv.replacing("7,c7\n", with: "7,c8\n"), to: "other/stores.csv")
    try waitUntilKept()
    #expect(rename(own, away) == 0 && rename(other, own) == 0)
    #expect(try page.get("/api/job?file=\(job)").json["check"]?["errors"]?.number?.int == 1)
    #expect(rename(own, other) == 0 && rename(away, own) == 0)
    #expect(try page.get("/api/job?file=\(job)").json["check"]?["errors"]?.number?.int == 0)
  }

  @Test func whatIsNotThereIsLookedForAgain() throws {
    try waitUntilKept()
    let away = path + ".away"
    #expect(rename(path, away) == 0)
    #expect(try page.get("/api/job?file=\(job)").json["check"]?["errors"]?.number?.int == 1)
    #expect(rename(away, path) == 0)
    #expect(try page.get("/api/job?file=\(job)").json["check"]?["errors"]?.number?.int == 0)
  }
}
