// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

extension PageProofs {
  /// Sheets that are dropped on the page, and what is wrong in their cells.
  @Suite struct PageSheet {
    /// A line break in B3, then faults in C5, C9 and C10.
    private static let sheet: [[String]] = (0...12).map { number in
      guard number > 0 else { return ["id", "city", "link"] }
      let link =
        switch number {
        case 4: "go.tagtag.shop/s/4"
        case 8: "https://go.tag shop/s/8"
        case 9: ""
        default: "https://go.tagtag.shop/s/\(number)"
        }
      return ["\(1000 + number)", number == 2 ? "Two\nlines" : "City \(number)", link]
    }

    private static func csv(_ rows: [[String]]) -> String {
      rows.map { row in
        row.map { cell in
          cell.contains { "\n,\"".contains($0) }
            ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: ",") + "\n"
      }.joined()
    }

    private static func marked(_ tab: BrowserTab) throws -> [String] {
      try tab.texts("[...document.querySelectorAll('[data-cell].error')].map(e => e.dataset.cell)")
    }

    @Test(arguments: ["stores.csv", "stores.xlsx"]) func faultsAreInTheirCells(name: String) throws
    {
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      let isText = name.hasSuffix(".csv")
      let bytes = isText ? Array(Self.csv(Self.sheet).utf8) : TableWorkbook(Self.sheet).xlsx
      let file = try desktop.write(bytes, to: name)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      if isText {
        try tab.drop(files: [file], on: ".drop")
      } else {
        try tab.choose(files: [file], for: "#new-file")
      }
      try tab.makeJob()
      #expect(try tab.text("location.hash") == "#/job/stores%2Fstores.xml/check")
      #expect(try tab.words("#verdict").hasPrefix("3 errors"))
      try tab.wait(until: "document.querySelector('[data-cell=C10]')")
      #expect(try Self.marked(tab) == ["C5", "C9", "C10"])
      #expect(try tab.words("[data-cell=B3] span") == "Two\nlines")
      #expect(try tab.words("[data-cell=C5] span") == "go.tagtag.shop/s/4")
      #expect(try tab.shownText("tr:has(> [data-cell=C5]) > th") == "5")
      // A list of findings leads to each cell, and so does a key.
      try tab.click(".finding button.link")
      try tab.wait(until: "document.activeElement.dataset.cell === 'C5'")
      #expect(try tab.shownText("#sheet .under").contains("https:// before it"))
      for cell in ["C9", "C10", "C5"] {
        try tab.click("#next-finding")
        try tab.wait(until: "document.activeElement.dataset.cell === '\(cell)'")
      }
      if isText {
        try Self.mend(tab)
        #expect(
          try program.text("stores/\(name)")
            == Self.csv(Self.sheet)
            .replacing(",go.tagtag.shop/s/4", with: ",https://go.tagtag.shop/s/4")
            .replacing("https://go.tag shop/s/8", with: "https://go.tagtag.shop/s/8"))
        #expect(try Self.marked(tab) == ["C10"])
      } else {
        // A workbook belongs to the program that made it: the page says so, and looks again.
        try tab.press("Enter")
        try tab.wait(until: "document.querySelector('#sheet .under').innerText.includes('Excel')")
        var rows = Self.sheet
        rows[4][2] = "https://go.tagtag.shop/s/4"
        rows[8][2] = "https://go.tagtag.shop/s/8"
        try program.folder.write(TableWorkbook(rows).xlsx, to: "stores/\(name)")
        try tab.click("#look-again")
        try tab.wait(for: "#verdict", beginning: "1 error")
        try tab.wait(until: "document.querySelectorAll('[data-cell].error').length === 1")
        #expect(try Self.marked(tab) == ["C10"])
      }
      #expect(tab.messages.isEmpty, "\(tab.messages)")
    }

    /// Mends two cells without the mouse; the focus is in C5.
    private static func mend(_ tab: BrowserTab) throws {
      try tab.press("Enter")
      try tab.wait(until: "document.activeElement.matches('.cell-input')")
      try tab.press("a", .control)
      try tab.type("https://go.tagtag.shop/s/4\n")
      try tab.wait(for: "#verdict", beginning: "2 errors")
      try tab.wait(until: "document.activeElement.dataset.cell === 'C5'")
      for _ in 0..<4 { try tab.press("ArrowDown") }
      try tab.wait(until: "document.activeElement.dataset.cell === 'C9'")
      // What was begun can be left as it was.
      try tab.press("F2")
      try tab.type("nothing")
      try tab.press("Escape")
      try tab.wait(until: "document.activeElement.dataset.cell === 'C9'")
      #expect(try tab.words("[data-cell=C9] span") == "https://go.tag shop/s/8")
      try tab.press("F2")
      try tab.press("a", .control)
      try tab.type("https://go.tagtag.shop/s/8\n")
      try tab.wait(for: "#verdict", beginning: "1 error")
      try tab.wait(until: "document.querySelectorAll('[data-cell].error').length === 1")
    }

    /// A result that no program calculated anew is seen beside its link before anything is confirmed.
    @Test func aFewCellsAreShownBesideTheirLinks() throws {
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      var table = TableWorkbook([
        ["id", "code"], ["1", "München"], ["2", "sum"], ["3", "plain"],
      ])
      table.cells = ["sum": "<c><f>6*7</f><v>0</v></c>"]
      let file = try desktop.write(table.xlsx, to: "codes.xlsx")
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.choose(files: [file], for: "#new-file")
      try tab.makeJob(link: "http://go.tagtag.shop/{code}")
      try tab.wait(until: "document.querySelector('#cells')")
      #expect(
        try tab.texts("[...document.querySelectorAll('#cells tbody tr')].map(e => e.innerText)")
          == [
            "code\tSheet1!B2\tMünchen\thttp://go.tagtag.shop/M%C3%BCnchen",
            "code\tSheet1!B3\t0\thttp://go.tagtag.shop/0",
            "code\tSheet1!B4\tplain\thttp://go.tagtag.shop/plain",
          ])
      // Above the button by which the warnings are confirmed.
      #expect(
        try tab.holds(
          "document.querySelector('#cells').compareDocumentPosition("
            + "document.querySelector('#confirm-warnings')) & 4"))
    }

    /// What cannot be made is said before it is tried, and what was typed outlives a better list.
    @Test func aLinkIsShownAsItWillBe() throws {
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      var table = TableWorkbook([
        ["Nr", "price"], ["A", "12,90"], ["A", "8,50"],
      ])
      table.cells = ["12,90": "<c><v>12.9</v></c>", "8,50": "<c><v>8.5</v></c>"]
      let file = try desktop.write(table.xlsx, to: "signs.xlsx")
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.drop(files: [file], on: ".drop")
      try tab.wait(until: "document.querySelector('.samples li')")
      #expect(
        try tab.shownTexts(".samples li")
          == ["https://go.example.com/1", "https://go.example.com/2"])
      let link = "https://go.tagtag.shop/{number}?p={price}"
      try tab.fill("#link-template", with: link)
      let note = "document.querySelector('p.caution[role=status]').innerText"
      #expect(try tab.text(note).contains("“price”"))
      try tab.click("#make-job")
      try tab.wait(until: "!document.querySelector('#message').hidden")
      table.cells = [:]
      let better = try desktop.write(table.xlsx, to: "signs.xlsx")
      try tab.drop(files: [better], on: "h1")
      try tab.click("#take-instead")
      try tab.wait(until: "\(note) === ''")
      #expect(try tab.text("document.querySelector('#link-template').value") == link)
      #expect(try tab.holds("document.querySelector('#message').hidden"))
      try tab.makeJob()
    }

    /// What is too long to be shown is not cut by who changes its end.
    @Test func longCellsAreKept() throws {
      let long = String(repeating: "x", count: 10_000)
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      let file = try desktop.write("id,note\n1,\(long)\n", to: "notes.csv")
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.choose(files: [file], for: "#new-file")
      try tab.makeJob(link: "https://go.tagtag.shop/{id}")
      try tab.wait(until: "document.querySelector('[data-cell=B2]')")
      try tab.click("[data-cell=B2]", count: 2)
      // It may be that it cannot be changed here at all.
      if try tab.holds("document.querySelector('.cell-input')") {
        try tab.press("End")
        try tab.type("y\n")
        try tab.wait(until: "document.querySelector('#polite').lastChild?.textContent === 'Saved.'")
      }
      let text = try program.text("notes/notes.csv")
      let isKept = ["id,note\n1,\(long)\n", "id,note\n1,\(long)y\n"].contains(text)
      #expect(isKept, "\(text.count) characters are left")
    }

    @Test func encodingIsAsked() throws {
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      // "München" and "Köln" in Windows-1252.
      let bytes = Array("id,city\n1,M".utf8) + [0xFC] + Array("nchen\n2,K".utf8) + [0xF6]
      let file = try desktop.write(bytes + Array("ln\n".utf8), to: "cities.csv")
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.drop(files: [file], on: "h1")
      try tab.wait(until: "document.querySelector('.caution-box button')")
      let readings = try tab.shownTexts(".caution-box button")
      #expect(readings.contains("München") && readings.count == 2, "\(readings)")
      let place = readings.firstIndex(of: "München") ?? 0
      try tab.click(".caution-box button:nth-of-type(\(place + 1))")
      try tab.wait(until: "!document.querySelector('.caution-box')")
      #expect(try tab.shownText().contains("München · Köln"))
      try tab.makeJob(link: "https://go.tagtag.shop/{id}?c={city}")
      try tab.wait(until: "document.querySelector('[data-cell=B3]')")
      #expect(try tab.words("[data-cell=B3] span") == "Köln")
      #expect(try program.text("cities/cities.xml").contains("windows-1252"))
      try tab.showTab("preview", until: ".big-link")
      let link = try tab.shownText(".big-link")
      #expect(link == "https://go.tagtag.shop/1?c=M%C3%BCnchen")
      #expect(tab.messages.isEmpty, "\(tab.messages)")
    }

    @Test func manifestIsEdited() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/check", until: "#verdict")
      try tab.unfold("details:has(#manifest)")
      try tab.editManifest("count=\"3\"", to: "count=\"7\"")
      try tab.wait(until: "document.querySelector('.job-line').innerText.includes('of 7')")
      #expect(try program.text("spring.xml").contains("count=\"7\""))
      try tab.editManifest("<rows", to: "<nothing/><rows")
      try tab.wait(until: "document.querySelector('#verdict').matches('.error')")
      #expect(try tab.shownText("#findings").contains("nothing"))
      // Another program changes the file, and the page looks again.
      try program.writeJob(rows: 9)
      try tab.click("#look-again")
      try tab.wait(until: "document.querySelector('#verdict').matches('.ok')")
      try tab.wait(until: "document.querySelector('#manifest').value.includes('count=\"9\"')")
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    /// The second one is typed before the program has answered to the first one.
    @Test func twoCellsOfARowAreChangedOneAfterTheOther() throws {
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let list = try desktop.write("id,city\n1,Bonn\n", to: "stores.csv")
      try tab.choose(files: [list], for: "#new-file")
      try tab.makeJob(link: "https://go.tagtag.shop/{id}")
      try tab.wait(until: "document.querySelector('[data-cell=A2]')")
      try tab.evaluate(
        """
        (() => {
          const own = fetch;
          const gate = new Promise((resolve) => { window.release = resolve; });
          window.fetch = async (path, options) => {
            const answer = await own(path, options);
            if (path === "/api/cell") await gate;
            return answer;
          };
        })()
        """)
      try tab.click("[data-cell=A2]", count: 2)
      try tab.press("a", .control)
      try tab.type("2\n")
      try tab.press("ArrowRight")
      try tab.wait(until: "document.activeElement.dataset.cell === 'B2'")
      try tab.press("F2")
      try tab.press("a", .control)
      try tab.type("Bern\n")
      try tab.evaluate("release()")
      let wanted = "id,city\n2,Bern\n"
      for _ in 0..<600 where try program.text("stores/stores.csv") != wanted { usleep(100_000) }
      #expect(try program.text("stores/stores.csv") == wanted)
      #expect(tab.messages.isEmpty, "\(tab.messages)")
    }

    /// Cells of several lists have the same names, and a change of the job moves its lists.
    @Test func theListOnShowStaysTheSame() throws {
      let program = try PageProgram()
      func write(_ lists: [String]) throws {
        try program.folder.write(
          """
          <job xmlns="urn:tagpress:job:1" id="spring">
            <link>{+link}</link>
            <tags chips="NTAG213"/>
          \(lists.map { "  <rows from=\"\($0)\" id=\"{id}\"/>" }.joined(separator: "\n"))
          </job>
          """, to: "spring.xml")
      }
      try program.folder.write("id,link\n1,go.tagtag.shop/1\n", to: "a.csv")
      try program.folder.write("id,link\n2,go.tagtag.shop/2\n3,go.tagtag.shop/3\n", to: "b.csv")
      try program.folder.write("id,link\n4,https://go.tagtag.shop/4\n", to: "c.csv")
      try write(["a.csv", "b.csv"])
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/check", until: "#sheet [data-cell].error")
      for (list, cell) in [("a.csv", "B2"), ("b.csv", "B2"), ("b.csv", "B3"), ("a.csv", "B2")] {
        try tab.click("#next-finding")
        try tab.wait(
          until: """
            document.querySelector('#sheet h2').innerText.includes('\(list)')
              && document.activeElement.dataset.cell === '\(cell)'
            """)
      }
      try tab.click("#next-finding")
      try tab.wait(until: "document.querySelector('#sheet h2').innerText.includes('b.csv')")
      try write(["c.csv", "a.csv", "b.csv"])
      try tab.click("#look-again")
      try tab.wait(until: "document.querySelectorAll('#sheet select option').length === 3")
      #expect(try tab.shownText("#sheet h2").contains("b.csv"))
      #expect(try tab.number("document.querySelector('#sheet select').selectedIndex") == 2)
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    /// Whatever stands in a cell stays a text, in every view.
    @Test func hostileCellsStayText() throws {
      let hostile = [
        "<img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "\u{202E}gpj.exe",
        String(repeating: "x", count: 10_000), "\"><script>alert(2)</script>",
        "javascript:alert(3)",
        "{{7*7}}${alert(4)}", "\u{0301}\u{200D}e\u{0301}",
      ]
      let program = try PageProgram()
      let desktop = try TemporaryDirectory()
      let rows = [["id", "<b>name</b>"]] + hostile.enumerated().map { ["\($0)", $1] }
      let file = try desktop.write(Self.csv(rows), to: "<b>&x.csv")
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.drop(files: [file], on: ".drop")
      try tab.wait(until: "document.querySelector('#make-job')")
      #expect(try tab.shownText("main").contains("<img src=x onerror=alert(1)>"))
      try tab.fill("#job-name", with: "hostile")
      try tab.makeJob(link: "https://go.tagtag.shop/{id}")
      try tab.wait(until: "document.querySelectorAll('tbody [data-cell]').length >= 16")
      for (index, text) in hostile.enumerated() {
        let cell = "document.querySelector('[data-cell=B\(index + 2)] span').textContent"
        let shown = try tab.text(cell)
        // Of a very long text the beginning is enough.
        #expect(
          shown.unicodeScalars.elementsEqual(text.unicodeScalars)
            || text.utf8.count > 1000 && shown.hasPrefix(text.prefix(1000)), "\(shown)")
      }
      for (view, selector) in [
        ("preview", ".big-link"), ("write", "#start-run"), ("report", "#report-csv"),
        ("labels", "#make-labels"), ("website", "#probe"), ("check", "#verdict"),
      ] {
        try tab.showTab(view, until: selector)
        #expect(try !tab.holds("document.querySelector('img, script:not([src]), main iframe, b')"))
      }
      try tab.showTab("write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.start()
      try tab.waitForEndOfRun()
      #expect(try !tab.holds("document.querySelector('img, script:not([src]), main iframe, b')"))
      try tab.show("#/", until: ".card")
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }
  }
}
