// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// Labels come first: all are printed, then one is scanned and its tag laid down.
  @Suite struct PageLabels {
    private static func job(_ shops: [String]) -> String {
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.tagtag.shop/s/{shop}/{code}</link>
        <tags chips="NTAG213"/>
        <rows label="{name}"><token name="code" length="10"/>
      \(zip([3, 13, 1, 7], shops).map {
        #"<row id="\#($0)" shop="\#($1)" name="\#($0 == 13 ? "" : "Blumen \($1)")"/>"#
      }.joined(separator: "\n"))
        </rows>
      </job>
      """
    }

    @Test(arguments: ["en", "de"])
    func aLabelIsPrintedThenScannedThenItsTagIsWritten(_ language: String) throws {
      let isEnglish = language == "en"
      let desk = try PageDesk([.new, .new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.folder.write(
        Self.job(["goerlitz", "bautzen", "zittau", "dresden"]), to: "spring.xml")
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/labels", until: "#label-sheet option")
      // Before the first tag, labels of all rows are meant.
      #expect(try tab.holds("document.querySelector('#labels-when [value=before]').checked"))
      try tab.click("#make-labels")
      try tab.wait(until: "document.querySelector('#print-rest')")
      let left = try tab.shownText("#labels-left")
      #expect(
        left.contains(isEnglish ? "This row has no name" : "Diese Zeile hat keinen Namen")
          && left.contains(isEnglish ? "No. 13" : "Nr. 13"), "\(left)")
      #expect(
        try tab.shownText("#print-rest") == (isEnglish ? "Print 4 labels" : "4 Etiketten drucken"))
      try tab.click("#print-rest")
      let folder = try TemporaryDirectory()
      try folder.write(browser.download(named: "spring-labels.pdf"), to: "labels.pdf")
      let codes = Set(
        try [250, 300, 350].flatMap { try printedCodes(of: "labels.pdf", in: folder, dots: $0) })
      #expect(codes.count == 4, "\(codes)")
      let printed = try #require(codes.first { $0.contains("/zittau/") })

      // The list changes afterwards: what is on paper is named, printed again, and thrown away.
      try program.folder.write(Self.job(["goerlitz", "bautzen-markt", "zittau"]), to: "spring.xml")
      try tab.showTab("check", until: "#look-again")
      try tab.click("#look-again")
      try tab.wait(until: "document.querySelector('#outdated')")
      let outdated = try tab.shownText("#outdated")
      #expect(outdated.contains(isEnglish ? "2 printed labels" : "2 gedruckte Etiketten"))
      #expect(outdated.contains(isEnglish ? "No. 13" : "Nr. 13"), "\(outdated)")
      try tab.showTab("labels", until: "#print-again")
      #expect(try tab.shownText("#outdated-labels").contains("bautzen/"))
      // What the next token will be, no one knows yet.
      #expect(try tab.shownText("#outdated-labels").contains("bautzen-markt/…"))
      try tab.click("#print-again")
      try tab.wait(until: "document.querySelector('#print-rest')")
      try tab.click("#print-rest")
      try tab.wait(until: "!document.querySelector('#print-again')")
      try tab.click("#thrown-away")
      try tab.wait(until: "!document.querySelector('#outdated-labels')")

      // A scanner types the code of the label, and ends with Enter.
      try tab.showTab("write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.start()
      try tab.wait(until: "document.querySelector('#scan')")
      try tab.click("#scan")
      try tab.type(printed + "\n")
      try tab.wait(
        until: "document.querySelector('.scan-answer').innerText.includes('Blumen zittau')")
      try desk.tell("present 1")
      try tab.wait(until: "parseInt(document.querySelector('#counts-ok').innerText) === 1")
      #expect(try desk.tag(1).link == printed)
      try tab.click("#stop")
      try tab.waitForEndOfRun()
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }
  }
}
