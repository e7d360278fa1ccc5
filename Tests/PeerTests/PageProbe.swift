// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobSites
import SiteFetch
import StrictJSON
import TestSupport
import Testing

extension PageProofs {
  /// What the page says of a website that was asked.
  @Suite struct PageProbe {
    private static let apps = """
      <app ios="\(WebServer.app)"/><app android="org.example.shop" \
      certificate="\(Array(repeating: "A7", count: 32).joined(separator: ":"))"/>
      """

    private static func job(_ id: String, host: String, _ apps: String, _ places: [String])
      -> String
    {
      let rows = places.enumerated().map { "<row n=\"\($0.offset)\" place=\"\($0.element)\"/>" }
      return """
        <job xmlns="urn:tagpress:job:1" id="\(id)">
          <link>https://\(host)/{+place}</link><tags chips="NTAG213"/>\(apps)
          <rows id="{n}">\(rows.joined())</rows>
        </job>
        """
    }

    private static func start() throws -> WebServer {
      let directory = try TemporaryDirectory()
      try Authority(in: directory).certify("*.example.org", as: "host")
      try WebServer.writeSite(to: directory, in: "good")
      try WebServer.writeSite(to: directory, in: "bad")
      try directory.write("[\n {]", to: "bad/.well-known/assetlinks.json")
      try WebServer.writeSite(to: directory, in: "worst")
      let entries = Array(repeating: #"{"appIDs": ["shop"]}"#, count: 124).joined(separator: ",")
      try directory.write(
        "{\"applinks\": {\"details\": [\(entries)]}}",
        to: "worst/.well-known/apple-app-site-association")
      let servers = ["good", "bad", "worst"].map { name in
        """
        server {
          listen 127.0.0.1:PORT ssl; server_name \(name).example.org; root FOLDER/\(name);
          ssl_certificate FOLDER/host.pem; ssl_certificate_key FOLDER/host.key;
          include \(packageRoot)/Templates/servers/nginx.conf;
        }

        """
      }
      return try WebServer(nginx: servers.joined(), in: directory)
    }

    /// What the program answers; it asks a server of the test's own, which the page cannot.
    private static func answer(_ name: String, _ program: PageProgram, _ server: WebServer) throws
      -> String
    {
      let place = "\(name).example.org:\(server.port)"
      var probing = SiteProbing()
      probing.hosts = [try #require(ProbedHost(place))]
      probing.job = program.folder.path(of: "\(name).xml")
      probing.fetcher = try fetcher(place, server)
      return try probing.run(plainCures, tell: { _ in }).answerInFacts.compact
    }

    private static func fetcher(_ place: String, _ server: WebServer) throws -> Fetcher {
      var fetcher = Fetcher()
      fetcher.authorityFile = server.directory.path(of: "root.pem")
      fetcher.routes = [try #require(Route("\(place):127.0.0.1"))]
      return fetcher
    }

    /// Whoever has an app whose links open already needs no more than the address.
    @Test func theAppsOfAWebsiteAreRead() throws {
      let server = try Self.start()
      for (name, files) in [
        ("good", [WebServer.appleFile, WebServer.androidFile]), ("bad", [WebServer.appleFile]),
      ] {
        let place = "\(name).example.org:\(server.port)"
        let host = try #require(PastedApps("Our shop: https://\(place)/s/1").host)
        let apps = files.map { PastedApps($0) }.reduce(into: PastedApps("")) { $0.add($1) }
        #expect(PastedApps(onlineAt: host, try Self.fetcher(place, server)) == apps)
      }
    }

    private static func probe(_ tab: BrowserTab, _ job: String, _ answer: String? = nil) throws
      -> (verdict: String, all: String)
    {
      try tab.show("#/job/\(job).xml/website", until: "#apps p")
      if let answer {
        try tab.evaluate(
          """
          window.asked ??= window.fetch;
          window.fetch = (path, more) => String(path).startsWith("/api/probe")
            ? Promise.resolve(new Response(\(BrowserTab.literal(answer)))) : window.asked(path, more)
          """)
      }
      try tab.click("#probe")
      try tab.wait(until: "document.activeElement.id === 'probe-answer'")
      return (try tab.shownText("#probe-verdict"), try tab.shownText("#probe-answer"))
    }

    struct Words: Sendable {
      let language: String
      let go: String
      let goFacts: [String]
      let noGo: String
      let noGoFacts: [String]
      let unknown: String
      let unknownFacts: [String]
      let noApp: String
      let noAppFacts: [String]
      let tooMany: String
      let refusals: [(name: String, words: String)]
    }

    static let words = [
      Words(
        language: "en",
        go: "GO for your website",
        goFacts: [
          "IPv6: not asked", "Apple's copy: not asked", "Google's view: not asked", "2 links",
          "2 open the app", "127.0.0.1", "application/json",
        ],
        noGo: "NO GO: do not print yet",
        noGoFacts: [
          "4 errors", "Error in line 2, column 3", "does not close the bracket",
          "1 opens in the browser only",
          "1 of 2 links open no app, such as \"https://bad.example.org/t/2\"",
        ],
        unknown: "Unknown: no GO yet",
        unknownFacts: ["no connection", "Connection refused."],
        noApp: "No verdict: the job names no app", noAppFacts: ["under Your app"],
        tooMany: "51 more findings are not shown.",
        refusals: [
          ("no-hosts", "No link of the job leads to a website."),
          ("too-many-hosts", "The links of the job lead to too many websites."),
          ("site-changed", "The files of the job were changed while the website was asked."),
        ]),
      Words(
        language: "de",
        go: "GO für Ihre Website",
        goFacts: [
          "IPv6: nicht gefragt", "Apples Kopie: nicht gefragt", "Googles Sicht: nicht gefragt",
          "2 Links", "2 öffnen die App", "127.0.0.1", "application/json",
        ],
        noGo: "NO GO: noch nicht drucken",
        noGoFacts: [
          "4 Fehler", "Fehler in Zeile 2, Spalte 3", "1 öffnet sich nur im Browser",
          "Von 2 Links öffnet 1 keine App (https://bad.example.org/t/2).",
          "Die offene Klammer steht in Zeile 2, Spalte 2.",
        ],
        unknown: "Unbekannt: noch kein GO",
        unknownFacts: ["keine Verbindung", "Die Verbindung wurde abgelehnt."],
        noApp: "Kein Urteil: Der Auftrag nennt keine App",
        noAppFacts: ["unter „Ihre App“"],
        tooMany: "51 weitere Befunde werden nicht gezeigt.",
        refusals: [
          ("no-hosts", "Kein Link des Auftrags führt zu einer Website."),
          ("too-many-hosts", "Die Links des Auftrags führen zu mehr Websites"),
          ("site-changed", "haben sich geändert, während die Website gefragt wurde"),
        ]),
    ]

    @Test(arguments: words) func theVerdictIsSaid(_ words: Words) throws {
      let server = try Self.start()
      let program = try PageProgram()
      for (name, host, apps, places) in [
        ("good", "good.example.org", Self.apps, ["s/1", "s/2"]),
        ("bad", "bad.example.org", Self.apps, ["s/1", "t/2"]),
        // Where no one listens.
        ("away", "127.0.0.2", Self.apps, ["s/1"]), ("none", "127.0.0.2", "", ["s/1"]),
        ("worst", "worst.example.org", Self.apps, ["s/1"]),
      ] {
        try program.folder.write(Self.job(name, host: host, apps, places), to: "\(name).xml")
      }
      let browser = try Chromium(["--accept-lang=\(words.language)"])
      let tab = try program.open(in: browser)
      for (job, verdict, facts) in [
        ("away", words.unknown, words.unknownFacts), ("none", words.noApp, words.noAppFacts),
        ("good", words.go, words.goFacts), ("bad", words.noGo, words.noGoFacts),
      ] {
        let answer = job.hasSuffix("d") ? try Self.answer(job, program, server) : nil
        let said = try Self.probe(tab, job, answer)
        #expect(said.verdict.hasSuffix(verdict))
        for fact in facts { #expect(said.all.contains(fact), "\(job): \(said.all)") }
        if words.language != "en" {
          #expect(
            try !tab.holds("document.querySelector('#probe-answer [lang=en]')"), "\(said.all)")
        }
        #expect(try PageAudit.troubles(of: tab) == [], "\(job)")
      }
      let worst = try Self.probe(tab, "worst", try Self.answer("worst", program, server))
      #expect(worst.all.contains(words.tooMany))
      #expect(try tab.holds("document.querySelectorAll('#probe-answer .finding').length === 200"))
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
      try refuse(tab, program, words)
    }

    private static let changed =
      "The files of the job were changed while the website was asked. Look again."

    /// What keeps the program from asking at all.
    private func refuse(_ tab: BrowserTab, _ program: PageProgram, _ words: Words) throws {
      let many = (1...51).map { "<row n=\"\($0)\" place=\"h\($0).example.org\"/>" }.joined()
      let link = "<link>https://go.example.org/{+place}</link>"
      let job = Self.job("x", host: "go.example.org", Self.apps, ["s/1"])
      let texts = [
        "no-hosts": job.replacing(link, with: "<link>tel:+4930123456</link>"),
        "too-many-hosts": job.replacing(link, with: "<link>https://{+place}/s</link>")
          .replacing("<row n=\"0\" place=\"s/1\"/>", with: many),
        "site-changed": job,
      ]
      for (name, words) in words.refusals {
        try program.folder.write(try #require(texts[name]), to: "\(name).xml")
        try tab.show("#/job/\(name).xml/website", until: "#apps p")
        try tab.evaluate(
          """
          window.fetch = (path, more) => String(path).startsWith("/api/probe") && \(name == "site-changed")
            ? Promise.resolve(new Response('{"error": "\(Self.changed)", "name": "site-changed"}',
              { status: 409 }))
            : window.asked(path, more)
          """)
        try tab.click("#probe")
        try tab.wait(
          until: "document.querySelector('#message.bad:not([hidden])')?.textContent"
            + ".includes(\(BrowserTab.literal(words)))")
        try tab.click("#message button")
      }
    }
  }
}
