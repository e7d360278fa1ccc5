// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// The page of `tagpress open` in a browser, as people have it who use no terminal.
///
/// One after another: two browsers at once would make each other slow, and some of this is about
/// how soon something is seen.
@Suite(.serialized, .enabled(if: hasChromium, chromiumIsMissing), .timeLimit(.minutes(30)))
enum PageProofs {}

/// `tagpress open` with a folder, for a browser that loads its page.
final class PageProgram {
  private var program: BackgroundProgram
  let folder: TemporaryDirectory
  /// Where the program keeps what it remembers.
  private let state: TemporaryDirectory
  private let arguments: [String]
  private(set) var link = ""

  init(in folder: TemporaryDirectory? = nil, options: [String] = []) throws {
    self.folder = try folder ?? TemporaryDirectory()
    state = try TemporaryDirectory()
    arguments =
      ["XDG_STATE_HOME=\(state.path)", builtTool, "open", "--no-open", "--json", self.folder.path]
      + options
    program = try BackgroundProgram("/usr/bin/env", arguments)
    try readLink()
  }

  private func readLink() throws {
    let line = try #require(program.nextLine())
    link = try #require(try JSONDocument(reading: Array(line.utf8)).root["link"]?.string)
  }

  /// Such as `http://127.0.0.1:40000`.
  var origin: String { link.components(before: "/#") }
  var port: String { String(origin.split(separator: ":").last ?? "") }

  func kill() throws {
    program.send(SIGKILL)
    _ = try program.finish()
  }

  var statePath: String { state.path }

  /// Starts it again after its end, as the next line of a shell's history would.
  func startAgain() throws {
    program = try BackgroundProgram("/usr/bin/env", arguments)
    try readLink()
  }

  /// Ends it as Ctrl-C does, and gives all that it said.
  func end() throws -> ProcessResult {
    program.send(SIGINT)
    return try program.finish()
  }

  /// A file of the folder as text.
  func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  /// Every file in the folder and below it, with its content.
  var files: [String: [UInt8]] {
    get throws {
      let found = try run("find", [folder.path, "-type", "f"]).output.split(separator: "\n")
      return try Dictionary(
        uniqueKeysWithValues: found.map { (String($0), try contents(of: String($0))) })
    }
  }

  /// Opens the page by its link, or, where the browser knows its token, by its address.
  func open(_ place: String? = nil, in browser: Chromium) throws -> BrowserTab {
    let tab = try browser.open(place.map { origin + "/" + $0 } ?? link)
    try tab.waitForConnection()
    return tab
  }

  /// A job of serial numbers, beside which no file is needed.
  func writeJob(rows: Int, more: String = "", named name: String = "spring") throws {
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="\(name)">
        <link>https://go.tagtag.shop/s/{number}</link>
        <tags chips="NTAG213"/>\(more)
        <rows count="\(rows)" id="n{number}"/>
      </job>
      """, to: "\(name).xml")
  }
}

extension PageProgram {
  /// A job of the finished links in a list.
  func writeListJob(_ list: String, more: String = "") throws {
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="stores">
        <link>{+link}</link>
        <tags chips="NTAG213"/>\(more)
        <rows from="stores.csv" id="{id}" label="{city}"/>
      </job>
      """, to: "stores.xml")
    try folder.write(list, to: "stores.csv")
  }
}

extension BrowserTab {
  func waitForConnection(timeLimit: Duration = .seconds(120)) throws(BrowserTrouble) {
    try wait(
      until: "document.body.dataset.connection === 'connected' && document.querySelector('h1')",
      timeLimit: timeLimit)
  }

  /// Shows another view of the page by its address, as a bookmark would.
  func show(_ view: String, until selector: String) throws(BrowserTrouble) {
    try evaluate("location.hash = \(Self.literal(view))")
    try wait(until: "document.querySelector(\(Self.literal(selector)))")
  }

  /// Follows a link of the page to a tab of its job.
  func showTab(_ name: String, until selector: String) throws(BrowserTrouble) {
    try click(".tabs a[href$='/\(name)']")
    try wait(until: "document.querySelector(\(Self.literal(selector)))")
  }

  /// Makes the job that is offered for a file that was dropped or chosen.
  func makeJob(link: String? = nil) throws(BrowserTrouble) {
    try wait(until: "document.querySelector('#make-job')")
    if let link { try fill("#link-template", with: link) }
    try click("#make-job")
    try wait(until: "document.querySelector('#verdict')")
  }

  /// Opens a part that is folded, though what is above it may still move.
  func unfold(_ selector: String) throws(BrowserTrouble) {
    let isOpen = "document.querySelector(\(Self.literal(selector))).open"
    for _ in 0..<5 where try !holds(isOpen) { try click("\(selector) > summary") }
    try wait(until: isOpen)
  }

  /// Types another text in place of one in the manifest, whose part of the page is open, and saves it.
  func editManifest(_ old: String, to new: String) throws(BrowserTrouble) {
    try click("#manifest")
    try evaluate(
      """
      (() => {
        const area = document.querySelector("#manifest");
        const place = area.value.indexOf(\(Self.literal(old)));
        area.setSelectionRange(place, place + \(old.utf16.count));
      })()
      """)
    try type(new)
    try click("details:has(#manifest) button")
  }

  /// Chooses what to do on the page for writing.
  func choose(task: String) throws(BrowserTrouble) {
    try click("#task .task:has(input[value=\(task)])")
    try wait(until: "document.querySelector('#task input[value=\(task)]').checked")
  }

  /// As the choice at the foot of the page does.
  func choose(language: String) throws(BrowserTrouble) {
    guard try text("document.documentElement.lang") != language else { return }
    try choose(language, of: "#foot select")
    try wait(until: "document.documentElement.lang === \(Self.literal(language))")
  }

  /// Chooses these readers and no others, once so many were found.
  func choose(readers: [String], of count: Int) throws(BrowserTrouble) {
    let inputs = "[...document.querySelectorAll('.readers-choice input')]"
    try wait(until: "\(inputs).length === \(count)")
    for (index, name) in try texts("\(inputs).map(input => input.value)").enumerated() {
      let isChosen = try holds("\(inputs)[\(index)].checked")
      guard isChosen != readers.contains(name) else { continue }
      try click(".readers-choice label:has(input[value=\(Self.literal(name))])")
      try wait(until: "\(inputs)[\(index)].checked === \(!isChosen)")
    }
  }

  /// Starts the run that was chosen and waits until it is shown.
  func start(_ button: String = "#start-run") throws(BrowserTrouble) {
    try click(button)
    try waitInRun(until: "document.querySelector('.run .reader')")
  }

  /// Leaves the end of a run, for the next one.
  func leaveRun() throws(BrowserTrouble) {
    try click("#new-run")
    try wait(until: "document.querySelector('#task')")
  }

  func waitForEndOfRun(timeLimit: Duration = .seconds(300)) throws(BrowserTrouble) {
    try waitInRun(
      until: "document.querySelector('#end') && !document.querySelector('#end').hidden",
      timeLimit: timeLimit)
  }

  /// Says what the page shows when it takes too long.
  private func waitInRun(
    until expression: String, timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) {
    do throws(BrowserTrouble) {
      try wait(until: expression, timeLimit: timeLimit)
    } catch {
      throw .tookTooLong("\(error): \(try shownText("body"))")
    }
  }

  /// What the page says beside what the browser itself says of a program that is away.
  var ownMessages: [PageMessage] { messages.filter { $0.source != .browser("network") } }

  /// The text of an element as it is, without the space that parts it from the sign before it.
  func words(_ selector: String) throws(BrowserTrouble) -> String {
    try text("document.querySelector(\(Self.literal(selector))).textContent.trim()")
  }

  /// Waits until the text of an element begins so.
  func wait(for selector: String, beginning text: String) throws(BrowserTrouble) {
    try wait(
      until: """
        document.querySelector(\(Self.literal(selector))).textContent.trim()
          .startsWith(\(Self.literal(text)))
        """)
  }

  /// The texts of all elements that are meant.
  func shownTexts(_ selector: String) throws(BrowserTrouble) -> [String] {
    try texts("[...document.querySelectorAll(\(Self.literal(selector)))].map(e => e.innerText)")
  }

  /// A number that is shown, whatever stands around its digits.
  func count(_ selector: String) throws(BrowserTrouble) -> Int {
    Int(try shownText(selector).filter(\.isNumber)) ?? -1
  }
}

extension String {
  /// What comes before the first place where a text is; all of it where it is nowhere.
  func components(before text: String) -> String {
    firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
