// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// `tagpress open` with a folder, and a page of it: what a browser does, without one.
final class OpenedPage {
  private(set) var program: BackgroundProgram
  let folder: TemporaryDirectory
  /// Where the program keeps what it remembers.
  let state: TemporaryDirectory
  private(set) var link = ""
  private(set) var port: UInt16 = 0
  var token: String?

  init(
    in folder: TemporaryDirectory? = nil, options: [String] = [],
    state: TemporaryDirectory? = nil
  ) throws {
    self.folder = try folder ?? TemporaryDirectory()
    self.state = try state ?? TemporaryDirectory()
    program = try Self.program(self.folder, self.state, options)
    try takeLink()
  }

  /// A page of a program that runs already.
  init(_ program: BackgroundProgram, state: TemporaryDirectory) throws {
    (folder, self.state, self.program) = (try TemporaryDirectory(), state, program)
    try takeLink()
  }

  private static func program(
    _ folder: TemporaryDirectory, _ state: TemporaryDirectory, _ options: [String]
  ) throws -> BackgroundProgram {
    try BackgroundProgram(
      "/usr/bin/env",
      ["XDG_STATE_HOME=\(state.path)", builtTool, "open", "--no-open", "--json", folder.path]
        + options)
  }

  private func takeLink() throws {
    let line = try #require(program.nextLine())
    link = try #require(try JSONDocument(reading: Array(line.utf8)).root["link"]?.string)
    port = try #require(
      link.dropFirst("http://127.0.0.1:".count).split(separator: "/").first.flatMap { UInt16($0) })
  }

  var code: String { String(link.split(separator: "=").last ?? "") }

  /// Ends the program in whatever way, and starts it again; the page keeps its token.
  func restart(signal: Int32 = SIGKILL, options: [String] = []) throws {
    program.send(signal)
    _ = try program.finish()
    program = try Self.program(folder, state, options)
    try takeLink()
  }

  /// Exchanges the code of the link for a token.
  @discardableResult
  func start() throws -> OpenedPage {
    let answer = try post("/start", ["code": .string(code)])
    token = try #require(answer.json["token"]?.string)
    return self
  }

  struct Answer {
    let status: Int
    let body: String
    let json: JSONNode

    /// The sentence for a person.
    var error: String { json["error"]?.string ?? "" }
  }

  func get(_ path: String) throws -> Answer {
    try ask("GET \(escaped(path)) HTTP/1.1\r\n\(fields)\r\n", [])
  }

  func post(_ path: String, _ body: JSONValue) throws -> Answer {
    try post(path, bytes: Array(body.compact.utf8), type: "application/json")
  }

  func post(
    _ path: String, bytes: [UInt8], type: String = "application/octet-stream"
  ) throws -> Answer {
    try ask(
      "POST \(escaped(path)) HTTP/1.1\r\n\(fields)Content-Type: \(type)\r\n"
        + "Content-Length: \(bytes.count)\r\n\r\n", bytes)
  }

  private var fields: String {
    "Host: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
      + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
  }

  private func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      byte > 0x20 && byte < 0x7F
        ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16).dropFirst()
    }.joined()
  }

  private func ask(_ head: String, _ body: [UInt8]) throws -> Answer {
    let browser = BrowserStandIn(port)
    browser.send(Array(head.utf8) + body)
    let answer = try #require(browser.answer())
    let json = try JSONDocument(
      reading: Array((answer.body.hasPrefix("{") ? answer.body : "{}").utf8)
    ).root
    return Answer(status: answer.status, body: answer.body, json: json)
  }

  /// Sends a spreadsheet and makes a job of it, whose manifest is returned.
  func makeJob(
    _ name: String, from sheet: String, named file: String = "stores.csv", link: String
  ) throws -> String {
    let survey = try post("/api/upload?name=\(file)", bytes: Array(sheet.utf8))
    let upload = try #require(survey.json["upload"]?.string)
    let made = try post(
      "/api/new", ["name": .string(name), "upload": .string(upload), "link": .string(link)])
    return try #require(made.json["file"]?.string)
  }

  /// Saves a manifest of which the page knows how it was.
  func saveManifest(_ file: String, _ text: String) throws -> Answer {
    let was = String(decoding: try folder.read(file), as: UTF8.self)
    return try post(
      "/api/manifest", ["file": .string(file), "was": .string(was), "text": .string(text)])
  }

  /// Waits until the run looks as it should; the run as it looks then.
  func waitForRun(
    timeLimit: Duration = .seconds(300), _ isRight: (JSONNode) -> Bool
  ) throws -> JSONNode {
    let deadline = ContinuousClock.now + timeLimit
    while true {
      let run = try #require(try get("/api/state").json["run"])
      if isRight(run) { return run }
      try #require(ContinuousClock.now < deadline, "\(run.value.compact)")
      usleep(20_000)
    }
  }
}
