// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

/// What the maker says of each sheet, against what ours adds up to.
struct NamedSheetTests {
  /// Number, labels on a sheet, and the label in millimetres or inches, as on the box.
  static let boxes: [(String, Int, Extent)] = [
    ("L7160", 21, Extent(.mm(63.5), .mm(38.1))), ("L7159", 24, Extent(.mm(63.5), .mm(33.9))),
    ("L7161", 18, Extent(.mm(63.5), .mm(46.6))), ("L7162", 16, Extent(.mm(99.1), .mm(33.9))),
    ("L7163", 14, Extent(.mm(99.1), .mm(38.1))), ("L7164", 12, Extent(.mm(63.5), .mm(72))),
    ("L7165", 8, Extent(.mm(99.1), .mm(67.7))), ("L7166", 6, Extent(.mm(99.1), .mm(93.1))),
    ("L7173", 10, Extent(.mm(99.1), .mm(57))), ("L7651", 65, Extent(.mm(38.1), .mm(21.2))),
    ("L4731", 189, Extent(.mm(25.4), .mm(10))), ("L7120", 35, Extent(.mm(35), .mm(35))),
    ("3474", 24, Extent(.mm(70), .mm(37))), ("3475", 24, Extent(.mm(70), .mm(36))),
    ("5160", 30, Extent(.inches(2.625), .inches(1))), ("5161", 20, Extent(.inches(4), .inches(1))),
    ("5162", 14, Extent(.inches(4), .inches(4.0 / 3))),
    ("5163", 10, Extent(.inches(4), .inches(2))),
    ("5164", 6, Extent(.inches(4), .inches(10.0 / 3))),
    ("5167", 80, Extent(.inches(1.75), .inches(0.5))),
    ("22806", 12, Extent(.inches(2), .inches(2))),
  ]

  @Test func everySheetIsInTheTable() {
    #expect(NamedSheet.all.map(\.name).sorted() == Self.boxes.map(\.0).sorted())
    for written in ["l7160", "Avery L7160", "avery-L7160", "Avery Zweckform L7160"] {
      #expect(NamedSheet.named(written)?.name == "L7160", "\(written)")
    }
    for written in ["L9999", "Avery", "L7160 L7163", ""] {
      #expect(NamedSheet.named(written) == nil, "\(written)")
    }
  }

  @Test(arguments: boxes)
  func theLabelsOfASheetFillItsPage(_ name: String, _ count: Int, _ label: Extent) throws {
    let sheet = try #require(NamedSheet.named(name)).sheet
    #expect(sheet.count == count && sheet.label == label)
    let places = (0..<sheet.count).map(sheet.place)
    for (index, place) in places.enumerated() {
      #expect(place.isInside(sheet.page))
      #expect(place.width == label.width && place.height == label.height)
      #expect(!places[..<index].contains { place.overlaps($0) })
    }
    // The same margin on both sides, but for a micrometre of rounding.
    let last = try #require(places.last)
    let right = sheet.page.width - last.right
    let bottom = sheet.page.height - last.bottom
    #expect(abs((places[0].x - right).micrometres) <= 1)
    #expect(abs((places[0].y - bottom).micrometres) <= 1)
  }

  /// Margins and pitch as they are in the templates, in millimetres.
  @Test(arguments: [
    ("L7160", 7.21, 15.15, 66.04, 38.1), ("L7163", 4.65, 15.15, 101.6, 38.1),
    ("L7651", 4.75, 10.7, 40.6, 21.2), ("L7120", 7.5, 11, 40, 40),
    ("5160", 4.7625, 12.7, 69.85, 25.4), ("5163", 3.96875, 12.7, 106.3625, 50.8),
    ("5167", 7.14375, 12.7, 52.3875, 12.7),
  ])
  func theFirstLabelsAreWhereTheTemplateHasThem(
    _ name: String, _ left: Double, _ top: Double, _ across: Double, _ down: Double
  ) throws {
    let sheet = try #require(NamedSheet.named(name)).sheet
    let (first, second) = (sheet.place(0), sheet.place(1))
    func isNear(_ length: Length, _ millimetres: Double) -> Bool {
      abs((length - .mm(millimetres)).micrometres) <= 2
    }
    #expect(isNear(first.x, left) && isNear(first.y, top))
    #expect(isNear(second.x - first.x, across))
    #expect(isNear(sheet.place(sheet.columns).y - first.y, down))
  }

  @Test(arguments: [
    ("A4", "63.5x38.1mm", 3, 7), ("A4", "210x297mm", 1, 1), ("62x29mm", "62x29mm", 1, 1),
    ("letter", "2x2in", 4, 5), ("100x50mm", "45x40mm", 2, 1),
  ])
  func aGridIsInTheMiddleOfItsPage(
    _ page: String, _ label: String, _ columns: Int, _ rows: Int
  ) throws {
    let (paper, size) = (try #require(Extent(page)), try #require(Extent(label)))
    let sheet = try #require(LabelSheet(paper, label: size))
    #expect(sheet.columns == columns && sheet.rows == rows)
    #expect((0..<sheet.count).allSatisfy { sheet.place($0).isInside(sheet.page) })
  }

  @Test func aLabelThatIsLargerThanThePageHasNoGrid() throws {
    let label = try #require(Extent("220x10mm"))
    #expect(LabelSheet(.a4, label: label) == nil)
  }
}
