// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CLibCrypto
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
  /// Of the link of the program's last start; that is the page's too until it has its session.
  private(set) var newPort: UInt16 = 0
  private var ownPort: UInt16?
  /// What the page keeps to itself, and what it sends.
  private(set) var secret: String?
  var session: String?

  var port: UInt16 { ownPort ?? newPort }

  init(
    in folder: TemporaryDirectory? = nil, options: [String] = [],
    state: TemporaryDirectory? = nil, environment: [String] = []
  ) throws {
    self.folder = try folder ?? TemporaryDirectory()
    self.state = try state ?? TemporaryDirectory()
    program = try Self.program(self.folder, self.state, options, environment)
    try readLink()
  }

  /// A page of a program that runs already.
  init(_ program: BackgroundProgram, state: TemporaryDirectory) throws {
    (folder, self.state, self.program) = (try TemporaryDirectory(), state, program)
    try readLink()
  }

  /// Another page of its program, by the link that is still good.
  init(anotherOf page: OpenedPage) {
    (folder, state, program) = (page.folder, page.state, page.program)
    follow(page)
  }

  /// The program was started again.
  func follow(_ page: OpenedPage) {
    (program, link, newPort) = (page.program, page.link, page.newPort)
  }

  private static func program(
    _ folder: TemporaryDirectory, _ state: TemporaryDirectory, _ options: [String],
    _ environment: [String] = []
  ) throws -> BackgroundProgram {
    try BackgroundProgram(
      "/usr/bin/env",
      environment + ["XDG_STATE_HOME=\(state.path)"]
        + [builtTool, "open", "--no-open", "--json", folder.path] + options)
  }

  private func readLink() throws {
    let line = try #require(program.nextLine())
    link = try #require(try JSONDocument(reading: Array(line.utf8)).root["link"]?.string)
    newPort = try #require(
      link.dropFirst("http://127.0.0.1:".count).split(separator: "/").first.flatMap { UInt16($0) })
  }

  var code: String { String(link.split(separator: "=").last ?? "") }

  /// Ends the program in whatever way, and starts it again; the page keeps its secret, and what it has
  /// of the session.
  func restart(signal: Int32 = SIGKILL, options: [String] = []) throws {
    program.send(signal)
    _ = try program.finish()
    program = try Self.program(folder, state, options)
    try readLink()
  }

  /// Exchanges the code of the link for a secret.
  @discardableResult
  func start() throws -> OpenedPage {
    ownPort = newPort
    try take(try post("/start", ["code": .string(code)]))
    return self
  }

  /// Has this secret from now on, as after a reload.
  func take(_ answer: Answer) throws {
    secret = try #require(answer.json["secret"]?.string)
    session = signed("page", try #require(answer.json["start"]?.string), "\(port)")
  }

  /// Lets the program show that it is the page's own, and has a session with it then; the status of its
  /// answer.
  @discardableResult
  func meet() throws -> Int {
    let answer = try askForProof("c0ffee")
    guard answer.status == 200 else { return answer.status }
    let start = try #require(answer.json["start"]?.string)
    try #require(answer.json["proof"]?.string == signed("program", "c0ffee", start, "\(port)"))
    session = signed("page", start, "\(port)")
    return answer.status
  }

  /// What anyone may ask, at any port.
  func askForProof(_ challenge: String, at port: UInt16? = nil) throws -> Answer {
    let name = digits(digest(digest(Array(try #require(secret).utf8))))
    let asked = ownPort
    ownPort = port ?? asked
    defer { ownPort = asked }
    return try post("/prove", ["page": .string(name), "challenge": .string(challenge)])
  }

  private func signed(_ parts: String...) -> String {
    let key = digest(Array((secret ?? "").utf8))
    let message = Array(parts.joined(separator: "\n").utf8)
    var code = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count)
    return digits(code)
  }

  private func digest(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return digest
  }

  private func digits(_ bytes: [UInt8]) -> String {
    bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
  }

  struct Answer {
    let status: Int
    let body: String
    let json: JSONNode

    /// The sentence for a person.
    var error: String { json["error"]?.string ?? "" }
  }

  /// Whether the program serves the page's port still; the system may have given it to another one.
  var isServed: Bool {
    let browser = BrowserStandIn(port)
    guard browser.isConnected else { return false }
    browser.send("GET /hello HTTP/1.1\r\n\(fields)\r\n")
    return browser.answer()?.body.contains(folder.path) == true
  }

  func get(_ path: String, over browser: BrowserStandIn? = nil) throws -> Answer {
    let browser = browser ?? BrowserStandIn(port)
    browser.send("GET \(escaped(path)) HTTP/1.1\r\n\(fields)\r\n")
    return try answer(of: browser)
  }

  func post(
    _ path: String, _ body: JSONValue, over browser: BrowserStandIn? = nil
  ) throws -> Answer {
    try answer(of: begin(path, body, over: browser))
  }

  func post(_ path: String, bytes: [UInt8]) throws -> Answer {
    try answer(of: begin(path, bytes: bytes))
  }

  /// Asks; the answer is heard later.
  func begin(
    _ path: String, _ body: JSONValue, over browser: BrowserStandIn? = nil
  ) -> BrowserStandIn {
    begin(path, bytes: Array(body.compact.utf8), type: "application/json", over: browser)
  }

  func begin(
    _ path: String, bytes: [UInt8], type: String = "application/octet-stream",
    over browser: BrowserStandIn? = nil
  ) -> BrowserStandIn {
    let browser = browser ?? BrowserStandIn(port)
    let head =
      "POST \(escaped(path)) HTTP/1.1\r\n\(fields)Content-Type: \(type)\r\n"
      + "Content-Length: \(bytes.count)\r\n\r\n"
    browser.send(Array(head.utf8) + bytes)
    return browser
  }

  private var fields: String {
    "Host: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
      + (session.map { "Authorization: Bearer \($0)\r\n" } ?? "")
  }

  private func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      byte > 0x20 && byte < 0x7F
        ? String(UnicodeScalar(byte)) : "%" + String(0x100 + Int(byte), radix: 16).dropFirst()
    }.joined()
  }

  /// On a page, no one types anything: not the next step, nor what helps.
  private static func expectNoCommandLine(in node: JSONNode, named name: String = "") {
    // How the program is started again, and what a person wrote.
    guard !["command", "manifest", "text", "cells", "xml"].contains(name) else { return }
    if let text = node.string {
      for typed in ["'tagpress", " --", "JOB"] {
        #expect(!text.contains(typed), "\(name): \(text)")
      }
    }
    for element in node.elements ?? [] { expectNoCommandLine(in: element, named: name) }
    for member in node.members ?? [] {
      expectNoCommandLine(in: member.value, named: member.key)
    }
  }

  func answer(of browser: BrowserStandIn) throws -> Answer {
    let answer = try #require(browser.answer())
    let json = try JSONDocument(
      reading: Array((answer.body.hasPrefix("{") ? answer.body : "{}").utf8)
    ).root
    Self.expectNoCommandLine(in: json)
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
