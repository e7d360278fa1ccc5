// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct RawPagePlanTests {
  /// A new NTAG213, whose lock page ends with a byte of its maker.
  private static func tag(_ change: (inout Type2Image) -> Void = { _ in }) -> Type2Image {
    var image = Type2Image(delivered: .ntag213)
    image[2] = Page(0x10, 0x48, 0x00, 0x00)
    image[0x28] = Page(0x00, 0x00, 0x00, 0xBD)
    change(&image)
    return image
  }

  @Test func onlyWhatDiffersIsWrittenAndWhatMayCloseTheTagLast() throws {
    let image = Self.tag()
    var pages = (2..<0x2B).map { image[$0] ?? .zero }
    pages[0] = Page(0x10, 0x48, 0x10, 0x00)
    pages[1] = Page(0xE1, 0x10, 0x12, 0x0F)
    pages[5] = Page(1, 2, 3, 4)
    pages[0x25] = Page(9, 9, 9, 9)
    pages[0x26] = Page(0x01, 0x00, 0x00, 0xBD)
    pages[0x27] = Page(0x04, 0x00, 0x00, 0x10)
    let plan = try RawPagePlan(writing: pages, from: 2, on: image)
    #expect(plan.data.map(\.page) == [7, 0x27])
    #expect(plan.special.map(\.page) == [0x29, 3, 2, 0x28])
    #expect(
      plan.special.map(\.purpose) == [.access, .format, .lockStatic, .lockDynamic])
    let after = image.applying(plan.data + plan.special)
    #expect((2..<0x2B).map { after[$0] ?? .zero } == pages)
    let again = try RawPagePlan(writing: pages, from: 2, on: after)
    #expect(again.data.isEmpty && again.special.isEmpty)
  }

  /// A bit that is set stays, and the bytes of the maker are none of ours.
  static let impossible: [(page: Int, found: Page, wanted: Page)] = [
    (2, Page(0x10, 0x48, 0x10, 0x00), Page(0x10, 0x48, 0x00, 0x00)),
    (2, Page(0x10, 0x48, 0x00, 0x00), Page(0x11, 0x48, 0x00, 0x00)),
    (3, Page(0xE1, 0x10, 0x12, 0x00), Page(0xE1, 0x10, 0x06, 0x00)),
    (0x28, Page(0x00, 0x00, 0x00, 0xBD), Page(0x01, 0x00, 0x00, 0x00)),
    (0x28, Page(0x00, 0x00, 0x00, 0xBD), Page(0x00, 0x10, 0x00, 0xBD)),
  ]

  @Test(arguments: impossible.indices)
  func whatCannotBecomeSoIsRefused(index: Int) {
    let (page, found, wanted) = Self.impossible[index]
    let image = Self.tag { $0[page] = found }
    #expect(throws: TagMemoryError.bitsFixed(page: page, found: found, wanted: wanted)) {
      try RawPagePlan(writing: [wanted], from: page, on: image)
    }
  }

  @Test func aNumberAndASecretAreNeverWritten() {
    let image = Self.tag()
    for page in [0, 1, 0x2B, 0x2C] {
      #expect(throws: TagMemoryError.self) {
        try RawPagePlan(writing: [Page(1, 2, 3, 4)], from: page, on: image)
      }
    }
  }

  @Test func whatTheChipWouldRefuseIsRefusedFirst() throws {
    let content = [Page(1, 2, 3, 4)]
    let locked = Self.tag { $0[2] = Page(0x10, 0x48, 0x20, 0x00) }
    #expect(throws: TagMemoryError.pageLocked(page: 5)) {
      try RawPagePlan(writing: content, from: 5, on: locked)
    }
    let guarded = Self.tag { $0[0x29] = Page(0x04, 0x00, 0x00, 0x10) }
    #expect(throws: TagMemoryError.passwordRequired(from: 0x10)) {
      try RawPagePlan(writing: content, from: 0x10, on: guarded)
    }
    _ = try RawPagePlan(writing: content, from: 0x10, on: guarded, authenticated: true)
    let frozen = Self.tag { $0[0x2A] = Page(0x40, 0x05, 0x00, 0x00) }
    #expect(throws: TagMemoryError.configurationFrozen) {
      try RawPagePlan(writing: content, from: 0x29, on: frozen)
    }
    let mirror = Self.tag { $0[0x29] = Page(0x44, 0x00, 0x06, 0xFF) }
    #expect(throws: TagMemoryError.mirrorActive(address: 24)) {
      try RawPagePlan(writing: content, from: 5, on: mirror)
    }
    let unread = Self.tag { $0[7] = nil }
    #expect(throws: TagMemoryError.pageNotRead(page: 7)) {
      try RawPagePlan(writing: content, from: 7, on: unread)
    }
  }
}
