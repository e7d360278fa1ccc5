// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

extension PageProofs {
  /// A working day on the page, from the sheet to the report, judged by the tags alone.
  @Suite(.timeLimit(.minutes(30))) struct PageDay {
    /// `TAGPRESS_PAGE_ROWS=300` makes it a long day.
    private static let rowCount =
      environmentVariable("TAGPRESS_PAGE_ROWS").flatMap { Int($0) }.map { max($0, 20) } ?? 60

    private static func link(_ row: Int) -> String { "https://go.tagtag.shop/s/\(row)" }

    /// A sheet with a fault in C5 and one in C9, behind a line break in a cell.
    private static let sheet =
      "id,city,link\n"
      + (1...rowCount).map { row in
        let link =
          switch row {
          case 4: String(link(row).dropFirst("https://".count))
          case 8: "https://go.tag shop/s/8"
          default: link(row)
          }
        return "\(1000 + row),\(row == 2 ? "\"Two\nlines\"" : "City \(row)"),\(link)\n"
      }.joined()

    /// The box beside a reader: enough new tags, and bad ones between them.
    private static func box(_ bad: [Int: PageDesk.Kind]) -> [PageDesk.Kind] {
      (1...rowCount / 2 + 15).map { bad[$0] ?? .new }
    }

    private let desks: [PageDesk]
    private let program: PageProgram
    private let browser: Chromium

    init() throws {
      desks = [
        try PageDesk(Self.box([3: .used, 11: .locked])), try PageDesk(Self.box([5: .locked])),
        // Someone opened the wrong box.
        try PageDesk(.init(repeating: .otherChip, count: 5)),
      ]
      program = try PageProgram(options: desks.flatMap { ["--reader", $0.reader] })
      browser = try Chromium()
    }

    @Test func everyRowIsOnExactlyOneTag() throws {
      let tab = try program.open(in: browser)
      try prepare(tab)
      try rehearse(tab)
      let hands = [PageHand(desks[0], 0), PageHand(desks[1], 1)]
      try write(tab, hands)
      try lock(tab, hands)
      try verify(tab, hands)
      try report(tab)
      try labels(tab)
      try judge(hands)
      #expect(tab.ownMessages.isEmpty && tab.violations.isEmpty, "\(tab.ownMessages)")
    }

    // MARK: Before the tags

    private func prepare(_ tab: BrowserTab) throws {
      let desktop = try TemporaryDirectory()
      try tab.drop(files: [try desktop.write(Self.sheet, to: "stores.csv")], on: ".drop")
      try tab.makeJob()
      #expect(try tab.words("#verdict").hasPrefix("2 errors"))
      try tab.wait(until: "document.querySelector('[data-cell=C9].error')")
      try tab.click("#next-finding")
      for (cell, row, left) in [("C5", 4, "1 error"), ("C9", 8, "Nothing wrong")] {
        try tab.wait(until: "document.activeElement.dataset.cell === '\(cell)'")
        try tab.press("Enter")
        try tab.press("a", .control)
        try tab.type(Self.link(row) + "\n")
        try tab.wait(for: "#verdict", beginning: left)
        if row == 4 { try tab.click("#next-finding") }
      }
      try tab.unfold("details:has(#manifest)")
      try tab.editManifest(
        "<rows", to: #"<protect with="lock" when="asked"/><approval needed="yes"/><rows"#)
      try tab.fill("#person", with: "Anna Schmidt")
      try tab.click("#approve")
      try tab.wait(until: "!document.querySelector('#approve')")
      #expect(try tab.shownText("main").contains("Anna Schmidt"))
    }

    private func rehearse(_ tab: BrowserTab) throws {
      try tab.showTab("write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.fill("#virtual-readers", with: "4")
      try tab.choose("some", of: "#faults")
      try tab.start()
      // It takes as long as real tags would, which no one has to wait for.
      try tab.wait(until: "parseInt(document.querySelector('#counts-ok').innerText) >= 4")
      try tab.click("#stop")
      try tab.waitForEndOfRun()
      #expect(try tab.shownText(".run").contains("Rehearsal"))
      try tab.leaveRun()
    }

    // MARK: The tags

    /// Lays tags down where the page asks for them until something is so.
    private func work(
      _ tab: BrowserTab, _ hands: [PageHand], mayLay: Bool = true,
      until isEnough: (Int) throws -> Bool
    ) throws {
      let deadline = ContinuousClock.now + .seconds(300 + 5 * Self.rowCount)
      while true {
        guard ContinuousClock.now < deadline else {
          let laid = hands.map { "\($0.count) of \($0.desk.kinds.count), \($0.lying ?? 0) lies" }
          throw BrowserTrouble.tookTooLong("\(laid): \(try tab.shownText("main"))")
        }
        let panels = try PagePanel.all(of: tab)
        let isOver = try tab.holds("!document.querySelector('#end').hidden")
        if try isOver || isEnough(try tab.count("#counts-ok")) { return }
        for hand in hands where hand.number < panels.count {
          try hand.act(panels[hand.number], mayLay: mayLay)
        }
      }
    }

    private func write(_ tab: BrowserTab, _ hands: [PageHand]) throws {
      // The third reader is not for this morning.
      try tab.choose(task: "write")
      try tab.choose(readers: hands.map(\.desk.reader), of: 3)
      try tab.start()
      try work(tab, hands) { $0 >= Self.rowCount / 6 }
      try pause(tab, hands)
      try work(tab, hands) { $0 >= Self.rowCount / 3 }
      try killAndStartAgain(tab, hands)
      try wrongBox(tab)
      try tab.choose(readers: hands.map(\.desk.reader), of: 3)
      try tab.evaluate(
        """
        new BroadcastChannel("tagpress").onmessage = ({ data }) => {
          if (data.kind === "event" && data.name === "run") window.heardRun = data;
        }
        """)
      try tab.start()
      try hearOfEarlierRun(tab)
      try twoTags(tab, hands[0])
      try work(tab, hands) { _ in false }
      try tab.waitForEndOfRun()
      #expect(try tab.words("#end h2") == "Everything is done.")
      for hand in hands {
        if hand.lying != nil { try hand.take() }
        // Nothing that was bad is told to be good.
        for (tag, word) in hand.words where desks[hand.number].kinds[tag - 1] != .new {
          #expect(word == "PUT ASIDE", "\(tag) \(desks[hand.number].kinds[tag - 1])")
        }
        // The row that the page asked a tag for is the row that this tag got.
        let asked = hand.words.filter { $0.word == "OK" && hand.asked[$0.tag] != nil }
        #expect(asked.count > Self.rowCount / 6)
        for (tag, _) in asked {
          let link = try #require(try hand.desk.tag(tag).link)
          let row = try #require(Int(link.dropFirst(Self.link(1).count - 1)))
          #expect(hand.asked[tag]?.contains("\(1000 + row)") == true, "\(link): \(hand.asked)")
        }
      }
      try tab.leaveRun()
    }

    private func pause(_ tab: BrowserTab, _ hands: [PageHand]) throws {
      // Nothing lies there when it begins, so that nothing is finished after it.
      try work(tab, hands, mayLay: false) { _ in hands.allSatisfy { $0.lying == nil } }
      try tab.click("#pause")
      try tab.wait(until: "!document.querySelector('#go-on').hidden")
      let count = try tab.count("#counts-ok")
      for hand in hands { try hand.layNext() }
      try tab.wait(until: "new Promise(done => setTimeout(() => done(true), 300))")
      for hand in hands {
        #expect(try hand.lying.map { try hand.desk.tag($0).link } == hand.before)
      }
      #expect(try tab.count("#counts-ok") == count)
      #expect(try tab.shownTexts(".instruction").allSatisfy { $0.hasPrefix("Paused") })
      // Whoever paused has the focus where the same key goes on.
      #expect(try tab.text("document.activeElement.id") == "go-on")
      try tab.click("#go-on")
      try tab.wait(until: "!document.querySelector('#pause').hidden")
    }

    /// Kills the program while tags lie on both readers.
    private func killAndStartAgain(_ tab: BrowserTab, _ hands: [PageHand]) throws {
      for hand in hands where hand.lying == nil { try hand.layNext() }
      try program.kill()
      for hand in hands { hand.forgetWhatWasAsked() }
      try tab.wait(until: "document.body.dataset.connection === 'lost'")
      try program.startAgain()
      try tab.waitForConnection()
      try tab.wait(until: "document.querySelector('#task')")
    }

    /// Five tags of another chip, one after another: the run ends and says why.
    private func wrongBox(_ tab: BrowserTab) throws {
      try tab.choose(readers: [desks[2].reader], of: 3)
      try tab.start()
      let hand = PageHand(desks[2], 0)
      try work(tab, [hand]) { _ in false }
      try tab.waitForEndOfRun()
      #expect(try tab.words("#end h2").hasPrefix("Stopped: too many"))
      #expect(hand.words.allSatisfy { $0.word == "PUT ASIDE" } && hand.isOut, "\(hand.words)")
      if hand.lying != nil { try hand.take() }
      try tab.leaveRun()
    }

    /// What was on its way for long tells of the run before, and changes nothing that is shown.
    private func hearOfEarlierRun(_ tab: BrowserTab) throws {
      try tab.wait(until: "window.heardRun && window.heardRun.data.phase !== 'ended'")
      try tab.evaluate(
        """
        new Promise((done) => {
          const { id, data } = window.heardRun;
          new BroadcastChannel("tagpress").postMessage({ kind: "event", id, name: "run",
            data: { ...data, number: data.number - 1, phase: "ended" } });
          setTimeout(done, 200);
        })
        """)
      #expect(try tab.holds("document.querySelector('.run .reader')"))
    }

    /// A second tag beside one that is finished: the page asks to take one away, and neither is changed.
    private func twoTags(_ tab: BrowserTab, _ hand: PageHand) throws {
      try work(tab, [hand]) { _ in
        let panel = try PagePanel.all(of: tab).first
        return panel?.word == "OK" && panel?.face == "word"
      }
      let second = try #require(hand.next)
      let before = try desks[0].tag(second)
      try desks[0].tell("add \(second)")
      try tab.wait(until: "document.querySelector('.reader').dataset.word === 'TWO TAGS'")
      #expect(try desks[0].tag(second) == before)
      try hand.take()
      try tab.wait(until: "document.querySelector('.reader').dataset.face !== 'word'")
    }

    // MARK: After the tags

    private func lock(_ tab: BrowserTab, _ hands: [PageHand]) throws {
      // The page draws the choices once more when it has learnt how the job is now.
      let all = "\(Self.rowCount) of \(Self.rowCount)"
      try tab.wait(until: "document.querySelector('.job-line').innerText.includes('\(all)')")
      try tab.choose(task: "lock")
      try tab.choose(readers: hands.map(\.desk.reader), of: 3)
      try tab.wait(until: "document.querySelector('#lock-count').innerText !== ''")
      try tab.click("#start-run")
      // Nothing begins before the job's id was typed.
      try tab.wait(until: "document.querySelector('#message').innerText.includes('stores')")
      #expect(try !tab.holds("document.querySelector('.run')"))
      try tab.fill(".danger-box .typed", with: "stores")
      try tab.start()
      try lay(tab, hands, until: nil)
      try tab.waitForEndOfRun()
      #expect(try tab.count("#counts-ok") == Self.rowCount)
      try tab.leaveRun()
      try tab.choose(task: "lock")
      try tab.wait(for: "#lock-count", beginning: "No finished tag is left")
    }

    private func verify(_ tab: BrowserTab, _ hands: [PageHand]) throws {
      try tab.choose(task: "verify")
      try tab.choose(readers: hands.map(\.desk.reader), of: 3)
      try tab.start()
      try lay(tab, hands, until: 10)
      try tab.click("#stop")
      try tab.waitForEndOfRun()
      #expect(try tab.count("#counts-ok") >= 10)
      #expect(try tab.count("#counts-aside") == 0)
      try tab.leaveRun()
    }

    /// Lays the finished tags of both readers down once more.
    private func lay(_ tab: BrowserTab, _ hands: [PageHand], until count: Int?) throws {
      let again = try hands.map { hand in
        let finished = try desks[hand.number].kinds.indices.map { $0 + 1 }.filter {
          try desks[hand.number].tag($0).link?.hasPrefix("https://go.tagtag.shop/") == true
        }
        return PageHand(desks[hand.number], hand.number, laying: finished)
      }
      try work(tab, again) { shown in count.map { shown >= $0 } ?? false }
      for hand in again where hand.lying != nil { try hand.take() }
    }

    private func report(_ tab: BrowserTab) throws {
      try tab.showTab("report", until: "#report-locked")
      let counts = try tab.shownTexts("#report-rows, #report-done, #report-locked")
      #expect(counts == .init(repeating: "\(Self.rowCount)", count: 3), "\(counts)")
      try tab.click("#report-csv")
      let csv = String(decoding: try browser.download(named: "stores.csv"), as: UTF8.self)
      let uids = try Dictionary(
        uniqueKeysWithValues: finishedTags().map { ($0.link, $0.tag.uid.uppercased()) })
      let lines = csv.split(whereSeparator: \.isNewline).map { $0.replacing(":", with: "") }
      for row in 1...Self.rowCount {
        let link = Self.link(row).replacing(":", with: "")
        let its = lines.filter { line in line.split(separator: ",").contains { $0 == link } }
        #expect(its.count == 1 && its[0].contains(uids[Self.link(row)] ?? "?"), "\(row): \(its)")
      }
    }

    /// Each finished tag gets a label whose code is its link.
    private func labels(_ tab: BrowserTab) throws {
      try tab.showTab("labels", until: "#label-sheet option")
      try tab.click("#make-labels")
      let folder = try TemporaryDirectory()
      try folder.write(browser.download(named: "stores-labels.pdf"), to: "labels.pdf")
      // On a whole page zbar passes over one of a hundred codes, another one with other dots.
      let codes = Set(
        try [250, 300, 350].flatMap {
          try printedCodes(of: "labels.pdf", in: folder, dots: $0)
        })
      #expect(codes.symmetricDifference((1...Self.rowCount).map(Self.link)) == [])
    }

    private func finishedTags() throws -> [(desk: Int, number: Int, tag: StateFile, link: String)] {
      var found: [(desk: Int, number: Int, tag: StateFile, link: String)] = []
      for (desk, each) in desks.enumerated() {
        for number in each.kinds.indices.map({ $0 + 1 }) {
          let tag = try each.tag(number)
          if let link = tag.link { found.append((desk, number, tag, link)) }
        }
      }
      return found.filter { $0.link != "https://a.example/" }
    }

    /// Looks into the tags' own memory.
    private func judge(_ hands: [PageHand]) throws {
      let finished = try finishedTags()
      #expect(finished.map(\.link).sorted() == (1...Self.rowCount).map(Self.link).sorted())
      for each in finished { #expect(try desks[each.desk].isLocked(each.number)) }
      for (desk, each) in desks.enumerated() {
        for (index, kind) in each.kinds.enumerated() {
          let tag = try each.tag(index + 1)
          switch kind {
          case .used: #expect(tag.link == "https://a.example/")
          case .locked, .otherChip: #expect(tag.link == nil)
          case .new: #expect(tag.link != nil || index >= hands[desk].count, "\(index)")
          }
        }
      }
    }
  }
}
