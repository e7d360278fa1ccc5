// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import Workbook

/// Workbooks that something happened to: no trap, no hang, and nothing but the room's own faults.
struct HostileWorkbookTests {
  static let books: [[UInt8]] = {
    var book = SampleWorkbook(
      rows: """
        <row r="1" hidden="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45296</v></c></row>\
        <row r="2"><c r="A2" t="inlineStr"><is><t>x_x0041_</t></is></c><c><f>1</f><v>2</v></c></row>
        """)
    book.texts = ["<r><t>Łódź</t></r>"]
    book.formats = ["yyyy-mm-dd"]
    book.behind = "<mergeCells><mergeCell ref=\"A2:B3\"/></mergeCells>"
    let document = SampleOpenDocument(
      rows: """
        <table:table-row table:number-rows-repeated="2"><table:table-cell\
         table:number-columns-spanned="2" office:value-type="float" office:value="1.5">\
        <text:p>1,5<text:s text:c="2"/></text:p></table:table-cell></table:table-row>
        """)
    return [book.bytes, document.bytes]
  }()

  @Test(arguments: [0, 1])
  func `a workbook cut off anywhere is refused`(number: Int) throws {
    let folder = try TemporaryDirectory()
    let book = Self.books[number]
    for length in 0..<book.count {
      let path = try folder.write(Array(book[..<length]), to: "cut")
      #expect(throws: WorkbookFault.self) { try WorkbookReader(path: path) }
    }
  }

  /// Each part is changed before it is stored, so that its checksum is right, or the file behind it.
  @Test(arguments: [0, 1])
  func `a mutated workbook is read or refused`(book: Int) throws {
    let folder = try TemporaryDirectory()
    for seed in try wantedSeeds("TAGPRESS_FILE_SEEDS", orElse: 150) {
      var random = Splitmix64(seed: seed)
      let bytes =
        seed % 3 == 0
        ? Self.mutated(Self.books[book], &random) : Self.withMutatedPart(book, &random)
      let path = try folder.write(bytes, to: "mutated")
      do throws(WorkbookFault) {
        let reader = try WorkbookReader(path: path)
        _ = try reader.read { row in
          for cell in row.cells { _ = row.text(cell) }
          return true
        }
      } catch {
        #expect(!error.description.isEmpty, "seed \(seed)")
      }
    }
  }

  private static func withMutatedPart(_ book: Int, _ random: inout Splitmix64) -> [UInt8] {
    var zip = ZipMaker(parts(of: books[book]))
    let part = Int.random(in: 0..<zip.entries.count, using: &random)
    let entry = zip.entries[part]
    zip.entries[part] = ZipMaker.Entry(entry.name, mutated(entry.bytes, &random))
    return zip.bytes
  }

  /// The entries of a zip that is not packed.
  private static func parts(of zip: [UInt8]) -> [ZipMaker.Entry] {
    func number(_ place: Int, _ count: Int) -> Int {
      zip[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var place = 0
    var entries: [ZipMaker.Entry] = []
    while number(place, 4) == 0x0403_4B50 {
      let name = place + 30
      let start = name + number(place + 26, 2) + number(place + 28, 2)
      let end = start + number(place + 18, 4)
      entries.append(
        ZipMaker.Entry(
          String(decoding: zip[name..<name + number(place + 26, 2)], as: UTF8.self),
          Array(zip[start..<end])))
      place = end
    }
    return entries
  }

  private static let words = [
    "<", ">", "\"", "/>", "</c>", "<c>", "<row>", "<v>", "&#0;", "&a;", "99999999999", "-1", "\0",
    "<!DOCTYPE a>", "xmlns=\"\"", "]]>", "A1", "XFD1048576", "1E400", "\u{FEFF}", "1048576",
  ]

  private static func mutated(_ bytes: [UInt8], _ random: inout Splitmix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let other = Int.random(in: 0..<bytes.count, using: &random)
      let range = min(place, other)..<min(max(place, other), min(place, other) + 64)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.removeSubrange(range)
      case 3: bytes.insert(contentsOf: bytes[range], at: place)
      default:
        bytes.insert(contentsOf: words.randomElement(using: &random)?.utf8 ?? "".utf8, at: place)
      }
    }
    return bytes
  }
}
