// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

/// Where everything is on labels of every size.
struct LabelLayoutTests {
  static let labels =
    NamedSheet.all.map(\.sheet.label)
    + [Extent(.mm(3), .mm(3)), Extent(.mm(12), .mm(100)), Extent(.mm(100), .mm(12)), .a4]
  static let tags: [TagPlace] = [
    .none, .round(.mm(10)), .round(.mm(25)), .rectangle(Extent(.mm(15), .mm(40))),
  ]

  @Test(arguments: labels, tags)
  func nothingOverlapsOrLeavesTheLabel(_ label: Extent, _ tag: TagPlace) throws {
    // From the smallest code to the largest.
    for side in stride(from: 29, through: 185, by: 4) {
      for hasName in [true, false] {
        let places = LabelLayout(label, squares: side, tag: tag, hasName: hasName).places
        for (index, place) in places.enumerated() {
          #expect(place.isInside(label), "\(place) of \(label)")
          #expect(!places[..<index].contains { place.overlaps($0) }, "\(places) of \(label)")
        }
      }
    }
  }

  @Test(arguments: [
    // Label, squares, tag: whether the tag and the text have room.
    ("63.5x38.1mm", 37, "25mm", true, true), ("99.1x38.1mm", 37, "25mm", true, true),
    ("35x35mm", 37, "25mm", false, true), ("38.1x21.2mm", 37, "25mm", false, true),
    ("2x2in", 41, "25mm", true, true), ("63.5x72mm", 41, "30x30mm", true, true),
    ("25.4x10mm", 37, "25mm", false, true), ("30x80mm", 37, "25mm", true, true),
    ("10x10mm", 37, "none", false, false),
  ])
  func theTagHasAPlaceWhereItFits(
    _ label: String, _ squares: Int, _ tag: String, _ hasTag: Bool, _ hasText: Bool
  ) throws {
    let (size, place) = (try #require(Extent(label)), try #require(TagPlace(tag)))
    let layout = LabelLayout(size, squares: squares, tag: place, hasName: true)
    #expect((layout.tag != nil) == hasTag)
    #expect((layout.title != nil) == hasText)
  }

  /// A code that phones can read goes before everything else.
  @Test func theTagGivesWayToTheCode() throws {
    let label = try #require(Extent("63.5x38.1mm"))
    let layout = LabelLayout(label, squares: 101, tag: .round(.mm(25)), hasName: true)
    #expect(layout.tag == nil && layout.square >= LabelLayout.smallestSquare)
  }
}
