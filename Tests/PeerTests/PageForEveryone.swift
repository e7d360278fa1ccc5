// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// The page for people who see, hear or reach less of it than others, or speak another language.
  @Suite struct PageForEveryone {
    /// A fault, a warning, and texts that are data.
    private static let sheet =
      "id,city,link\n1,Łódź,https://go.tagtag.shop/s/1\n2,Łódź,go.tagtag.shop/s/2\n"
      + "3,Łódź,https://go.tagtag.shop/s/1\n"

    /// Shows every view, one after another, and calls for a judgement of each.
    private func show(
      _ tab: BrowserTab, _ program: PageProgram, _ desk: PageDesk,
      _ judge: (String) throws -> Void
    ) throws {
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
      try write(tab, desk, judge)
      try program.kill()
      try tab.wait(until: "document.body.dataset.connection === 'lost'")
      try judge("without the program")
    }

    /// Real tags come and go, and so does the reader.
    private func write(
      _ tab: BrowserTab, _ desk: PageDesk, _ judge: (String) throws -> Void
    ) throws {
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

    @Test(arguments: ["en", "de"]) func everyViewIsForEveryone(language: String) throws {
      let desk = try PageDesk([.new, .used, .new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.writeJob(rows: 400)
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      let schemes = language == "en" ? ["light", "dark"] : ["dark", "light"]
      try show(tab, program, desk) { view in
        // Everything in one scheme, and what may differ in the other.
        try tab.prefer([("prefers-color-scheme", schemes[1])])
        var troubles = try PageAudit.contrast(of: tab)
        try tab.prefer([("prefers-color-scheme", schemes[0])])
        troubles += try PageAudit.troubles(of: tab)
        #expect(
          troubles == [], "\(language), \(view), \(schemes):\n\(troubles.joined(separator: "\n"))")
        #expect(try tab.text("document.documentElement.lang") == language)
      }
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    /// All texts are ours in German, or are data.
    @Test func germanPageIsGerman() throws {
      let desk = try PageDesk([.new, .used, .new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.writeJob(rows: 400)
      let browser = try Chromium(["--accept-lang=de"])
      let tab = try program.open(in: browser)
      let folder = String(program.folder.path.split(separator: "/").last ?? "")
      func foreign() throws -> [String] {
        try tab.texts("(\(Self.foreignTexts))(\(BrowserTab.literal(folder)))")
      }
      // An English page that calls itself German is found out.
      try tab.choose("en", of: "#language")
      try tab.evaluate("document.documentElement.lang = 'de'")
      #expect(try foreign().count > 5)
      try tab.choose("de", of: "#language")
      try show(tab, program, desk) { view in
        let texts = try foreign()
        #expect(texts == [], "\(view)")
      }
    }

    /// Looks at every text and name that is shown or spoken.
    private static let foreignTexts = #"""
      async (folder) => {
        // Later there may be no program that would answer.
        globalThis.languages ??= await (await fetch("/languages.json")).json();
        const {page: words, said} = languages.de;
        const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        // What the program says by name, and what is to be done behind a reason.
        const sayings = Object.values(said).flatMap(each => Object.values(each))
          .flatMap(each => typeof each === "string" ? [each] : Object.values(each));
        // What is said may be several sentences of several names.
        const pieces = (text) => text.split(/(?<=[.?:!]) /);
        const found = ["", " " + words.found, " " + words["found.row"], " " + words["found.job"]];
        const deeds = ["", " " + words["do.again"], " " + words["do.aside"]].flatMap(deed =>
          found.map(each => each + deed));
        const patterns = Object.values(words).flatMap(each =>
          typeof each === "string" ? [each] : Object.values(each))
          .concat(sayings.flatMap(each => deeds.map(deed => each + deed)))
          .concat(sayings.flatMap(pieces))
          .filter(each => /\p{L}/u.test(each.replace(/\{\w+\}/g, "")))
          .map(each => new RegExp("^" + each.split(/\{\w+\}/).map(escaped).join("([^]*?)") + "$"));
        const data = new Set([folder, "TagPress", "spring", "stores", "id", "city", "link", "Łódź",
          "Sheet1", "go.tagtag.shop", "iPhone", "Android", "CSV", "Excel", "English", "Deutsch"]);
        const isData = (text) => data.has(text) || !/\p{L}/u.test(text)
          // Files, links, patterns, tags' numbers, chips, cells, rows, versions and readers.
          || /^[\w-]+\.(xml|csv)$|^\/\S+\.csv$|^https?:\S+$|^go\.tagtag|^\{\w+\}$|^[0-9A-F: ]+$/.test(text)
          || /^(NTAG\d+|[A-Z]\d+|[A-Z]|n\d+|TagPress [\d.]+|virtual reader \d+|pn532_uart:\S+|tagpress open \S+)$/.test(text);
        // What stands in the place of a value is data or ours, too: "Zeile n1".
        const isOurs = (text) => isData(text) || patterns.some(each => {
          const match = each.exec(text);
          return match && match.slice(1).every(value => areOurs(value));
        });
        const areOurs = (text) => isOurs(text.trim())
          || [...text.matchAll(/ · |: |, /g)].some(between => isOurs(text.slice(0, between.index).trim())
            && areOurs(text.slice(between.index + between[0].length)));
        const foreign = new Set();
        const judge = (text, element, what) => {
          const plain = text.replace(/\s+/g, " ").trim();
          if (!plain) return;
          // What is marked as English is a file, or a name; a sentence would be one that German lacks.
          if ((element.closest("[lang]") ?? document.documentElement).lang !== "de"
            && (element.closest("pre, select") || isData(plain))) return;
          if (areOurs(plain) || pieces(plain).every(areOurs)) return;
          // What is spoken of two readers has a full stop between.
          if (plain.split(". ").every(areOurs)) return;
          foreign.add(`${what} <${element.tagName.toLowerCase()}> “${plain.slice(0, 100)}”`);
        };
        const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
          const parent = node.parentElement;
          if (parent.closest("script, style, textarea, noscript, title")) continue;
          if (parent.checkVisibility({visibilityProperty: true})) judge(node.data, parent, "text");
        }
        for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"]) {
          for (const element of document.querySelectorAll(`[${name}]`)) {
            judge(element.getAttribute(name), element, name);
          }
        }
        judge(document.title.replace(/ · TagPress$/, ""), document.documentElement, "title");
        return [...foreign];
      }
      """#

    /// The buttons of a run go with it, and whoever had the focus there must not be left nowhere.
    @Test func theFocusGoesToTheEndOfARun() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 400)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let other = try program.open("#/job/spring.xml/write", in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.start()
      try other.wait(until: "document.querySelector('.run .reader')")
      try other.evaluate("document.querySelector('#language').focus()")
      try tab.wait(until: "parseInt(document.querySelector('#counts-ok').innerText) > 1")
      try tab.click("#stop")
      for each in [tab, other] { try each.waitForEndOfRun() }
      #expect(try tab.holds("document.activeElement === document.querySelector('#end h2')"))
      // Who is elsewhere stays there.
      #expect(try other.text("document.activeElement.id") == "language")
    }

    /// Whoever hears the page hears each word of a run, with its row.
    @Test func everyWordIsSpoken() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 60)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.choose("rough", of: "#faults")
      try tab.fill("#virtual-readers", with: "2")
      try PageWitness.watch(tab)
      try tab.start()
      try tab.waitForEndOfRun(timeLimit: .seconds(600))
      let witness = try PageWitness(tab)
      #expect(witness.told.count >= 60)
      for tag in witness.told {
        let sentence =
          "Reader \(tag.reader + 1): \(tag.word)" + (tag.row.map { ", \($0)" } ?? "")
        #expect(witness.spoken.contains { $0.contains(sentence) }, "\(tag.number): \(sentence)")
      }
      #expect(witness.told.contains { $0.word != "OK" })
      #expect(try tab.accessible("progressbar").first?.name == "Progress")
      #expect(
        try tab.text("document.querySelector('#live').getAttribute('aria-live')") == "assertive")
    }
  }
}
