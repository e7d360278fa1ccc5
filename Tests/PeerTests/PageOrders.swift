// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// What is ordered on the page is about what it has shown, and what has changed is shown before the
  /// next click counts.
  @Suite struct PageOrders {
    private let desk: PageDesk
    private let program: PageProgram
    private let browser: Chromium

    init() throws {
      desk = try PageDesk([.new, .new])
      program = try PageProgram(options: ["--reader", desk.reader])
      browser = try Chromium()
    }

    /// Writes the first tag, and leaves the end of that run.
    private func writeFirst(_ tab: BrowserTab) throws {
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.writeFirst(at: desk)
      try tab.wait(until: "document.querySelector('.job-line').innerText.includes('1 of 2')")
    }

    /// Who comes back finds the job as it is now, and not what a run said of it before.
    @Test func theEndOfARunIsReadOnce() throws {
      try program.writeJob(rows: 2)
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.start("#start-first")
      try desk.tell("present 1")
      try tab.waitForEndOfRun()
      try tab.showTab("check", until: "#verdict")
      try tab.showTab("write", until: "#start-run")
      #expect(try !tab.holds("document.querySelector('#end')"))
    }

    @Test func aChangedJobIsLookedAtBeforeItIsWritten() throws {
      try program.writeJob(rows: 2)
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try program.writeJob(rows: 2, more: "<!-- saved meanwhile -->")
      try tab.click("#start-run")
      try tab.wait(until: "document.querySelector('#message').innerText.includes('changed')")
      #expect(try !tab.holds("document.querySelector('.run')"))
      try tab.start()
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    @Test func asManyTagsAreLockedAsWereShown() throws {
      try program.writeJob(rows: 2, more: #"<protect with="lock" when="asked"/>"#)
      let tab = try program.open(in: browser)
      try writeFirst(tab)
      try tab.choose(task: "lock")
      try tab.wait(for: "#lock-count", beginning: "1 finished tag will")
      // Another program finishes the other one.
      let other = try PageDesk([.new])
      try other.tell("present 1")
      let written = try run(
        builtTool,
        ["write", "--reader", other.reader, "--plain", program.folder.path(of: "spring.xml")],
        environment: ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": program.statePath])
      #expect(written.exit == .code(0), "\(written.errorOutput)")
      try tab.fill(".danger-box .typed", with: "spring")
      try tab.click("#start-run")
      try tab.wait(for: "#lock-count", beginning: "2 finished tags will")
      #expect(try tab.shownText("#message").contains("2 tags would be locked by now"))
      #expect(try !tab.holds("document.querySelector('.run')"))
      try tab.fill(".danger-box .typed", with: "spring")
      try tab.start()
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    @Test(arguments: ["en", "de"])
    func whatIsLeftAndWhatHasChangedIsNamedBeforeTheStart(_ language: String) throws {
      try program.folder.write(Self.numbered, to: "spring.xml")
      let other = try PageDesk([.new])
      let program = try PageProgram(
        in: program.folder, options: ["--reader", desk.reader, "--reader", other.reader])
      let tab = try program.open(in: browser)
      try tab.choose(language: language)
      let words =
        language == "en"
        ? (
          row: "No. 3 · Blumen Görlitz", elsewhere: "Put nothing here: ", reader: "Reader ",
          next: "Prepare the next run: 3 tags are left", lost: "A tag was lost or spoiled"
        )
        : (
          row: "Nr. 3 · Blumen Görlitz", elsewhere: "Hier nichts auflegen: ",
          reader: "Lesegerät ", next: "Nächsten Durchgang vorbereiten: 3 NFC-Tags fehlen noch",
          lost: "NFC-Tag verloren oder defekt"
        )
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      #expect(try !tab.holds("document.querySelector('#begun')"))
      try tab.choose(readers: [desk.reader, other.reader], of: 2)
      try tab.start("#start-first")

      // One tag is wanted, so one of the two readers wants none, and says which one does.
      let waiting = "document.querySelector('.reader[data-state=waiting]')"
      let idle = ".reader[data-state=idle] .instruction"
      try tab.wait(until: "\(waiting) && document.querySelector('\(idle)')")
      let number = try tab.number("Number(\(waiting).dataset.number)")
      try tab.wait(for: idle, beginning: words.elsewhere + words.row)
      #expect(try tab.words(idle).hasSuffix("\(words.reader)\(Int(number) + 1)"))
      let isHere =
        try tab.text("\(waiting).querySelector('small').textContent.trim()") == desk.reader
      let wanted = isHere ? desk : other
      try wanted.tell("tear 1")
      try tab.wait(until: "document.querySelector('.reader[data-state=waiting-for-same]')")
      try tab.click("#stop")
      try tab.waitForEndOfRun()
      #expect(try tab.words("#new-run") == words.next)
      try tab.leaveRun()
      try tab.wait(until: "document.querySelector('#begun')")
      let begun = try tab.shownText("#begun")
      #expect(begun.contains(words.row) && begun.contains(words.lost), "\(begun)")
      #expect(try begun.contains(wanted.tag(1).uidInPairs))

      // It is finished, and then the list has another link for it.
      try tab.choose(readers: [wanted.reader], of: 2)
      try tab.start("#start-first")
      try wanted.tell("present 1")
      try tab.waitForEndOfRun()
      try tab.leaveRun()
      try tab.wait(until: "!document.querySelector('#begun')")
      try program.folder.write(
        Self.numbered.replacing("shop=\"goerlitz\"", with: "shop=\"lauban\""), to: "spring.xml")
      // The first click has it looked at, the second one has it read.
      try tab.click("#start-run")
      try tab.wait(until: "document.querySelector('#message.bad')")
      try tab.click("#start-run")
      try tab.wait(until: "document.querySelector('#changed')")
      let changed = try tab.shownText("#changed")
      for part in [words.row, "tagtag.shop/s/goerlitz", "tagtag.shop/s/lauban"] {
        #expect(changed.contains(part), "\(changed)")
      }
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    /// The ids are numbers, and none is the number of its row in the list.
    private static let numbered = """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.tagtag.shop/s/{shop}</link>
        <tags chips="NTAG213"/>
        <rows label="{name}">
          <row id="3" shop="goerlitz" name="Blumen Görlitz"/>
          <row id="13" shop="bautzen" name="Blumen Bautzen"/>
          <row id="1" shop="zittau" name="Blumen Zittau"/>
        </rows>
      </job>
      """

    @Test(arguments: ["en", "de"])
    func aRowIsFoundAndShownBeforeItsTagIsGivenUp(_ language: String) throws {
      try program.folder.write(Self.numbered, to: "spring.xml")
      let tab = try program.open(in: browser)
      try tab.choose(language: language)
      let words =
        language == "en"
        ? (
          "Find the row first", "No. 13 · Blumen Bautzen has no tag.", "No. 3 · Blumen Görlitz",
          "1 of 3", "0 of 3"
        )
        : (
          "Suchen Sie zuerst die Zeile", "Nr. 13 · Blumen Bautzen hat keinen NFC-Tag.",
          "Nr. 3 · Blumen Görlitz", "1 von 3", "0 von 3"
        )
      func waitForHead(_ words: String) throws {
        try tab.wait(until: "document.querySelector('.job-line').innerText.includes('\(words)')")
      }
      // Only the first row of the list is written, and no other.
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.unfold("details:has(#run-rows)")
      try tab.click("#run-rows input[value=only]")
      try tab.fill("#run-rows-more", with: "görlitz")
      try tab.wait(for: ".chosen-rows", beginning: words.2)
      try tab.start()
      try desk.tell("present 1")
      try tab.waitForEndOfRun()
      try tab.leaveRun()
      try waitForHead(words.3)

      try tab.unfold("details:has(#void-row)")
      try tab.fill("#void-why", with: "lost")
      try tab.fill("#void .typed", with: "spring")
      func expectRefusal(_ words: String) throws {
        try tab.click("#void .danger")
        let said = "document.querySelector('#message').innerText"
        try tab.wait(until: "\(said).includes(\(BrowserTab.literal(words)))")
      }
      try expectRefusal(words.0)
      // Two rows have a 3; what is not chosen is not meant.
      try tab.fill("#void-row", with: "3")
      try tab.wait(until: "document.querySelectorAll('#void .found-row').length === 2")
      #expect(try tab.shownTexts("#void .found-row strong")[0] == words.2)
      try expectRefusal(words.0)
      try tab.click("#void .found-rows li:nth-child(2) .found-row")
      try expectRefusal(words.1)
      // As the page itself calls it.
      try tab.fill("#void-row", with: words.2)
      try tab.wait(for: "#void .chosen-row", beginning: words.2)
      let uid = try desk.tag(1).uidInPairs
      #expect(try tab.shownText("#void .chosen-row").contains(uid))
      // And as a phone shows the tag.
      try tab.fill("#void-row", with: "")
      try tab.fill("#void-row", with: uid)
      try tab.wait(for: "#void .chosen-row", beginning: words.2)
      try tab.click("#void .danger")
      try waitForHead(words.4)
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }
  }
}
