// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// What is not done every day.
extension PageWalk {
  /// A list with links, of which each version has another rest.
  private static func list(_ rows: [(id: String, name: String, link: String)]) -> String {
    "id,city,link\n"
      + rows.map { "\($0.id),\($0.name),https://go.tagtag.shop/s/\($0.link)\n" }.joined()
  }

  private static let first = list([
    ("1", "Łódź", "1"), ("2", "Łódź", "2"), ("3", "", "3"), ("4", "Łódź", "4"),
    ("5", "Łódź", "5"),
  ])

  private static let second =
    list([("1", "Łódź", "2020"), ("2", "Görlitz", "2"), ("3", "", "3"), ("4", "Łódź", "4")])
    + "6,Łódź,go.tagtag.shop/s/6\n"

  private static let third = list([
    ("1", "Łódź", "2020"), ("2", "Łódź", "2"), ("3", "", "3"), ("4", "Łódź", "4"),
  ])

  func goAround() throws {
    try program.writeListJob(Self.first)
    try tab.evaluate("dispatchEvent(new Event('focus'))")
    try tab.wait(until: "document.querySelectorAll('.card').length === 2")
    try keepInOrder()
    try setUp()
    try printLabels()
    try tear()
    try change()
    try enterApps()
    try takeOneTag()
  }

  private func show(_ name: String, until selector: String) throws {
    try tab.show("#/job/stores.xml/\(name)", until: selector)
  }

  private func waitForMessage() throws {
    try tab.wait(until: "!document.querySelector('#message').hidden")
  }

  /// A newer list, a copy, and the questions which of them is meant.
  private func keepInOrder() throws {
    let desktop = try TemporaryDirectory()
    let newer = try desktop.write(Self.second, to: "stores.csv")
    let other = try desktop.write(Self.first, to: "Łódź.csv")
    try tab.drop(files: [newer], on: ".drop")
    try tab.wait(until: "document.querySelector('#newer #take-list')")
    try judge("newer list")
    try tab.click("#leave-list")
    try tab.click("#keep-copy")
    try judge("copy of a job")
    try tab.click("#keep-do")
    try tab.wait(until: "location.hash.startsWith('#/job/stores-')")
    try waitForMessage()
    try judge("a copy that was made")
    try tab.show("#/", until: ".drop")
    try tab.wait(until: "document.querySelectorAll('.card').length === 3")
    try tab.drop(files: [newer], on: ".drop")
    try tab.wait(until: "document.querySelector('#whose')")
    try judge("whose list")
    try tab.drop(files: [other], on: ".drop")
    try tab.wait(until: "document.querySelector('#make-job')")
    try tab.drop(files: [newer], on: ".narrow h1")
    try tab.wait(until: "document.querySelector('#instead')")
    try judge("second list")
  }

  /// The copy gets passwords and an approval, and is put away.
  private func setUp() throws {
    let copy = "document.querySelector('.card[data-file^=\"stores-\"]').dataset.file"
    try tab.show("#/", until: ".card[data-file^='stores-']")
    let file = try tab.text("encodeURIComponent(\(copy))")
    try tab.show("#/job/\(file)/check", until: "#settings")
    try tab.unfold("#settings")
    try tab.wait(until: "document.querySelector('#save-settings')")
    try tab.click("#protect input[value=password]")
    try tab.click("#save-settings")
    try waitForMessage()
    try judge("settings")
    try tab.click("#make-key")
    try tab.wait(until: "!document.querySelector('#make-key')")
    try tab.click("#setting-approval")
    try tab.click("#save-settings")
    try tab.wait(until: "document.querySelector('#key') && document.querySelector('#approve')")
    try judge("key and approval")
    try tab.fill("#person", with: "Łódź")
    try tab.click("#approve")
    try tab.wait(until: "!document.querySelector('#approve')")
    try judge("approved")
    try tab.click("#keep-away")
    try tab.wait(until: "document.querySelector('#away details')")
    try tab.unfold("#away details")
    try judge("put away")
  }

  private func printLabels() throws {
    try show("labels", until: "#label-sheet option")
    try tab.click("#list-rows input[value=only]")
    try tab.fill("#list-rows-more", with: "5")
    try tab.wait(until: "document.querySelector('#list-rows .chosen-rows li')")
    try tab.fill("#list-rows-more", with: "łódź")
    try tab.wait(until: "document.querySelectorAll('#list-rows .found-row').length > 1")
    try judge("rows for labels")
    try tab.click("#list-rows input[value=all]")
    try tab.click("#make-labels")
    try tab.wait(until: "document.querySelector('#print-rest')")
    try judge("labels without a name")
    try tab.click("#print-rest")
    try waitForMessage()
    try program.folder.write(Self.third, to: "stores.csv")
    try tab.showTab("check", until: "#look-again")
    try tab.click("#look-again")
    try tab.wait(until: "document.querySelector('#outdated')")
    try judge("outdated labels on Check")
    try tab.showTab("labels", until: "#outdated-labels")
    try judge("outdated labels")
    try program.folder.write(Self.first, to: "stores.csv")
    try tab.showTab("check", until: "#look-again")
    try tab.click("#look-again")
    try tab.wait(until: "!document.querySelector('#outdated')")
  }

  /// A tag leaves too early, another one comes, the first one is lost; and a code is wrong.
  private func tear() throws {
    func wait(for state: String) throws {
      do {
        try tab.wait(until: "document.querySelector('.reader').dataset.state === '\(state)'")
      } catch {
        Issue.record("\(state): \(try tab.shownText("main"))")
        throw error
      }
    }
    try show("write", until: "#samples")
    try judge("samples")
    try tab.start()
    try wait(for: "waiting")
    try desk.tell("present 1")
    try wait(for: "finished")
    try desk.tell("remove")
    try wait(for: "waiting")
    try desk.tell("tear 3")
    try wait(for: "waiting-for-same")
    try judge("the same tag")
    try desk.tell("present 4")
    try wait(for: "other-tag")
    try judge("other tag")
    try desk.tell("remove")
    try wait(for: "waiting-for-same")
    try tab.unfold(".reader .lost")
    try tab.click(".reader .lost .danger")
    try waitForMessage()
    try judge("lost tag")
    try tab.fill(".reader .lost .typed", with: "stores")
    try tab.click(".reader .lost .danger")
    try wait(for: "waiting")
    for (code, sign) in [("nonsense", ".scan-answer.bad"), ("5", ".scan-answer:not(.bad) .sign")] {
      try tab.fill("#scan", with: code)
      try tab.press("Enter")
      try tab.wait(until: "document.querySelector('\(sign)')")
      try judge("scan of \(code)")
    }
    try desk.tell("present 4")
    try wait(for: "finished")
    try desk.tell("remove")
    try tab.click("#stop")
    try tab.waitForEndOfRun()
    try tab.leaveRun()
  }

  /// The list is another one than when its tags were written; tags are given up; it comes back.
  private func change() throws {
    try tab.unfold("details:has(#void-row)")
    try tab.fill("#void-row", with: "5")
    try tab.wait(until: "!document.querySelector('#void .chosen-row').hidden")
    try tab.fill("#redo-row", with: "łódź")
    try tab.wait(until: "document.querySelectorAll('#redo .found-row').length > 1")
    try tab.click("#void .danger")
    try waitForMessage()
    try judge("give up a tag")
    try program.folder.write(Self.third, to: "stores.csv")
    try tab.showTab("check", until: "#look-again")
    try tab.click("#look-again")
    try tab.wait(until: "!document.querySelector('#look-again').hasAttribute('aria-busy')")
    try tab.showTab("write", until: ".readers-choice input")
    // What became of the list is known once writing was to begin.
    try tab.click("#start-run")
    try tab.wait(until: "document.querySelector('#changed')")
    try tab.click("#changed input[value=redo]")
    try judge("changed rows")
    try tab.showTab("report", until: "#own:not([hidden]) #own-xlsx")
    try tab.click("#own-csv")
    try waitForMessage()
    try judge("own list")
    try tab.unfold("#own-some")
    try tab.wait(until: "document.querySelector('#own-column').options.length === 4")
    try tab.choose("1", of: "#own-column")
    try tab.wait(until: "document.querySelector('#own-value').options.length > 1")
    try tab.choose("0", of: "#own-value")
    try judge("a part of the own list")
  }

  private func enterApps() throws {
    let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
    func read(_ text: String, until selector: String) throws {
      try tab.fill("#app-text", with: text)
      try tab.click("#app-read")
      try tab.wait(until: "document.querySelector('\(selector)')")
    }
    try tab.showTab("website", until: "#app-read")
    try read(certificate, until: "#app-missing")
    try judge("app without its name")
    try read("\(certificate)\nshop.tagtag.app\nA1B2C3D4E5.shop.tagtag.app", until: "#app-signing")
    try tab.click("[name=app-signing][value=upload]")
    try judge("app and its key")
    try tab.click("[name=app-signing][value=play]")
    try tab.click("#app-save")
    try tab.wait(until: "document.querySelectorAll('#apps button').length === 2")
    try tab.unfold("#site-files")
    try judge("apps")
  }

  private func takeOneTag() throws {
    try tab.show("#/tag", until: "#single-reader option")
    try tab.choose(desk.reader, of: "#single-reader")
    func look(_ tag: Int) throws {
      try tab.click("#single-look")
      try desk.tell("present \(tag)")
      try tab.wait(until: "!document.querySelector('#single').hidden")
    }
    try judge("one tag")
    for (tag, view) in [(2, "a used tag"), (6, "a locked tag"), (1, "a tag of a job")] {
      try look(tag)
      try judge(view)
    }
    try look(2)
    try tab.click("#single-erase")
    try tab.wait(until: "document.querySelector('#single-outcome')")
    try tab.click("#single-link")
    try tab.type("Łódź")
    try tab.click("#single-write")
    try waitForMessage()
    try judge("an empty tag")
    try desk.tell("present 6")
    try tab.fill("#single-link", with: "https://go.tagtag.shop/s/7")
    try tab.click("#single-write")
    try tab.wait(until: "document.querySelector('#single').hidden")
    try waitForMessage()
    try judge("another tag than the one shown")
  }
}
