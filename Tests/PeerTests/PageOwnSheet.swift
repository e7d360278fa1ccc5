// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TestSupport
import Testing

extension PageProofs {
  /// A list that its owner gets back with its tags, as her spreadsheet program opens it.
  @Suite struct PageOwnSheet {
    private static let base = "https://go.tagtag.shop/s"

    /// Of four rows, the first has its tag; a tag of a fifth is from an earlier list.
    private static func writeJob(in folder: TemporaryDirectory) throws {
      let ledger = try Ledger(
        at: folder.path(of: "stores.ledger"), job: "stores", now: Moment(microseconds: 1))
      let manifest = try #require(
        try ledger.importRows(
          of: [UInt8](repeating: 1, count: 32), title: nil, protection: .nothing,
          at: Moment(microseconds: 2)))
      for id in ["01", "05"] {
        try manifest.add(ImportedRow(id: id)) { _ in "\(base)/\(id)" }
      }
      _ = try manifest.commit()
      for (number, id) in ["01", "05"].enumerated() {
        let row = try #require(try ledger.row(id: id))
        let tag = Presentation(
          uid: [4, 0xE1, 0x23, 0x45, 0x67, 0x89, UInt8(number)], chip: "NTAG213", signature: nil,
          reader: "pn532_uart:reader", station: nil,
          began: Moment(microseconds: 1_795_000_000_000_000))
        let content = TagContent(
          link: row.link, messageHash: [UInt8](repeating: 7, count: 32), messageSize: 30,
          capacity: 137)
        guard case .begun(_, let attempt) = try ledger.begin(row, on: tag, content: content) else {
          Issue.record("not begun")
          return
        }
        try ledger.finish(
          attempt, .done(lock: nil), at: Moment(microseconds: 1_795_000_060_000_000))
      }
      try folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="stores">
          <link>{+link}</link>
          <tags chips="NTAG213"/>
          <rows from="stores.csv" id="{column.1}"/>
        </job>
        """, to: "stores.xml")
      try folder.write(
        "No;Client;Phone;link\n"
          + "01;Blumen AG;=1+1;\(base)/01\n02;Blumen AG;+49 1;\(base)/02\n"
          + "03;Brot GmbH;;\(base)/03\n04;;;\(base)/04\n", to: "stores.csv")
    }

    private func rows(_ browser: Chromium, _ name: String) throws -> [String] {
      let folder = try TemporaryDirectory()
      let book = try folder.write(browser.download(named: name), to: name)
      let script = """
        import openpyxl, sys
        book = openpyxl.load_workbook(sys.argv[1])
        for row in book.worksheets[0].iter_rows():
            print("|".join("" if cell.value is None else cell.data_type + " " + str(cell.value)
                for cell in row))
        """
      let result = try run(peerPython, ["-c", script, book])
      #expect(result.errorOutput == "")
      return result.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["en", "de"]) func herListComesBackWithItsTags(language: String) throws {
      let isEnglish = language == "en"
      let folder = try TemporaryDirectory()
      try Self.writeJob(in: folder)
      let program = try PageProgram(in: folder)
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      try tab.show("#/job/stores.xml/report", until: "#own:not([hidden]) #own-xlsx")
      #expect(
        try tab.shownText("#own h2")
          == (isEnglish ? "Your list with the tags" : "Ihre Liste mit den NFC-Tags"))
      #expect(try tab.holds("document.querySelector('#own-list').closest('.field').hidden"))
      try tab.click("#own-csv")
      let csv = String(decoding: try browser.download(named: "stores-tags.csv"), as: UTF8.self)
      let separator = isEnglish ? "," : ";"
      #expect(
        csv.hasPrefix(["\u{FEFF}No", "Client", "Phone", "link"].joined(separator: separator)))
      // Of the row that the list does not have, its person is told.
      try tab.wait(until: "!document.querySelector('#message').hidden")
      let message = try tab.shownText("#message")
      #expect(message.contains(isEnglish ? "no longer in your list" : "nicht mehr in Ihrer Liste"))

      try tab.unfold("#own-some")
      try tab.wait(until: "document.querySelector('#own-column').options.length === 5")
      try tab.choose("1", of: "#own-column")
      try tab.wait(until: "document.querySelector('#own-value').options.length === 3")
      #expect(
        try tab.texts("[...document.querySelector('#own-value').options].map(o => o.text)")
          == [isEnglish ? "Choose" : "Bitte wählen", "Blumen AG (2)", "Brot GmbH (1)"])
      try tab.choose("0", of: "#own-value")
      #expect(
        try tab.shownText("#own-some p")
          == (isEnglish
            ? "The file will have 2 rows: Blumen AG." : "In der Datei stehen 2 Zeilen: Blumen AG."))
      try tab.click("#own-xlsx")
      let rows = try rows(browser, "stores-tags.xlsx")
      try #require(rows.count == 3)
      let heads =
        isEnglish
        ? "s NFC tag (UID)|s State of the tag|s Link of the tag|s Finished"
        : "s NFC-Tag (UID)|s Stand des NFC-Tags|s Link des NFC-Tags|s Fertig"
      #expect(rows[0].hasPrefix("s No|s Client|s Phone|s link|\(heads)"), "\(rows)")
      #expect(
        rows[1].hasPrefix(
          "s 01|s Blumen AG|s =1+1|s \(Self.base)/01|s 04:E1:23:45:67:89:00|s "
            + "\(isEnglish ? "Done" : "Fertig")|s \(Self.base)/01|d 2026-"), "\(rows)")
      #expect(
        rows[2].hasPrefix(
          "s 02|s Blumen AG|s +49 1|s \(Self.base)/02||s "
            + "\(isEnglish ? "No tag yet" : "Noch kein NFC-Tag")|"), "\(rows)")
      let others = tab.messages.filter { $0.source != .browser("network") }
      #expect(others.isEmpty, "\(others)")
    }
  }
}
