// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import TagReading
import TestSupport
import Testing

@testable import VirtualReader

/// The text that an NTAG213, 215 or 216 puts into its link, through the reader and in the cells.
struct MirrorTests {
  private static let serial = hex("04E141124C2880")

  /// The data sheet's examples: filler, CFG0, CFG1, and the text that is read.
  private static let published: [(filler: String, first: String, second: String, text: String)] = [
    ("00000000000000", "54000CFF", "00050000", "04E141124C2880"),
    ("000000", "94000CFF", "10050000", "003F31"),
    ("00000000000000x000000", "D4000CFF", "10050000", "04E141124C2880x003F31"),
  ]

  /// `http://www.nxp.com/index.html?m=` and what follows.
  private static func message(_ text: String) -> [UInt8] {
    let uri = Array("nxp.com/index.html?m=".utf8) + text.utf8
    return [0xD1, 0x01, UInt8(uri.count + 1), 0x55, 0x01] + uri
  }

  private static func texts(_ filler: String) -> [ChipText] {
    let offset = message("").count
    return switch filler.utf8.count {
    case 14: [ChipText(.uid, at: offset)]
    case 6: [ChipText(.counter, at: offset)]
    default: [ChipText(.uid, at: offset), ChipText(.counter, at: offset + 15)]
    }
  }

  private static func fields(_ filler: String) throws -> MirrorFields {
    try #require(try MirrorFields(texts(filler)))
  }

  /// The chip of the data sheet, tapped so often that the next reading is the example's.
  private static func place(_ model: ChipModel, on station: TagStation) -> LaidTag {
    station.lay {
      let chip = VirtualType2Chip(model, uid: serial) ?? make(model)
      chip.counters[0].value = 0x3F30
      return chip
    }
  }

  @Test func thePublishedExamplesComeOut() throws {
    let station = try TagStation()
    for (filler, first, second, text) in Self.published {
      let laid = Self.place(.ntag213, on: station)
      let sheet = try DataSheet.of(.ntag213)
      var cells = sheet.written(Self.message(filler), over: laid.cells)
      cells[0x29] = hex(first)
      cells[0x2A] = hex(second)
      let tag = try station.select()
      _ = try tag.put(Self.message(filler))
      let shown = try tag.showMirror(Self.fields(filler), in: Self.message(filler))
      #expect(shown == Self.message(text))
      #expect(laid.cells == cells && laid.journal == [], "\(text)")
      station.remove(laid)
    }
  }

  @Test func aMirrorIsSwitchedOffBeforeTheTagIsWritten() throws {
    let station = try TagStation()
    let pages: [(Chip, Int)] = [(.ntag213, 0x29), (.ntag215, 0x83), (.ntag216, 0xE3)]
    for (chip, page) in pages {
      let sheet = try DataSheet.of(chip)
      for (filler, _, second, _) in Self.published {
        let laid = Self.place(sheet.model, on: station)
        var tag = try station.select()
        _ = try tag.put(Self.message(filler))
        try tag.showMirror(Self.fields(filler), in: Self.message(filler))

        tag = try station.select()
        let other = link(size: 60, letter: "o")
        _ = try tag.put(other)
        var cells = sheet.written(other, over: factory(sheet.model))
        cells.replaceSubrange(0..<3, with: laid.cells[..<3])
        cells[page + 1] = hex(second)
        // What was longer stays after the end mark.
        let end = cells.prefix(4 + (sheet.front.count + 60 + 3 + 3) / 4).count
        #expect(laid.cells[..<end] == cells[..<end], "\(chip)")
        #expect(laid.cells[page...] == cells[page...], "\(chip)")
        #expect(try station.select().put(other) == .alreadyThere)
        station.remove(laid)
      }
    }
  }

  @Test func aMirrorIsSetAndChangedUnderAPassword() throws {
    let station = try TagStation()
    let (filler, _, _, text) = Self.published[0]
    for scope in [PasswordPlan.Scope.writing, .readingAndWriting] {
      let laid = Self.place(.ntag213, on: station)
      var tag = try station.select()
      _ = try tag.put(Self.message(filler))
      try tag.protect(with: Secrets.right(), scope: scope)

      tag = try station.select()
      try tag.authenticate(Secrets.right())
      #expect(
        try tag.showMirror(Self.fields(filler), in: Self.message(filler)) == Self.message(text))
      #expect(laid.cells[0x29] == hex("54000C04"))
      // The same again, as after a tear: first the mirror goes, then it is back.
      #expect(try tag.put(Self.message(filler)) == .written(pages: 1))
      #expect(laid.cells[0x29] == hex("04000004"))
      #expect(
        try tag.showMirror(Self.fields(filler), in: Self.message(filler)) == Self.message(text))
      try tag.unprotect()
      #expect(laid.cells[0x29] == hex("54000CFF"))
      station.remove(laid)
    }
  }

  @Test func whatAMirrorShowsIsNotTakenForWhatIsThere() throws {
    let station = try TagStation()
    let (filler, _, _, text) = Self.published[0]
    let laid = Self.place(.ntag213, on: station)
    var tag = try station.select()
    _ = try tag.put(Self.message(filler))
    try tag.showMirror(Self.fields(filler), in: Self.message(filler))
    // The very link that the mirror shows: it is not what the tag holds.
    tag = try station.select()
    let outcome = try tag.put(Self.message(text))
    #expect(outcome == .written(pages: tag.pagesWritten) && tag.pagesWritten > 1)
    let sheet = try DataSheet.of(.ntag213)
    #expect(sheet.phone(reads: laid.cells) == .message(Self.message(text)))
    #expect(laid.cells[0x29] == hex("040000FF"))
    #expect(try station.select().put(Self.message(text)) == .alreadyThere)
    station.remove(laid)
  }

  @Test func whatReadersSeeAlreadyIsNotWrittenAgain() throws {
    let station = try TagStation()
    for (filler, _, _, _) in Self.published {
      let laid = Self.place(.ntag213, on: station)
      let fields = try Self.fields(filler)
      let first = try station.select().put(Self.message(filler), showing: fields)
      #expect(first.outcome != .alreadyThere)
      let cells = laid.cells
      let tag = try station.select()
      let cost = try station.cost {
        #expect(
          try tag.put(Self.message(filler), showing: fields).outcome == .alreadyThere)
        try tag.showMirror(fields, in: Self.message(filler))
        let order = TagOrder(message: Self.message(filler), chipTexts: Self.texts(filler))
        #expect(try tag.plannedWrites(for: order) == [])
      }
      #expect(cost.writes == 0 && laid.cells == cells && tag.pagesWritten == 0)
      station.remove(laid)
    }
  }

  /// The last read-back of a mirror is of whole pages, and each of their bytes counts.
  @Test func whatIsShownBesideTheMessageIsComparedToo() throws {
    let message = Self.message(Self.published[0].filler)
    /// What the reader answered to each command to the tag, from the code on.
    func put(_ faults: FaultPlan) throws -> [[UInt8]] {
      let station = try TagStation(faults)
      _ = Self.place(.ntag213, on: station)
      _ = try station.select().put(message, showing: Self.fields(Self.published[0].filler))
      return station.virtual.transcript.compactMap { line in
        // Behind an acknowledgement and the head of the frame.
        guard case .toHost(let bytes) = line.event,
          bytes.dropFirst(11).starts(with: [0xD5, 0x43])
        else { return nil }
        return Array(bytes.dropFirst(12).dropLast(2))
      }
    }
    let right = try put(.none)
    let last = try #require(right.last)
    // The first byte of the container, and the one behind the message.
    for place in [2, last.count - 1] {
      var faults = FaultPlan.none
      var answer = last
      answer[place] ^= 0x10
      faults.atCommand = [0x42: [right.count - 1: .answers(answer)]]
      #expect(throws: TagError.mirrorDiffers, "at \(place)") { try put(faults) }
    }
  }

  @Test func erasingSwitchesAMirrorOff() throws {
    let station = try TagStation()
    let filler = Self.published[0].filler
    let laid = Self.place(.ntag213, on: station)
    _ = try station.select().put(Self.message(filler), showing: Self.fields(filler))
    var tag = try station.select()
    #expect(try tag.erase() == .written(pages: tag.pagesWritten))
    #expect(laid.cells[0x29] == hex("040000FF"))
    #expect(try DataSheet.of(.ntag213).phone(reads: laid.cells) == .message([]))
    tag = try station.select()
    #expect(try tag.erase() == .alreadyThere)
    station.remove(laid)
  }

  @Test func aFillerThatIsNotOnTheTagIsNamed() throws {
    let station = try TagStation()
    let laid = Self.place(.ntag213, on: station)
    let tag = try station.select()
    _ = try tag.put(link(size: 60))
    let filler = Self.published[0].filler
    #expect(throws: TagError.mirrorDiffers) {
      try tag.showMirror(Self.fields(filler), in: Self.message(filler))
    }
    station.remove(laid)
  }

  @Test func chipsWithoutAMirrorSaySo() throws {
    let station = try TagStation()
    let filler = Self.published[1].filler
    for sheet in DataSheet.all where ![.ntag213, .ntag215, .ntag216].contains(sheet.chip) {
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      _ = try tag.put(Self.message(filler), .format)
      let cells = laid.cells
      #expect(throws: TagError.memory(.mirrorUnsupported(sheet.chip))) {
        try tag.showMirror(Self.fields(filler), in: Self.message(filler))
      }
      #expect(laid.cells == cells)
      station.remove(laid)
    }
  }
}
