// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Lists in which nothing is wrong, such as people make them: whoever is warned for nothing no longer reads.
struct HealthySheetsTests {
  typealias List = (name: String, link: String, headings: [String], rows: [[String]])

  private static func list(
    _ name: String, _ link: String, _ headings: [String], _ count: Int, _ row: (Int) -> [String]
  ) -> List {
    (name, link, headings, (1...count).map(row))
  }

  private static func towns(_ name: String, _ towns: String...) -> List {
    list(name, "{town}", ["id", "town"], towns.count) { ["\($0)", towns[$0 - 1]] }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The same for a seed, and without a pattern.
  private static func mixed(_ number: Int, radix: Int, _ count: Int) -> String {
    var value = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
    value = value &* 0xBF58_476D_1CE4_E5B9
    return String(String(value, radix: radix).suffix(count))
  }

  static let lists: [List] = [
    list("stores", "{Nr}", ["Nr", "Filiale", "PLZ"], 45) {
      ["\($0)", "Filiale \($0)", digits(1_067 + $0 * 2_011, 5)]
    },
    list("postcodes", "{PLZ}/{Nr}", ["Nr", "PLZ"], 60) { ["\($0)", digits($0 * 1_609, 5)] },
    towns(
      "German", "München", "Görlitz", "Weißenfels", "Bad Säckingen", "St. Ingbert",
      "Castrop-Rauxel", "Halle (Saale)", "Offenbach/Main"),
    towns(
      "French", "Orléans", "Besançon", "Saint-Étienne", "L'Haÿ-les-Roses", "Le Mans", "Évry"),
    towns("Polish", "Łódź", "Kraków", "Gdańsk", "Białystok", "Częstochowa"),
    towns("Czech", "Plzeň", "Ústí nad Labem", "České Budějovice", "Žďár"),
    towns("Turkish", "İstanbul", "Eskişehir", "Şanlıurfa", "Muğla"),
    towns("Russian", "Москва", "Казань", "Псков", "Тверь"),
    towns("Greek", "Αθήνα", "Πάτρα", "Βόλος", "Χανιά"),
    towns("Japanese", "東京", "大阪", "札幌", "名古屋", "京都"),
    towns("countries", "DE", "AT", "NA", "NO", "IT", "ES"),
    towns("months", "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August"),
    towns("first names", "Anna", "May", "August", "April", "Jan", "Juni"),
    towns(
      "names", "Anna Müller", "Jörg Weiß", "François Lefèvre", "Siobhán O'Connor",
      "Nguyễn Văn An", "Łukasz Wójcik", "Zoë van den Berg", "Marie-Claire D'Arcy"),
    towns("sizes", "XS", "S", "M", "L", "XL", "XXL"),
    list("seats", "{seat}", ["seat"], 96) { ["\("ABCD".map(\.self)[$0 % 4])\($0 / 4 + 1)"] },
    list("articles", "{sku}", ["sku", "price"], 80) {
      ["AB-\(100 + $0 * 7)-\(digits($0, 4))", "\($0),\(10 + $0)"]
    },
    list("EAN", "{ean}", ["ean", "name"], 40) { ["40123450\(digits($0, 5))", "Artikel \($0)"] },
    list("GTIN", "{gtin}", ["gtin"], 40) { ["040123450\(digits($0, 5))"] },
    list("links", "", ["link", "name"], 40) {
      ["https://go.tagtag.shop/s/\($0)?utm_source=nfc&utm_campaign=spring", "Store \($0)"]
    },
    list("days", "{id}/{day}", ["id", "day"], 28) { ["e\($0)", "2026-02-\(digits($0, 2))"] },
    list("times", "{id}", ["id", "time"], 30) { ["t\($0)", "\(digits(8 + $0 % 10, 2)):30"] },
    list("hexadecimal", "{code}", ["code"], 50) { [mixed($0, radix: 16, 8)] },
    list("digits with an e", "{code}", ["code"], 50) { ["\($0)e\($0 % 10)f\($0 % 7)"] },
    list("tokens", "{code}", ["code"], 50) { [mixed($0, radix: 36, 11)] },
    list("tables", "?t={table}", ["table", "place"], 60) { ["\($0)", "Terrasse"] },
    list("rooms", "{room}", ["room"], 80) { ["\($0 / 20).\(digits($0 % 20, 2))"] },
    list("versions", "{version}", ["version"], 30) { ["v\(1 + $0 / 10).\($0 % 10)"] },
    list("words", "{id}", ["id", "active"], 20) { ["k\($0)", $0 % 2 == 0 ? "ja" : "nein"] },
    list("phones", "{id}", ["id", "phone"], 30) { ["k\($0)", "+49 30 \(100_000 + $0 * 991)"] },
    list("places", "{id}", ["id", "lat", "lon"], 30) {
      ["k\($0)", "52.\(51_000 + $0 * 37)", "13.\(40_000 + $0 * 41)"]
    },
    list("museum", "{inv}", ["inv", "title"], 30) {
      ["1998/\(digits($0, 2))", "Gemälde \($0): „Die \($0). Ansicht“"]
    },
    list("wine", "{id}/{year}", ["id", "wine", "year"], 30) {
      ["\($0)", "Riesling Spätlese", "\(2_000 + $0 % 25)"]
    },
    list("cars", "{plate}", ["plate"], 30) { ["GR-TP \(100 + $0)"] },
    list("percent", "{id}", ["id", "discount"], 10) { ["\($0)", "\($0 * 5) %"] },
    list("counted", "{nr}", ["nr"], 150) { ["\($0)"] },
    list("counted with zeros", "{nr}", ["nr"], 150) { [digits($0, 4)] },
  ]

  private static let forms = ["utf8", "bom", "semicolon", "tab", "utf16", "xlsx", "ods"]

  private static func file(_ list: List, as form: String) -> [UInt8] {
    let rows = [list.headings] + list.rows
    if form == "xlsx" { return TableWorkbook(rows).xlsx }
    if form == "ods" { return TableWorkbook(rows).ods }
    let separator = form == "semicolon" ? ";" : form == "tab" ? "\t" : ","
    let text = rows.map { row in
      row.map { $0.contains(separator) || $0.contains("\"") ? "\"\($0)\"" : $0 }
        .joined(separator: separator) + "\r\n"
    }.joined()
    switch form {
    case "bom": return [0xEF, 0xBB, 0xBF] + text.utf8
    case "utf16":
      return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    default: return Array(text.utf8)
    }
  }

  @Test func hardlyAnyHasAWarning() throws {
    var said: [String] = []
    for list in Self.lists {
      let link = list.link.isEmpty ? "{+link}" : "https://go.tagtag.shop/s/\(list.link)"
      for form in Self.forms {
        let job = """
          <job xmlns="urn:tagpress:job:1" id="t"><link>\(link)</link>
          <rows from="list" id="r{number}"/></job>
          """
        let result = try JobResult(
          Array(job.utf8), files: ["list": Self.file(list, as: form)])
        #expect(result.rowCount == list.rows.count, "\(list.name), \(form)")
        said += result.words.map { "\(list.name), \(form): \($0)" }
      }
    }
    #expect(said == [])
  }
}
