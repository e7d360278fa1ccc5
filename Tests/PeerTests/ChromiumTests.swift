// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// The browser that pages are tried in, and what we ask of it.
@Suite(.serialized, .enabled(if: hasChromium, chromiumIsMissing), .timeLimit(.minutes(15)))
struct ChromiumTests {
  /// A page as an address.
  static func page(_ body: String, head: String = "") -> String {
    let html = "<!doctype html><html lang=en><meta charset=utf-8><title>T</title>\(head)\(body)"
    let escaped = html.utf8.map { byte in
      let hex = String(byte, radix: 16, uppercase: true)
      return (byte < 16 ? "%0" : "%") + hex
    }
    return "data:text/html;charset=utf-8," + escaped.joined()
  }

  @Test func evaluatesExpressionsAndPromises() throws {
    let browser = try Chromium()
    let tab = try browser.open()
    #expect(try tab.number("6 * 7 + 0.5") == 42.5)
    #expect(try tab.text("Promise.resolve('Łódź\\u0000\\ud83d\\ude00')") == "Łódź\0😀")
    #expect(try tab.texts("['a', 'b']") == ["a", "b"])
    #expect(try tab.evaluate("({a: [1, {b: null}]})")?["a"]?.elements?.count == 2)
    #expect(try tab.evaluate("undefined") == nil)
    #expect(try tab.holds("Promise.resolve(1)") && !tab.holds("0"))
    // Half a character, and more than a pipe holds at once.
    #expect(try tab.text("'\\ud83d'") == "\u{FFFD}")
    #expect(try tab.number("'\(String(repeating: "x", count: 300_000))'.length") == 300_000)
    #expect(try tab.text("'x'.repeat(300000)").utf8.count == 300_000)
    for (script, word) in [
      ("null.nothing", "TypeError"), ("Promise.reject(new Error('oh'))", "Error: oh"),
      ("throw 'bare'", "bare"), ("f(", "SyntaxError"),
    ] {
      #expect {
        try tab.evaluate(script)
      } throws: {
        guard case .thrown(let text) = $0 as? BrowserTrouble else { return false }
        return text.contains(word)
      }
    }
  }

  @Test func everythingHasATimeLimit() throws {
    let browser = try Chromium()
    let tab = try browser.open()
    #expect(throws: BrowserTrouble.tookTooLong("Runtime.evaluate")) {
      try tab.evaluate("new Promise(() => {})", timeLimit: .milliseconds(300))
    }
    #expect(throws: BrowserTrouble.tookTooLong("waiting until window.never, but it is undefined")) {
      try tab.wait(until: "window.never", timeLimit: .milliseconds(300))
    }
    #expect(throws: BrowserTrouble.notReady("#none", "there is no such element")) {
      try tab.click("#none", timeLimit: .milliseconds(100))
    }
    #expect {
      try tab.navigate(to: "http://127.0.0.1:\(freePort())/")
    } throws: {
      guard case .notLoaded(_, "net::ERR_CONNECTION_REFUSED") = $0 as? BrowserTrouble else {
        return false
      }
      return true
    }
    // And it goes on after all that.
    #expect(try tab.number("1") == 1)
  }

  @Test func waitsAlsoThroughAnotherPage() throws {
    let browser = try Chromium()
    let tab = try browser.open(Self.page("<p id=a>1"))
    try tab.evaluate("setTimeout(() => { document.body.dataset.late = 1 }, 200)")
    try tab.wait(until: "document.body.dataset.late === '1'")
    try tab.evaluate(
      "setTimeout(() => { location.href = 'about:blank#gone' }, 200)")
    try tab.wait(until: "location.hash === '#gone'")
    // What throws is not yet true.
    try tab.navigate(to: Self.page("<p id=b>2"))
    try tab.evaluate("setTimeout(() => { document.body.append('later') }, 100)")
    try tab.wait(until: "document.body.lastChild.data.includes('later')")
    #expect(try tab.shownText("#b") == "2")
  }

  @Test func clicksAndTypesLikeAUser() throws {
    let browser = try Chromium()
    let tab = try browser.open(
      Self.page(
        """
        <div style="height:3000px"></div>
        <button id=far onclick="this.textContent = event.isTrusted + ' ' + event.detail">x</button>
        <label>Name <input id=name value=old></label>
        <form onsubmit="document.title = 'sent ' + word.value; return false">
        <input id=word></form>
        <select id=list onchange="document.title = this.value"><option>a<option>b</select>
        <div id=log></div>
        <script>addEventListener("keydown", event =>
          log.append(`[${event.key} ${event.code} ${event.keyCode} ${event.ctrlKey}]`));</script>
        """))
    try tab.click("#far")
    #expect(try tab.text("far.textContent") == "true 1")
    try tab.fill("#name", with: "Łódź. 'aB1")
    #expect(try tab.text("document.querySelector('#name').value") == "Łódź. 'aB1")
    try tab.click("#word")
    try tab.type("go\n")
    #expect(try tab.text("document.title") == "sent go")
    try tab.evaluate("log.textContent = ''")
    try tab.press("Tab")
    #expect(try tab.text("document.activeElement.id") == "list")
    try tab.press("Tab", .shift)
    #expect(try tab.text("document.activeElement.id") == "word")
    try tab.press("Escape")
    try tab.press("k", .control)
    #expect(
      try tab.text("log.textContent")
        == "[Tab Tab 9 false][Tab Tab 9 false][Escape Escape 27 false][k KeyK 75 true]")
    #expect(try tab.text("word.value") == "go")
    try tab.choose("b", of: "#list")
    #expect(try tab.text("document.title") == "b")
    #expect(throws: BrowserTrouble.self) { try tab.choose("c", of: "#list") }
  }

  @Test func clicksOnlyWhatAUserCould() throws {
    let browser = try Chromium()
    let tab = try browser.open(
      Self.page(
        """
        <button id=under>A</button><button id=off disabled>B</button><button id=none hidden>C</button>
        <div style="position:fixed; inset:0 0 50% 0; background:gray" id=over></div>
        """))
    for (id, reason) in [
      ("under", "it is covered by <div"), ("off", "it is disabled"), ("none", "it has no size"),
    ] {
      #expect {
        try tab.click("#\(id)", timeLimit: .milliseconds(100))
      } throws: {
        guard case .notReady("#\(id)", let found) = $0 as? BrowserTrouble else { return false }
        return found.hasPrefix(reason)
      }
    }
    try tab.evaluate("setTimeout(() => over.remove(), 300)")
    try tab.click("#under")
    #expect(try tab.text("document.activeElement.id") == "under")
  }

  @Test func givesFilesAndTakesDownloads() throws {
    let browser = try Chromium()
    let folder = try TemporaryDirectory()
    let file = try folder.write("id;name\n1;Łódź\n", to: "shops.csv")
    let tab = try browser.open(
      Self.page(
        """
        <input type=file id=input multiple>
        <div id=place style="height:100px; background:silver">Drop</div>
        <a id=save download=out.txt>Save</a>
        <script>
        place.ondragover = event => event.preventDefault();
        place.ondrop = async event => {
          event.preventDefault();
          document.title = "dropped " + await event.dataTransfer.files[0].text();
        };
        save.href = URL.createObjectURL(new Blob(["saved"]));
        </script>
        """))
    try tab.choose(files: [file], for: "#input")
    #expect(try tab.text("input.files[0].name") == "shops.csv")
    #expect(try tab.text("input.files[0].text()") == "id;name\n1;Łódź\n")
    try tab.drop(files: [file], on: "#place")
    try tab.wait(until: "document.title.includes('Łódź')")
    try tab.click("#save")
    #expect(try String(decoding: browser.download(named: "out.txt"), as: UTF8.self) == "saved")
  }

  @Test func collectsWhatIsSaid() throws {
    let browser = try Chromium()
    let tab = try browser.open(
      Self.page(
        """
        <script src="data:text/javascript,1"></script>
        <button id=ask onclick="document.title = confirm('Sure?')">?</button>
        """,
        head: """
          <meta http-equiv=Content-Security-Policy content="script-src 'unsafe-inline'; \
          require-trusted-types-for 'script'">
          """))
    try tab.evaluate("console.warn('careful', 1, {a: 2}, undefined)")
    try tab.evaluate("setTimeout(() => { throw new RangeError('too far') })")
    try tab.click("#ask")
    try tab.wait(until: "document.title === 'true'")
    try tab.evaluate("setTimeout(() => { document.body.innerHTML = '<b>x</b>' })")
    // What the browser itself says comes by another way than the answer to a script.
    func isSaid(_ word: String) -> Bool { tab.violations.contains { $0.text.contains(word) } }
    let end = ContinuousClock.now + .seconds(60)
    while !isSaid("script-src") || !isSaid("TrustedHTML"), ContinuousClock.now < end {
      try tab.evaluate("new Promise(done => setTimeout(done, 20))")
    }
    let said = tab.messages
    #expect(
      said.contains {
        $0.source == .console && $0.level == "warning" && $0.text == "careful 1 Object undefined"
      }, "\(said)")
    #expect(
      said.contains { $0.source == .exception && $0.text.hasPrefix("RangeError: too far") },
      "\(said)")
    #expect(said.contains { $0.source == .dialog && $0.text == "Sure?" }, "\(said)")
    // The script of another source, and a text that was taken for markup.
    #expect(tab.violations.contains { $0.text.contains("script-src") }, "\(said)")
    #expect(tab.violations.contains { $0.text.contains("TrustedHTML") }, "\(said)")
    let quiet = try browser.open(Self.page("<p>Nothing to say"))
    #expect(quiet.messages.isEmpty, "\(quiet.messages)")
  }

  @Test func showsPagesToOthers() throws {
    let browser = try Chromium()
    let folder = try TemporaryDirectory()
    let tab = try browser.open(
      Self.page(
        "<button>Go</button><img id=i alt=Tag src='data:,'>",
        head:
          "<style>@page { size: A6 } @media (prefers-color-scheme: dark) { p { color: red } }</style>"
      ))
    try tab.screenshot(to: folder.path(of: "page.png"))
    let png = try folder.read("page.png")
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(png.suffix(8).starts(with: Array("IEND".utf8)))
    let pdf = try tab.printed()
    #expect(pdf.starts(with: Array("%PDF-".utf8)) && pdf.count > 500)
    #expect(try tab.accessible("button", named: "Go").count == 1)
    #expect(try tab.accessible("button", named: "Stop").isEmpty)
    #expect(try tab.accessible("image", named: "Tag").count == 1)
    let dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    let forced = "matchMedia('(forced-colors: active)').matches"
    #expect(try !tab.holds(dark) && !tab.holds(forced))
    try tab.prefer([("prefers-color-scheme", "dark"), ("forced-colors", "active")])
    #expect(try tab.holds(dark) && tab.holds(forced))
    try tab.prefer([])
    #expect(try !tab.holds(dark))
    let wide = try tab.number("innerWidth")
    try tab.resize(to: (320, 640, 2))
    #expect(
      try tab.texts("[innerWidth, innerHeight, devicePixelRatio].map(String)") == [
        "320", "640", "2",
      ])
    #expect(
      try tab.resized(to: (500, 500)) { () throws(BrowserTrouble) in try tab.number("innerWidth") }
        == 500)
    #expect(try tab.number("innerWidth") == 320)
    try tab.resize(to: nil)
    #expect(try tab.number("innerWidth") == wide)
  }

  @Test func tabsOfAProfileSeeEachOther() throws {
    let server = try StaticPages(["index.html": "<!doctype html><title>Home</title><p>Home"])
    let browser = try Chromium(["--host-resolver-rules=MAP evil.example 127.0.0.1"])
    let tabs = try (0..<3).map { _ in try browser.open(server.address) }
    let stranger = try browser.open(server.address, in: browser.makeProfile())
    for tab in tabs + [stranger] {
      #expect(try tab.text("document.visibilityState") == "visible")
      try tab.evaluate(
        "window.heard = []; new BroadcastChannel('c').onmessage = event => heard.push(event.data)")
    }
    try tabs[0].evaluate("new BroadcastChannel('c').postMessage('hello'); localStorage.x = 1")
    try tabs[2].wait(until: "heard.includes('hello')")
    // Keys arrive also where another window is in front.
    for tab in tabs {
      try tab.evaluate("addEventListener('keydown', event => heard.push(event.key))")
      try tab.press("x")
      #expect(try tab.text("heard.at(-1)") == "x")
    }
    #expect(try tabs[1].holds("localStorage.x === '1'"))
    #expect(try !stranger.holds("heard.length || localStorage.x"))
    let behind = try browser.open(server.address, behindOthers: true)
    #expect(try behind.text("document.visibilityState") == "hidden")
    // Such timers would otherwise be a second late.
    try behind.wait(
      until: "new Promise(done => setTimeout(() => done(true), 50))")
    try behind.close()
    #expect(throws: BrowserTrouble.ended("the page of Runtime.evaluate")) {
      try behind.number("1")
    }
    let evil = try browser.open("http://evil.example:\(server.port)/")
    #expect(try evil.text("location.host + document.title") == "evil.example:\(server.port)Home")
    try evil.reload()
    #expect(try evil.text("document.title") == "Home")
  }

  @Test func isTheBrowserOfAnotherUser() throws {
    let browser = try Chromium(
      ["--accept-lang=ja", "--force-dark-mode"], environment: ["TZ": "Asia/Tokyo"])
    let tab = try browser.open()
    #expect(try tab.text("navigator.language") == "ja")
    #expect(try tab.holds("matchMedia('(prefers-color-scheme: dark)').matches"))
    #expect(try tab.text("Intl.DateTimeFormat().resolvedOptions().timeZone") == "Asia/Tokyo")
  }

  @Test func endsWithTheTest() throws {
    var browser: Chromium? = try Chromium()
    let group = try #require(browser?.group)
    let tab = try #require(try browser?.open())
    #expect(Self.isRunning(group))
    browser = nil
    // Those that were killed are gone a moment later.
    let end = ContinuousClock.now + .seconds(60)
    while Self.isRunning(group), ContinuousClock.now < end {}
    #expect(!Self.isRunning(group))
    #expect(throws: BrowserTrouble.self) { try tab.evaluate("1") }
  }

  @Test func saysThatABrowserDied() throws {
    let browser = try Chromium()
    let tab = try browser.open()
    let group = try #require(browser.group)
    _ = try run("kill", ["-KILL", "--", "-\(group)"])
    #expect(throws: BrowserTrouble.ended("Runtime.evaluate")) { try tab.evaluate("1") }
    #expect(throws: BrowserTrouble.ended("Runtime.evaluate")) { try tab.evaluate("2") }
    #expect(throws: BrowserTrouble.self) { try Chromium(["--version"]) }
  }

  @Test func saysThatAPageCrashed() throws {
    let browser = try Chromium()
    let tab = try browser.open(Self.page("<p>Here"))
    let other = try browser.open()
    #expect(throws: BrowserTrouble.ended("the page of Page.crash")) { try tab.call("Page.crash") }
    #expect(tab.messages.map(\.text) == ["The page crashed."])
    #expect(try other.number("1") == 1)
  }

  /// Whether a process of the group does anything still; those that no one buried do not.
  private static func isRunning(_ group: Int32) -> Bool {
    let all = (try? run("ps", ["-eo", "pgid=,stat="]))?.output ?? ""
    return all.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.first == "\(group)" && words.last?.hasPrefix("Z") == false
    }
  }
}
