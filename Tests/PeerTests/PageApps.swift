// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// The app of a job, from what people have of it to the files for the website.
  @Suite struct PageApps {
    private static let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let statement = """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "shop.tagtag.app",
        "sha256_cert_fingerprints": ["\(certificate)"]}}]
      """

    /// An archive's files beside those that the command makes; prints the letter.
    private static let compare = """
      import os, sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      places = [os.path.join(folder, name) for folder, _, names in os.walk(sys.argv[2])
                for name in names if not name.startswith(".")]
      made = {os.path.relpath(place, sys.argv[2]): open(place, "rb").read() for place in places}
      packed = {name: archive.read(name) for name in archive.namelist()}
      letter = packed.pop(sys.argv[3])
      assert packed == made, (packed.keys(), made.keys())
      print(letter.decode("utf-8"))
      """

    @Test(arguments: ["en", "de"]) func anAppIsEnteredAndHandedOn(language: String) throws {
      let isEnglish = language == "en"
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let before = try program.text("spring.xml")
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/website", until: "#app-read")
      try tab.wait(until: "document.querySelector('#apps p')")
      #expect(
        try tab.shownText("#apps").contains(isEnglish ? "names no app" : "nennt noch keine App"))
      #expect(try tab.holds("document.querySelector('#site-zip') === null"))

      func read(_ text: String, until selector: String) throws {
        try tab.fill("#app-text", with: text)
        try tab.click("#app-read")
        try tab.wait(until: "document.querySelector('\(selector)')")
      }
      try read(Self.certificate, until: "#app-missing")
      #expect(
        try tab.shownText("#app-missing").contains(isEnglish ? "package name" : "Paketnamen"))
      // The advice is followed.
      try read("\(Self.certificate)\nshop.tagtag.app", until: "#app-signing")
      #expect(try tab.shownText("#app-found").contains("shop.tagtag.app"))
      #expect(try tab.holds("document.querySelector('#app-save').hidden"))
      for answer in ["upload", "unknown"] {
        try tab.click("[name=app-signing][value=\(answer)]")
        #expect(try tab.shownText("#app-signing-why").contains("Digital Asset Links JSON"))
        #expect(try tab.holds("document.querySelector('#app-save').hidden"))
      }
      try read(Self.statement, until: "#app-signing")
      try tab.click("[name=app-signing][value=play]")
      try tab.click("#app-save")
      try tab.wait(until: "document.querySelector('#apps button')")
      try read("A1B2C3D4E5.shop.tagtag.app", until: "#app-save")
      #expect(try tab.holds("document.querySelector('#app-signing').hidden"))
      try tab.click("#app-save")
      try tab.wait(until: "document.querySelectorAll('#apps button').length === 2")
      #expect(
        try tab.texts(
          "[...document.querySelectorAll('#apps p')].map(e => e.textContent.trim())")
          == (isEnglish
            ? [
              "Android app shop.tagtag.app, 1 certificate",
              "iPhone app shop.tagtag.app of the team A1B2C3D4E5",
            ]
            : [
              "Android-App shop.tagtag.app, 1 Zertifikat",
              "iPhone-App shop.tagtag.app des Teams A1B2C3D4E5",
            ]))

      let shown = try tab.texts(
        "[...document.querySelectorAll('#site-files pre')].map(e => e.textContent)")
      try tab.evaluate(
        """
        Object.defineProperty(navigator, "clipboard", { value: {
          writeText: async (text) => { window.copied = text; } } })
        """)
      try tab.click("#site-copy")
      try tab.wait(until: "window.copied")
      let message = try tab.text("window.copied")
      try tab.click("#site-zip")
      let zip = try browser.download(named: "spring-website.zip")
      let place = try TemporaryDirectory()
      let archive = try place.write(zip, to: "site.zip")
      let made = place.path(of: "made")
      let job = program.folder.path(of: "spring.xml")
      #expect(try run(builtTool, ["site", "make", job, "-o", made]).exit == .code(0))
      let name = isEnglish ? "letter.txt" : "Anschreiben.txt"
      let letter = try run(peerPython, ["-c", Self.compare, archive, made, name])
      #expect(letter.errorOutput == "")
      for file in ["apple-app-site-association", "assetlinks.json"] {
        #expect(letter.output.contains("https://go.tagtag.shop/.well-known/\(file)\r\n"))
      }
      #expect(letter.output.contains(isEnglish ? "do not replace" : "statt die Datei zu ersetzen"))
      let files = try ["apple-app-site-association", "assetlinks.json"].map {
        String(decoding: try contents(of: "\(made)/go.tagtag.shop/\($0)"), as: UTF8.self)
      }
      #expect(shown == files)
      // A message says the same, but for the folder that is in the archive alone.
      let asked = letter.output.replacing("\r\n", with: "\n").split(separator: "\n")
      for line in asked where !line.contains("servers") { #expect(message.contains(line)) }
      for file in files { #expect(message.contains(file)) }

      // Someone changes the job in an editor: what was shown is not what would be changed.
      try program.folder.write(
        try program.text("spring.xml").replacing("count=\"3\"", with: "count=\"4\""),
        to: "spring.xml")
      try tab.click("#site-zip")
      try tab.wait(until: "document.querySelector('#message.bad')")
      try tab.click("#message button")
      for count in [1, 0] {
        try tab.click("#apps button")
        try tab.wait(
          until: "document.querySelectorAll('#apps button').length === \(count) "
            + "|| document.querySelector('#message.bad:not([hidden])')")
        if try tab.holds("document.querySelector('#message.bad:not([hidden])')") {
          try tab.click("#apps button")
          try tab.wait(until: "document.querySelectorAll('#apps button').length === \(count)")
        }
      }
      #expect(
        try program.text("spring.xml") == before.replacing("count=\"3\"", with: "count=\"4\""))
      let others = tab.messages.filter { $0.source != .browser("network") }
      #expect(others.isEmpty, "\(others)")
    }
  }
}
