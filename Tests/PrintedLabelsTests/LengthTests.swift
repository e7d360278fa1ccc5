// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

struct LengthTests {
  @Test(arguments: [
    ("63.5x38.1mm", Extent(.mm(63.5), .mm(38.1))), ("63,5 x 38,1", Extent(.mm(63.5), .mm(38.1))),
    ("2x1in", Extent(.inches(2), .inches(1))), ("6×4cm", Extent(.mm(60), .mm(40))),
    ("A4", .a4), ("letter", .letter), ("Letter", .letter),
  ])
  func sizesAreReadAsPeopleTypeThem(_ text: String, _ extent: Extent) {
    #expect(Extent(text) == extent)
  }

  @Test(arguments: [
    "", "x", "A5x", "63.5", "0x0", "1x1mm", "-5x10mm", "nanx10", "infx10mm", "1e3x10mm",
    "0x10x10mm",
    "99999999999999999999x10mm", "10x10yd", "5.5.5x10mm", "３x10mm", "3000x10mm",
  ])
  func whatIsNoSizeIsNone(_ text: String) {
    #expect(Extent(text) == nil)
  }

  @Test(arguments: [
    ("25mm", TagPlace.round(.mm(25))), ("1in", .round(.inches(1))), ("none", TagPlace.none),
    ("20x30mm", .rectangle(Extent(.mm(20), .mm(30)))),
  ])
  func placesForTagsAreRead(_ text: String, _ place: TagPlace) {
    #expect(TagPlace(text) == place)
  }

  @Test(arguments: ["", "0mm", "mm", "20x", "x20", "round"])
  func whatIsNoPlaceIsNone(_ text: String) {
    #expect(TagPlace(text) == nil)
  }

  @Test(arguments: [(63.5, "63.5 mm"), (38, "38 mm"), (0.33, "0.33 mm"), (0.305, "0.305 mm")])
  func lengthsAreShownShort(_ number: Double, _ words: String) {
    #expect(Length.mm(number).words == words)
  }
}
