// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import StrictJSON
import TestSupport
import Testing

/// A job's own list with what became of its rows, as its owner gets it from the page.
struct OwnSheetTests {
  private static let base = "https://go.example.com/s"
  private static let list = """
    Nr.;Kunde;Laden;Telefon;link
    001;Blumen AG;Görlitz;+49 3581 1;\(base)/1
    002;Blumen AG;"Bautzen; Markt";=1+1;\(base)/2
    003;Brot GmbH;Zittau;;\(base)/3
    004;Brot GmbH;Löbau;;\(base)/4

    """
  /// Row 1 is done, row 2 is unfinished, row 5 is done and no longer in the list.
  private static func job() throws -> ReportedJob {
    let job = try ReportedJob()
    try job.take(["001": "\(base)/1", "002": "\(base)/2", "003": "\(base)/3", "005": "\(base)/5"])
    try job.complete("001", 1, at: 10)
    _ = try job.begin("002", 2, at: 20)
    try job.complete("005", 5, at: 30)
    try job.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>{+link}</link>
        <tags chips="NTAG213"/>
        <rows from="shops.csv" id="{column.1}"/>
      </job>
      """, to: "spring.xml")
    try job.folder.write(list, to: "shops.csv")
    return job
  }

  private static func asked(_ more: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
    .object(
      [
        ("file", "spring.xml"), ("list", "shops.csv"), ("as", "own-csv"), ("separator", ";"),
        ("language", "de"),
      ] + more.map { ($0.key, $0.value) })
  }

  @Test func everyColumnIsThereWithItsTag() throws {
    let job = try Self.job()
    let page = try OpenedPage(in: job.folder, environment: ["TZ=Europe/Berlin"]).start()
    let answer = try page.post("/api/report/own", Self.asked())
    let local = "2026-11-"
    let lines = answer.body.split(separator: "\r\n").map(String.init)
    #expect(answer.status == 200 && lines.count == 6, "\(answer.body)")
    #expect(
      lines.first == "\u{FEFF}Nr.;Kunde;Laden;Telefon;link;NFC-Tag (UID);Stand des NFC-Tags;"
        + "Link des NFC-Tags;\"Fertig, CET (UTC+01:00)\"")
    #expect(
      lines[1].hasPrefix(
        "001;Blumen AG;Görlitz;'+49 3581 1;\(Self.base)/1;04:E1:23:45:67:89:01;Fertig;"
          + "\(Self.base)/1;\(local)"))
    #expect(
      lines[2]
        == "002;Blumen AG;\"Bautzen; Markt\";'=1+1;\(Self.base)/2;04:E1:23:45:67:89:02;Unfertig;"
        + "\(Self.base)/2;")
    #expect(lines[3] == "003;Brot GmbH;Zittau;;\(Self.base)/3;;Noch kein NFC-Tag;\(Self.base)/3;")
    #expect(lines[4] == "004;Brot GmbH;Löbau;;\(Self.base)/4;;Noch kein NFC-Tag;\(Self.base)/4;")
    #expect(
      lines[5].hasPrefix(";;;;;04:E1:23:45:67:89:05;Nicht mehr in der Liste;\(Self.base)/5;"))

    // The list has another link for a finished tag, and that is said.
    try job.folder.write(Self.list.replacing("/1\n", with: "/one\n"), to: "shops.csv")
    let changed = try page.post("/api/report/own", Self.asked())
    #expect(
      changed.body.contains("04:E1:23:45:67:89:01;\"Fertig, aber in der Liste seither geändert\";"))
    let english = try page.post(
      "/api/report/own",
      ["file": "spring.xml", "as": "own-csv", "separator": ",", "language": "en"])
    #expect(english.body.contains("\"Done, but changed in the list since\",\(Self.base)/1,"))
  }

  /// A tag whose row is gone is not counted among the rows, and no less is locked for it.
  @Test func aTagOfAGoneRowMakesNothingUnlocked() throws {
    let job = try Self.job()
    try job.take(
      ["001": "\(Self.base)/1", "002": "\(Self.base)/2", "003": "\(Self.base)/3"], hash: 2)
    let page = try OpenedPage(in: job.folder).start()
    let counts = try page.get("/api/report?file=spring.xml").json["counts"]
    #expect(counts?["done"]?.number?.int == 1 && counts?["locked"]?.number?.int == 0)
  }

  @Test func rowsAreChosenByAValue() throws {
    let job = try Self.job()
    let page = try OpenedPage(in: job.folder).start()
    let columns = try page.get("/api/report/columns?file=spring.xml&column=1").json
    #expect(
      columns["heads"]?.elements?.compactMap(\.string)
        == ["Nr.", "Kunde", "Laden", "Telefon", "link"])
    let values = (columns["values"]?.elements ?? []).map {
      "\($0["text"]?.string ?? "") \($0["count"]?.number?.int ?? 0)"
    }
    #expect(values == ["Blumen AG 2", "Brot GmbH 2"])
    let brot: KeyValuePairs<String, JSONValue> = [
      "column": 1, "head": "Kunde", "value": "Brot GmbH",
    ]
    let answer = try page.post("/api/report/own", Self.asked(brot))
    let lines = answer.body.split(separator: "\r\n").dropFirst().map { $0.prefix(3) }
    #expect(lines == ["003", "004"])

    // What was chosen is not what is there any more.
    let none = try page.post(
      "/api/report/own", Self.asked(["column": 1, "head": "Kunde", "value": "Brot"]))
    #expect(none.status == 409 && none.json["name"]?.string == "own-value")
    try job.folder.write(Self.list.replacing("Kunde", with: "Filiale"), to: "shops.csv")
    let moved = try page.post("/api/report/own", Self.asked(brot))
    #expect(moved.status == 409 && moved.json["name"]?.string == "own-columns")
  }

  @Test func aListWithErrorsOrOfAnotherJobIsRefused() throws {
    let job = try Self.job()
    let page = try OpenedPage(in: job.folder).start()
    try job.folder.write(Self.list.replacing("002;", with: "001;"), to: "shops.csv")
    let broken = try page.post("/api/report/own", Self.asked())
    #expect(broken.status == 409 && broken.json["name"]?.string == "job-has-errors")
    for (name, value) in [("list", "spring.ledger"), ("separator", "="), ("as", "own")] {
      let answer = try page.post("/api/report/own", Self.asked([name: .string(value)]))
      #expect(answer.status == 400 || answer.status == 409, "\(name)")
    }
    let nothing = try page.get("/api/report/columns?file=spring.xml&column=99")
    #expect(nothing.status == 409 || nothing.json["values"]?.elements?.isEmpty == true)
  }

  /// Whoever saves the list while it is read gets the old one, the new one, or a sentence; never some of
  /// each.
  @Test func aListThatChangesMeanwhileIsNotMixed() throws {
    let job = try Self.job()
    let page = try OpenedPage(in: job.folder).start()
    func list(_ client: String) -> String {
      "Nr.;Kunde;link\n"
        + (1...4_000).map { "n\($0);\(client);\(Self.base)/\($0)\n" }.joined()
    }
    let texts = ["Erst", "Zweit"].map(list)
    try job.folder.write(texts[0], to: "shops.csv")
    var refused = 0
    for turn in 1...12 {
      let asked = page.begin("/api/report/own", Self.asked())
      usleep(UInt32(turn) * 4_000)
      // In place, as some programs save.
      try job.folder.write(texts[turn % 2], to: "shops.csv")
      let answer = try page.answer(of: asked)
      if answer.status == 200 {
        let clients = Set(
          answer.body.split(separator: "\r\n").dropFirst().filter { $0.hasPrefix("n") }
            .map { $0.split(separator: ";")[1] })
        #expect(clients.count == 1)
      } else {
        refused += 1
        #expect(["files-changed", "job-has-errors"].contains(answer.json["name"]?.string))
      }
    }
    #expect(refused < 12)
  }
}
