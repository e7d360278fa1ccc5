// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobManifest

struct ManifestPlacesTests {
  @Test(arguments: [
    "", "\u{FEFF}", "<!-- <link>é</link> <rows/> -->\r\n", "<?xml version='1.0'?>\n",
  ])
  func placesAreWhereTheyAreWhateverIsBefore(start: String) throws {
    let text =
      start + "<job><link>\r\n https://exämple.test/{a}?b&amp;c\n</link>"
      + "<rows count=\"2\"/>\n<rows id='>é\u{301}'\n from = 'a&amp;\"b.csv' />"
    let places = ManifestPlaces(in: text)
    #expect(
      places.link.map {
        text[$0].utf8.elementsEqual("\r\n https://exämple.test/{a}?b&amp;c\n".utf8)
      }
        == true)
    #expect(places.rows.map { text[$0.range].hasPrefix("<rows ") } == [true, true])
    let from = try #require(places.rows.last?.attributes["from"])
    #expect(from.value == "a&\"b.csv")
    #expect(text[from.range] == "'a&amp;\"b.csv'")
    #expect(places.rows.last?.attributes["id"].map { text[$0.range] } == "'>é\u{301}'")
  }

  @Test(arguments: ["", "<", "<job><link", "<!DOCTYPE job><job><link>a</link></job>"])
  func whatCannotBeReadHasNoPlaces(text: String) {
    let places = ManifestPlaces(in: text)
    #expect(places.link == nil)
    #expect(places.rows.isEmpty)
  }
}
