// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

/// The judge of our pages, on pages with one trouble each, and on one that has none.
@Suite(.serialized, .enabled(if: hasChromium, chromiumIsMissing), .timeLimit(.minutes(30)))
struct PageAuditTests {
  /// A page with all that the audit looks at, and nothing wrong.
  static let good = """
    <style>
    body { font: 16px sans-serif; color: #222; background: #fff; margin: 8px }
    .grey { color: #767676 } .large { font-size: 24px; color: #949494 }
    .dark { background: #222; color: #ddd } .veil { background: #ffffff80; color: #222 }
    .pale { opacity: 0.9; color: #000 } .off { opacity: 0; color: #eee }
    .ears { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      color: #fff }
    .scroll { overflow-x: auto; width: 200px } .scroll > div { width: 2000px }
    .mark::before { content: "OK"; color: #060 }
    .shade { background: linear-gradient(#fff, #ccc) }
    </style>
    <h1>Tags</h1><p class=grey>Grey</p><p class=large>Large</p><p class=off>Not seen</p>
    <h2>Jobs</h2><h3>Spring</h3><h2>Readers</h2>
    <div class=dark><p>On dark</p><p class=veil>Veiled</p></div>
    <p class=pale>Pale</p><p class=mark>Marked</p><p class=shade>Shaded</p>
    <a href="#x">Link</a> <button>Go <span class=ears>on</span></button>
    <button disabled style="color:#eee">Off</button> <button hidden></button>
    <label>Name <input id=name placeholder=Berlin></label>
    <label for=kind>Kind</label><select id=kind><option>a</select>
    <label><input type=radio name=r>1</label><label><input type=radio name=r>2</label>
    <label><input type=checkbox>All</label>
    <label>Choose a file <input type=file class=ears></label>
    <details><summary>More</summary><a href="#y">Hidden</a></details>
    <button aria-label=Close>×</button> <button tabindex=-1>By arrow</button>
    <img alt="" src="data:,"><svg width=80 height=20 role=img aria-label=Pace><rect width=80 height=20
      fill="#111"/><text y=15 fill="#fff">Pace</text></svg>
    <div class=scroll tabindex=0 role=region aria-label=Bytes><div>Long</div></div>
    <main id=x tabindex=-1>Main</main>
    """

  /// What is on a page with one trouble, and what is said of it.
  static let bad: [(body: String, troubles: [String])] = [
    ("<button id=b></button>", ["no name: button <button#b>"]),
    ("<a href='/'><img src='data:,' alt=''></a>", ["no name: link <a>"]),
    ("<input id=i>", ["no name: textbox <input#i>"]),
    ("<input type=checkbox id=c> All", ["no name: checkbox <input#c type=checkbox>"]),
    ("<div tabindex=0 onclick='1'></div>", ["no name: generic <div>"]),
    ("<img src='data:,'>", ["no name: image <img>"]),
    ("<p style='color:#777'>Grey</p>", ["contrast 4.47 < 4.5: <p> “Grey”"]),
    ("<p style='color:#959595; font-size:24px'>Large</p>", ["contrast 2.99 < 3: <p> “Large”"]),
    ("<p style='color:#949494; font-size:23px'>Large</p>", ["contrast 3.03 < 4.5: <p> “Large”"]),
    ("<p style='color:rgb(0 0 0 / 50%)'>Half</p>", ["contrast 3.97 < 4.5: <p> “Half”"]),
    ("<div style='opacity:0.5'><p>Group</p></div>", ["contrast 3.97 < 4.5: <p> “Group”"]),
    (
      "<div style='background:#000'><p style='background:rgb(255 255 255 / 30%)'>On</p></div>",
      ["contrast 2.46 < 4.5: <p> “On”"]
    ),
    (
      "<p style='background:linear-gradient(#fff, #555)'>Shade</p>",
      ["contrast 2.81 < 4.5: <p> “Shade”"]
    ),
    (
      "<p style='background:url(data:,)'>Over</p>",
      ["contrast over a picture cannot be judged: <p> “Over”"]
    ),
    ("<p style='color:oklch(70% 0 0)'>New</p>", ["contrast 2.67 < 4.5: <p> “New”"]),
    (
      "<style>input::placeholder { color: #bbb }</style><input aria-label=A placeholder=Hint>",
      ["contrast 1.91 < 4.5: <input> its placeholder"]
    ),
    (
      "<style>p::after { content: 'DONE'; color: #aaa }</style><p>x</p>",
      ["contrast 2.32 < 4.5: <p> “x”::after"]
    ),
    (
      "<svg width=80 height=20><rect width=80 height=20 fill=gray /><text y=15>Draw</text></svg>",
      []
    ),
    (
      "<svg width=80 height=20><rect width=80 height=20 fill='#333' /><text y=15>Draw</text></svg>",
      ["contrast 1.66 < 4.5: <text> “Draw”"]
    ),
    ("<div style='width:400px'>Wide</div>", ["sticks out at 320 px by 88 px: <div> “Wide”"]),
    (
      "<style>body { overflow-x: hidden }</style><div style='width:400px'>Cut</div>",
      ["sticks out at 320 px by 88 px: <div> “Cut”"]
    ),
    (
      "<button onkeydown='event.key === `Tab` && event.preventDefault()'>Trap</button><button>B</button>",
      ["not reached with Tab: <button> “B”"]
    ),
    (
      "<button style='position:absolute; opacity:0'>Ghost</button>",
      ["Tab leads to what is not seen: <button> “Ghost”"]
    ),
    (
      "<button>A</button><button tabindex=2>B</button>",
      ["its tabindex of 2 comes before all others: <button> “B”"]
    ),
    ("<h3>Deep</h3>", ["a heading of level 3 after one of level 1: <h3> “Deep”"]),
    ("<h2></h2>", ["an empty heading: <h2>"]),
    ("<p id=a>1<p id=a>2<p id=b>3", ["the id a is there 2 times"]),
    (
      "<button aria-describedby=none>A</button>",
      ["aria-describedby refers to none, which is not there: <button> “A”"]
    ),
  ]

  @Test func aGoodPageHasNoTrouble() throws {
    let browser = try Chromium()
    let tab = try browser.open(ChromiumTests.page(Self.good))
    let troubles = try PageAudit.troubles(of: tab)
    #expect(troubles == [], "\(troubles.joined(separator: "\n"))")
    // And all of that left nothing behind.
    #expect(try tab.number("innerWidth") > 1000)
    #expect(tab.messages.isEmpty)
  }

  @Test func everyTroubleIsFound() throws {
    let browser = try Chromium()
    let tab = try browser.open()
    for (body, troubles) in Self.bad {
      try tab.navigate(to: ChromiumTests.page("<h1>Tags</h1>" + body))
      let found = try PageAudit.troubles(of: tab)
      #expect(found == troubles, "\(body): \(found)")
    }
    try tab.navigate(to: ChromiumTests.page("<h2>Jobs</h2>"))
    #expect(try PageAudit.headings(of: tab) == ["the first heading is of level 2: <h2> “Jobs”"])
    try tab.navigate(to: ChromiumTests.page("<p>Jobs</p>"))
    #expect(try PageAudit.headings(of: tab) == ["there is no heading"])
  }

  /// Colours that the user chose count as they are then.
  @Test func preferencesCount() throws {
    let browser = try Chromium()
    let tab = try browser.open(
      ChromiumTests.page(
        "<h1>Tags</h1><p>Text</p>",
        head: """
          <style>:root { color-scheme: light dark }
          @media (prefers-color-scheme: dark) { p { color: #444 } }</style>
          """))
    #expect(try PageAudit.contrast(of: tab) == [])
    try tab.prefer([("prefers-color-scheme", "dark")])
    #expect(try PageAudit.contrast(of: tab) == ["contrast 1.92 < 4.5: <p> “Text”"])
    try tab.prefer([("forced-colors", "active"), ("prefers-color-scheme", "dark")])
    #expect(try PageAudit.contrast(of: tab) == [])
  }

  /// Nothing that we do in a page needs its policy to be loosened, or is seen by it.
  @Test func theStrictestPolicyIsKept() throws {
    let browser = try Chromium()
    let tab = try browser.open(
      ChromiumTests.page(
        "<h1>Tags</h1><label>Name <input id=name></label><button id=go>Go</button>",
        head: """
          <meta http-equiv=Content-Security-Policy content="default-src 'none'; base-uri 'none'; \
          form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'">
          """))
    let before = try tab.text("document.documentElement.outerHTML")
    try tab.prefer([("forced-colors", "active")])
    #expect(try PageAudit.troubles(of: tab) == [])
    #expect(try tab.text("document.documentElement.outerHTML") == before)
    try tab.fill("#name", with: "x")
    try tab.click("#go")
    try tab.wait(until: "document.activeElement.id === 'go'")
    #expect(tab.messages.isEmpty, "\(tab.messages)")
    // It would be seen.
    try tab.evaluate("document.body.setAttribute('style', 'color: red')")
    try tab.wait(until: "true")
    #expect(tab.violations.count == 1, "\(tab.messages)")
  }

  /// Behind a dialog nothing is reached, nor has to be.
  @Test func onlyTheDialogCounts() throws {
    let browser = try Chromium()
    let tab = try browser.open(
      ChromiumTests.page(
        "<h1>Tags</h1><button>Behind</button><dialog aria-label=Sure><button>Yes</button></dialog>")
    )
    try tab.evaluate("document.querySelector('dialog').showModal()")
    #expect(try PageAudit.tabOrder(of: tab) == [])
    try tab.evaluate("document.querySelector('dialog').removeAttribute('aria-label')")
    #expect(try PageAudit.names(of: tab).first?.hasPrefix("no name: dialog") == true)
  }
}
