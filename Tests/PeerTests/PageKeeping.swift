// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

extension PageProofs {
  /// The jobs of a folder, kept in order with the mouse.
  @Suite struct PageKeeping {
    private static let list = "id,link\n1,https://go.tagtag.shop/s/1\n"

    @Test(arguments: ["en", "de"]) func jobsAreKeptInOrder(language: String) throws {
      let isEnglish = language == "en"
      let program = try PageProgram()
      for number in 1...12 { try program.writeJob(rows: 3, named: "job\(number)") }
      let desktop = try TemporaryDirectory()
      let first = try desktop.write(Self.list, to: "first.csv")
      let second = try desktop.write(Self.list + "2,https://go.tagtag.shop/s/2\n", to: "second.csv")
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      // Twelve jobs leave the place for a new one in sight.
      #expect(try tab.number("document.querySelectorAll('.card').length") == 12)
      #expect(
        try tab.holds(
          "document.querySelector('.drop').getBoundingClientRect().bottom < innerHeight"))
      // A second list is asked about, and the name that was typed stays.
      try tab.drop(files: [first], on: ".drop")
      try tab.wait(until: "document.querySelector('#job-name')")
      try tab.fill("#job-name", with: "Laden 1")
      try tab.drop(files: [second], on: ".narrow h1")
      try tab.wait(until: "document.querySelector('#instead')")
      #expect(try tab.shownText("#instead h2").contains("second.csv"))
      try tab.click("#take-instead")
      try tab.wait(until: "document.querySelector('.lead').textContent.includes('second.csv')")
      #expect(try tab.text("document.querySelector('#job-name').value") == "Laden 1")
      try tab.makeJob()
      #expect(try tab.text("location.hash") == "#/job/Laden-1%2FLaden-1.xml/check")
      #expect(try tab.shownText("h1") == "Laden 1")

      // The samples stand before the first tag.
      try tab.showTab("write", until: "#samples")
      #expect(try tab.number("document.querySelectorAll('#samples li').length") == 3)
      try tab.showTab("check", until: "#keep")
      try tab.click("#keep-rename")
      try tab.fill("#keep-name", with: "Laden Nord")
      try tab.click("#keep-do")
      try tab.wait(until: "document.querySelector('h1').textContent === 'Laden Nord'")
      try tab.click("#keep-copy")
      #expect(
        try tab.text("document.querySelector('#keep-name').value")
          == (isEnglish ? "Laden Nord copy" : "Laden Nord Kopie"))
      try tab.click("#keep-do")
      try tab.wait(until: "location.hash.includes('Laden-Nord-\(isEnglish ? "copy" : "Kopie")')")
      try tab.wait(until: "document.querySelector('#keep-away')")
      try tab.click("#keep-away")
      try tab.wait(until: "document.querySelector('#away details')")
      #expect(try tab.number("document.querySelectorAll('.card').length") == 13)
      try tab.unfold("#away details")
      try tab.click("#away-0")
      try tab.wait(until: "document.querySelectorAll('.card').length === 14")

      // Someone renames the folder of a job that is shown.
      try tab.show("#/job/Laden-1%2FLaden-1.xml/check", until: "#keep")
      rename(program.folder.path(of: "Laden-1"), program.folder.path(of: "Laden-2"))
      try tab.evaluate("dispatchEvent(new Event('focus'))")
      try tab.wait(until: "document.querySelector('#lost-job')")
      #expect(try tab.shownText("#lost-job").contains("Laden-2/Laden-1.xml"))
      try tab.click(".job-head .button.main")
      try tab.wait(until: "document.querySelector('h1').textContent === 'Laden Nord'")
      let others = tab.messages.filter { $0.source != .browser("network") }
      #expect(others.isEmpty, "\(others)")
    }
  }
}
