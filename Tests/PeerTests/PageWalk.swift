// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// All views of the page, one after another, each of which is judged.
final class PageWalk {
  enum Way: CaseIterable, Sendable {
    /// From a list to its tags.
    case straight
    /// A list that changes, an app, the settings, one tag alone, and what else is not done every day.
    case around
  }

  let desk: PageDesk
  let program: PageProgram
  private let browser: Chromium
  let tab: BrowserTab
  /// Judges what is shown now, by its name.
  private var judgement: (String) throws -> Void = { _ in }

  init(language: String) throws {
    desk = try PageDesk([.new, .used, .new, .new, .new, .locked])
    program = try PageProgram(options: ["--reader", desk.reader])
    try program.writeJob(rows: 400)
    browser = try Chromium(["--accept-lang=\(language)"])
    tab = try program.open(in: browser)
  }

  func show(_ way: Way, _ judge: @escaping (String) throws -> Void) throws {
    judgement = judge
    switch way {
    case .straight: try goStraight()
    case .around: try goAround()
    }
  }

  func judge(_ view: String) throws {
    try judgement(view)
    try tab.keepPictures(of: view)
  }

  // MARK: From a list to its tags

  /// A fault, a warning, and texts that are data.
  private static let sheet =
    "id,city,link\n1,Łódź,https://go.tagtag.shop/s/1\n2,Łódź,go.tagtag.shop/s/2\n"
    + "3,Łódź,https://go.tagtag.shop/s/1\n"

  private func goStraight() throws {
    try tab.wait(until: "document.querySelector('.card')")
    try judge("home")
    let file = try program.folder.write(Self.sheet, to: "stores.csv")
    try tab.choose(files: [file], for: "#new-file")
    try tab.wait(until: "document.querySelector('#make-job')")
    try judge("new job")
    try tab.click("#make-job")
    try tab.wait(until: "document.querySelector('#sheet [data-cell].error')")
    try judge("check")
    for (name, selector) in [
      ("preview", ".big-link"), ("write", ".readers-choice input"), ("report", "#report-open"),
      ("labels", "#label-sheet option"), ("website", "#probe"),
    ] {
      try tab.show("#/job/spring.xml/\(name)", until: selector)
      try judge(name)
    }
    try tab.show("#/job/spring.xml/write", until: "#start-run")
    try tab.choose(task: "lock")
    try judge("lock")
    try tab.choose(task: "rehearse")
    try tab.choose("rough", of: "#faults")
    try tab.fill("#virtual-readers", with: "2")
    try tab.start()
    try tab.wait(until: "document.querySelectorAll('[data-tag]').length >= 5")
    // Nothing moves while it is judged.
    try tab.click("#pause")
    try tab.wait(until: "!document.querySelector('#go-on').hidden")
    try judge("run")
    try tab.click("#stop")
    try tab.waitForEndOfRun()
    try judge("end of a run")
    try tab.leaveRun()
    try write()
    try program.kill()
    try tab.wait(until: "document.body.dataset.connection === 'lost'")
    try judge("without the program")
  }

  /// Real tags come and go, and so does the reader.
  private func write() throws {
    let waiting = "document.querySelector('.reader').dataset.state === 'waiting'"
    try tab.choose(task: "write")
    try tab.start()
    for tag in [1, 2, 1] {
      try tab.wait(until: waiting)
      try judge("waiting")
      try desk.tell("present \(tag)")
      try tab.wait(until: "document.querySelector('.reader').dataset.face === 'word'")
      try judge(tab.text("document.querySelector('.reader').dataset.word"))
      try desk.tell("remove")
    }
    try tab.wait(until: waiting)
    try desk.tell("present 3")
    try tab.wait(until: "document.querySelector('.reader').dataset.word === 'OK'")
    try desk.tell("add 1")
    try tab.wait(until: "document.querySelector('.reader').dataset.word === 'TWO TAGS'")
    try judge("TWO TAGS")
    try desk.tell("unplug")
    try tab.wait(until: "document.querySelector('.reader').dataset.kind === 'lost'")
    try judge("lost reader")
  }
}
