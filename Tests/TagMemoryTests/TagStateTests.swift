// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

@testable import TagMemory

struct TagStateTests {
  static let contents: [(String, Type2Image, TagContent)] = [
    ("zeros and no container", image(.ntag213, area: [], container: .zero), .unformatted),
    (
      "spoilt", image(.ntag213, container: Page(0xFF, 0xFF, 0xFF, 0xFC)),
      .containerSpoilt(Page(0xFF, 0xFF, 0xFF, 0xFC))
    ),
    ("half a container", image(.ntag213, container: Page(0xE1, 0x10, 0, 0)), .unformatted),
    (
      "version 2", image(.ntag213, container: Page(0xE1, 0x20, 0x12, 0)),
      .versionUnsupported(major: 2, minor: 0)
    ),
    ("formatted", image(.ntag215, area: hex("0300fe 41")), .empty),
    ("nothing but NULLs", image(.ntag215, area: [0, 0, 0, 0]), .empty),
    ("terminator", image(.ntag215, area: [0xFE, 0x41]), .empty),
    ("link", image(.ntag215, area: [3, 18] + exampleLink + [0xFE]), .message(exampleLink)),
    ("foreign", image(.ntag215, area: Array("{\"x\":1}".utf8)), .foreign),
    ("foreign with a 03", image(.ntag215, area: hex("7b00 0302 4142")), .foreign),
    (
      "overrun", image(.ntag215, area: hex("03fff0f0")),
      .damaged(.overruns(address: 16, length: 0xF0F0))
    ),
    (
      "torn", image(.ntag215, area: [3, 17] + exampleLink),
      .damaged(.undecodable(NDEFError(.truncated, at: 17)))
    ),
    ("another maker's CC", unknown("01020304 05060708 00000000 00000001 00000000"), .foreign),
    ("cut", unknown("01020304 05060708 00000000"), .hidden(page: 3)),
  ]

  @Test func contentIsNamed() {
    for (name, tag, content) in Self.contents {
      #expect(TagState(tag).content == content, "\(name)")
    }
  }

  @Test(arguments: Chip.allCases)
  func aChipFromTheFactoryIsRecognised(chip: Chip) throws {
    let new = Type2Image(delivered: chip)
    #expect(TagState(new) == TagState(content: .factoryNew, access: .open))
    let written = try WritePlan(writing: exampleLink, on: new, formatting: true).result
    #expect(TagState(written).content == .message(exampleLink))
    var used = new
    used[15] = Page(0, 0, 0, 1)
    #expect(TagState(used).content != .factoryNew)
  }

  @Test func accessIsNamed() {
    var tag = image(.ntag213)
    tag[0x29] = Page(4, 0, 0, 4)
    #expect(TagState(tag).access == .passwordToWrite(from: 4))
    tag[0x2A] = Page(0x80, 0, 0, 0)
    #expect(TagState(tag).access == .passwordToRead(from: 4))
    tag[2] = Page(0x44, 0x48, 0x10, 0x00)
    #expect(TagState(tag).access == .partlyReadOnly(locked: [4]))
    tag[2] = Page(0x44, 0x48, 0xF8, 0xFF)
    tag[0x28] = Page(0xFF, 0x0F, 0, 0xBD)
    #expect(TagState(tag).access == .readOnly)
    let claimed = image(.ntag213, container: Page(0xE1, 0x10, 0x12, 0x0F))
    #expect(TagState(claimed).access == .readOnlyInNameOnly)
  }

  /// What was not read is never taken for open.
  @Test func whatWasNotReadIsUnknown() {
    for chip in Chip.allCases {
      let layout = chip.layout
      var settings = [LockMap.staticPage, CapabilityContainer.pageNumber]
      settings += [layout.locks.dynamicPage, layout.locks.authenticationPage].compactMap(\.self)
      if let page = layout.configurationPage { settings += [page, page + 1] }
      for page in settings {
        var tag = image(chip)
        #expect(TagState(tag).access == .open, "\(chip)")
        tag[page] = nil
        #expect(TagState(tag).access == .unknown(), "\(chip), page \(page)")
      }
    }
    #expect(TagState(unknown("01020304 05060708 00000000 E1101200 0300FE00")).access == .unknown())
    var hidden = Type2Image(delivered: .ntag213)
    for page in 4..<45 { hidden[page] = nil }
    hidden.noteRefused(from: 4)
    #expect(TagState(hidden).access == .unknown(hiddenFrom: 4))
    #expect(hidden.room == .unknown)
  }

  /// The key of an Ultralight C protects from AUTH0 on; AUTH1 says what.
  @Test func theKeyOfAnUltralightCIsAccess() {
    var tag = image(.ultralightC)
    tag[0x2A] = Page(0x04, 0, 0, 0)
    #expect(TagState(tag).access == .passwordToRead(from: 4))
    #expect(tag.isClosedToPhones)
    tag[0x2B] = Page(0x01, 0, 0, 0)
    #expect(TagState(tag).access == .passwordToWrite(from: 4))
    #expect(!tag.isClosedToPhones)
  }

  @Test func theSerialNumberIsChecked() {
    #expect(SerialNumber(image(.ntag213))?.uid == hex("04112233445566"))
    #expect(SerialNumber(image(.ntag213))?.isConsistent == true)
    var copy = image(.ntag213)
    copy[0] = Page(0x34, 0x11, 0x22, 0xBF)
    #expect(Finding.all(in: copy) == [.checkBytesWrong, .makerNotNXP(0x34)])
  }
}
