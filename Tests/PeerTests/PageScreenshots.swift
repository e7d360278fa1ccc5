// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

extension PageProofs {
  /// The two pictures in the README: made anew from the demonstration, and compared by their words.
  ///
  /// Pixels are another thing on each machine. `TAGPRESS_RECORD=1` writes pictures and words.
  @Suite struct Screenshots {
    private static let words = "\(packageRoot)/Tests/Fixtures/PageScreenshot.txt"

    @Test func picturesShowThePageAsItIs() throws {
      let state = try TemporaryDirectory()
      let program = try BackgroundProgram(
        "/usr/bin/env",
        ["XDG_STATE_HOME=\(state.path)", builtTool, "open", "--demo", "--no-open", "--json"])
      let line = try #require(program.nextLine())
      let link = try #require(try JSONDocument(reading: Array(line.utf8)).root["link"]?.string)
      let browser = try Chromium(["--accept-lang=en"])
      let tab = try browser.open(link)
      try tab.resize(to: (1280, 900, 1))
      try tab.click(".card a")
      try tab.wait(until: "document.querySelector('td[data-cell=C9].error')")
      try tab.click("td[data-cell=C9]", count: 2)
      try tab.fill("td[data-cell=C9] input", with: "https://go.example.com/s/1008")
      try tab.press("Enter")
      try tab.wait(until: "!document.querySelector('td.error')")
      try tab.click("nav.tabs a[href$='/write']")
      try tab.click("#start-run")
      try tab.wait(until: "document.querySelectorAll('.reader[data-state=waiting]').length === 2")
      for (reader, deed, word) in [(0, "new", "OK"), (1, "used", "PUT ASIDE")] {
        try tab.click("#hand-\(reader)-\(deed)")
        try tab.wait(
          until: "document.querySelector('.reader[data-number=\"\(reader)\"]').dataset.word"
            + " === '\(word)'")
      }
      try tab.evaluate("scrollTo(0, 0)")
      // Which of two readers takes the first row is a matter of chance.
      let shown = try tab.shownText("main")
        .replacing("No. 1001 · Berlin", with: "No. 1002 · Hamburg")
        .replacing("/s/1001", with: "/s/1002")
      for scheme in ["light", "dark"] {
        try tab.prefer([("prefers-color-scheme", scheme)])
        try tab.waitForFrame()
        let name = "\(packageRoot)/docs/page-\(scheme).png"
        if environmentVariable("TAGPRESS_RECORD") != nil {
          try tab.screenshot(to: name, ofAll: false)
        }
        let picture = try contents(of: name)
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // Width and height of the picture.
        #expect(Array(picture[16..<24]) == [0, 0, 5, 0, 0, 0, 3, 132])
      }
      if environmentVariable("TAGPRESS_RECORD") != nil {
        _ = try run("tee", [Self.words], input: Array(shown.utf8))
      }
      #expect(shown == String(decoding: try contents(of: Self.words), as: UTF8.self))
      program.send(SIGINT)
      _ = try program.finish()
    }
  }
}

extension BrowserTab {
  /// Keeps the whole page as people see it who do not see the same, where `TAGPRESS_PICTURES` says a
  /// folder.
  func keepPictures(of view: String) throws {
    guard let folder = environmentVariable("TAGPRESS_PICTURES") else { return }
    let language = try text("document.documentElement.lang")
    for (name, width, scheme, colours) in [
      ("light", 1280, "light", "none"), ("dark", 1280, "dark", "none"),
      ("narrow", 320, "light", "none"), ("wide", 3840, "light", "none"),
      ("forced", 1280, "dark", "active"),
    ] {
      try prefer([
        ("prefers-color-scheme", scheme), ("forced-colors", colours),
        ("prefers-reduced-motion", "reduce"),
      ])
      try resized(to: (width, 900)) { () throws(BrowserTrouble) in
        let place = "\(folder)/\(language)-\(view.replacing(" ", with: "-"))-\(name).png"
        try screenshot(to: place, ofAll: true)
      }
    }
    try prefer([])
  }
}
