// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads the shared texts of an .xlsx (xl/sharedStrings.xml).
final class SharedTextsPart: PartTarget {
  let texts = SharedTexts()
  private unowned(unsafe) var parser: PartParser?
  private var names: RichTextNames?
  private var place = Place.start
  private var text: [UInt8] = []

  private enum Place { case start, list, item, run, itemText, runText }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = RichTextNames(parser)
  }

  func start(_ tag: borrowing PartTag) {
    guard let names, names.spaces.hold(tag.space) else {
      if place == .start { parser?.damage(.xml) }
      parser?.skip()
      return
    }
    switch place {
    case .start where tag.name == names.sst: place = .list
    case .start: parser?.damage(.xml)
    case .list where tag.name == names.si:
      place = .item
      text.removeAll(keepingCapacity: true)
    case .item where tag.name == names.t: place = .itemText
    case .item where tag.name == names.r: place = .run
    case .run where tag.name == names.t: place = .runText
    // How a text is spoken (rPh), and how it looks, are no part of it.
    default: parser?.skip()
    }
  }

  func end() {
    switch place {
    case .runText: place = .run
    case .run, .itemText: place = .item
    case .item:
      place = .list
      addText()
    case .list, .start: place = .start
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard place == .itemText || place == .runText else { return }
    guard text.count + bytes.count <= WorkbookLimits.cellTextBytesMax else {
      parser?.stop(.tooLarge(.cellText))
      return
    }
    text.append(contentsOf: bytes)
  }

  private func addText() {
    text.decodeEscapes(from: 0)
    do throws(WorkbookFault) {
      try texts.add(text)
    } catch {
      parser?.stop(error)
    }
  }
}

/// The names of elements in a text with runs of different looks.
struct RichTextNames {
  let spaces: SheetSpaces
  let sst, si, t, r: PartName
}

extension RichTextNames {
  init(_ parser: PartParser) {
    self.init(
      spaces: SheetSpaces(parser), sst: parser.name("sst"), si: parser.name("si"),
      t: parser.name("t"), r: parser.name("r"))
  }
}
