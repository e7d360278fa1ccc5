// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A password set, used, changed and taken off on every chip that has one, judged by whole memories
/// and by what the chip itself noted.
struct PasswordTests {
  private let first = link(size: 20, letter: "f")
  private let second = link(size: 33, letter: "s")
  private let scopes: [(PasswordPlan.Scope, UInt8)] = [
    (.writing, 0x00), (.readingAndWriting, 0x80),
  ]

  @Test func aTagIsProtectedAndOpenedAgain() throws {
    let station = try TagStation()
    let secret = try Secrets.right()
    for registers in try Registers.all() {
      for (scope, access) in scopes {
        let laid = station.lay(registers.sheet.model)
        var tag = try station.select()
        _ = try tag.put(first, .format)
        try tag.protect(with: secret, scope: scope)
        let protected = registers.protected(registers.open(holding: first), access: access)
        #expect(laid.cells == protected, "\(registers.sheet.chip)")

        // Another day: the tag is refused without the password, and rewritten with it.
        tag = try station.select()
        #expect(throws: TagError.self) { try tag.put(second) }
        #expect(laid.cells == protected, "\(registers.sheet.chip)")
        try tag.authenticate(secret)
        #expect(try tag.put(second) != .alreadyThere)
        let rewritten = registers.sheet.written(second, over: protected)
        #expect(laid.cells == rewritten, "\(registers.sheet.chip)")
        // The other scope over the same password, and back.
        for (scope, access) in scopes + [(scope, access)] {
          try tag.protect(with: secret, scope: scope)
          #expect(laid.cells == registers.protected(rewritten, access: access))
        }

        tag = try station.select()
        try tag.authenticate(secret)
        try tag.unprotect()
        let open = registers.sheet.written(second, over: registers.open(holding: first))
        #expect(laid.cells == open, "\(registers.sheet.chip)")
        #expect(try station.select().put(first) != .alreadyThere)
        // AUTHLIM, CFGLCK, lock bits: never; the container's bits: only by formatting.
        let formatting = ChipEvent.otpBitsSet(
          before: [0, 0, 0, 0], after: registers.sheet.container)
        let writesRefused = laid.journal.filter {
          if case .writeRefused = $0 { false } else { true }
        }
        #expect(writesRefused == (registers.sheet.isFormatted ? [] : [formatting]))
        station.remove(laid)
      }
    }
  }

  @Test func aReadProtectedTagShowsNothingWithoutThePassword() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let cells = registers.protected(registers.open(holding: first), access: 0x80)
      let laid = station.lay(registers.sheet.model, holding: cells)
      let tag = try station.select()
      try tag.read(.everything)
      #expect(TagState(tag.image).content == .hidden(page: 4), "\(registers.sheet.chip)")
      try tag.authenticate(Secrets.right())
      try tag.read(.everything)
      #expect(TagState(tag.image).content == .message(first), "\(registers.sheet.chip)")
      #expect(TagState(tag.image).access == .passwordToRead(from: 4))
      #expect(laid.journal == [] && laid.cells == cells)
      station.remove(laid)
    }
  }

  @Test func aWrongPasswordIsTriedOnce() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      for access: UInt8 in [0x00, 0x80] {
        for protecting in [false, true] {
          let cells = registers.protected(registers.open(holding: first), access: access)
          let laid = station.lay(registers.sheet.model, holding: cells)
          let tag = try station.select()
          let wrong = try Secrets.wrong()
          #expect(throws: TagError.passwordRefused) {
            try protecting ? tag.protect(with: wrong, scope: .writing) : tag.authenticate(wrong)
          }
          #expect(laid.journal == [.passwordFailed(count: 0)] && laid.cells == cells)
          #expect(!tag.isAuthenticated)
          // The tag fell idle and is found again.
          try tag.authenticate(Secrets.right())
          #expect(tag.isAuthenticated && laid.journal.count == 1)
          station.remove(laid)
        }
      }
    }
  }

  @Test func anOpenTagIsNotAskedForAPassword() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      try tag.authenticate(Secrets.right())
      #expect(!tag.isAuthenticated && laid.journal == [], "\(sheet.chip)")
      station.remove(laid)
    }
  }

  @Test func aProvenSecretIsNotWrittenAgain() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let cells = registers.protected(registers.open(holding: first))
      let laid = station.lay(registers.sheet.model, holding: cells)
      let tag = try station.select()
      let order = TagOrder(
        message: first, secret: .password(try Secrets.right()), guardsReading: true)
      #expect(try tag.plannedWrites(for: order).map(\.purpose) == [.access])
      let cost = try station.cost {
        try tag.protect(with: Secrets.right(), scope: .readingAndWriting)
      }
      #expect(cost.writes == 1, "\(registers.sheet.chip)")
      #expect(laid.cells == registers.protected(cells, access: 0x80))
      station.remove(laid)
    }
  }

  @Test func aTagThatSomeoneLeftHalfChangedIsOpenedByItsOwnersDecision() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let open = registers.open(holding: first)
      let cells = registers.cells(
        open, auth0: 4, access: 0x80, password: Secrets.password, acknowledge: [1, 2])
      let laid = station.lay(registers.sheet.model, holding: cells)
      let tag = try station.select()
      #expect(throws: TagError.acknowledgeDiffers) { try tag.authenticate(Secrets.right()) }
      #expect(laid.cells == cells && !tag.isAuthenticated)
      try tag.authenticate(Secrets.right(), acceptingAnyAcknowledge: true)
      try tag.unprotect()
      #expect(laid.cells == open, "\(registers.sheet.chip)")
      station.remove(laid)
    }
  }

  @Test func onePasswordIsReplacedByAnother() throws {
    let station = try TagStation()
    let other = try #require(Type2Secret(password: [9, 8, 7, 6], acknowledge: [5, 4]))
    for registers in try Registers.all() {
      let open = registers.open(holding: first)
      let laid = station.lay(registers.sheet.model, holding: registers.protected(open))
      let tag = try station.select()
      try tag.authenticate(Secrets.right())
      try tag.protect(with: other, scope: .writing)
      #expect(
        laid.cells
          == registers.cells(
            open, auth0: 4, access: 0, password: [9, 8, 7, 6], acknowledge: [5, 4]))
      #expect(laid.journal == [])
      station.remove(laid)
    }
  }

  @Test func nothingIsArmedBeforeThePasswordIsProven() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let expected: [(Int, TagError)] = [(2, .passwordRefused), (3, .acknowledgeDiffers)]
      for (offset, error) in expected {
        let page = registers.page + offset
        let cells = registers.open(holding: first)
        let model = registers.sheet.model
        let laid = station.lay {
          let worn = make(model, holding: cells)
          worn.worn[page] = .keepsOldValue
          return worn
        }
        #expect(throws: error) {
          try station.select().protect(with: Secrets.right(), scope: .readingAndWriting)
        }
        #expect(laid.cells[registers.page] == cells[registers.page])
        #expect(laid.cells[registers.page + 1] == cells[registers.page + 1])
        station.remove(laid)
      }
    }
  }

  @Test func frozenRegistersStayAsTheyAre() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let open = registers.open(holding: first)
      let laid = station.lay(registers.sheet.model, holding: open)
      var tag = try station.select()
      // Freezing an open tag would leave it open to anyone's password forever.
      #expect(throws: TagError.memory(.freezingUnprotected(from: 0xFF))) {
        try tag.freezeSettings()
      }
      try tag.protect(with: Secrets.right(), scope: .writing)
      try tag.freezeSettings()
      let frozen = registers.protected(open, access: 0x40)
      #expect(laid.cells == frozen && laid.journal == [.cfgLocked])
      try tag.restart()
      tag = try station.select()
      try tag.authenticate(Secrets.right())
      #expect(throws: TagError.memory(.configurationFrozen)) { try tag.unprotect() }
      #expect(throws: TagError.memory(.configurationFrozen)) {
        try tag.protect(with: Secrets.right(), scope: .readingAndWriting)
      }
      _ = try tag.put(second)
      #expect(laid.cells == registers.sheet.written(second, over: frozen))
      station.remove(laid)
    }
  }

  @Test func aTagWithALimitOfWrongPasswordsIsRefused() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let cells = registers.cells(
        registers.open(holding: first), auth0: 0xFF, access: 0x03,
        password: [0xFF, 0xFF, 0xFF, 0xFF], acknowledge: [0, 0])
      let laid = station.lay(registers.sheet.model, holding: cells)
      #expect(throws: TagError.memory(.attemptLimited(3))) {
        try station.select().protect(with: Secrets.right(), scope: .writing)
      }
      #expect(laid.cells == cells && laid.journal == [])
      station.remove(laid)
    }
  }

  @Test func chipsWithoutAPasswordSaySo() throws {
    let station = try TagStation()
    for chip in [Chip.ultralight, .ultralightC, .ntag203] {
      let laid = station.lay(try DataSheet.of(chip).model)
      let before = laid.cells
      let tag = try station.select()
      for _ in 0..<2 {
        #expect(throws: TagError.memory(.passwordUnsupported(chip))) {
          try tag.protect(with: Secrets.right(), scope: .writing)
        }
      }
      #expect(laid.cells == before)
      station.remove(laid)
    }
  }
}
