// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Protecting and opening torn at each write: the tag is open or opens with the secret, and doing
/// the same again ends right.
struct TornPasswordTests {
  private static let message = link(size: 20, letter: "m")

  enum Step: Sendable, CaseIterable {
    case protectWriting
    case protectReading
    case openWriting
    case openReading
    case changeWriting
    case changeReading

    var changes: Bool { self == .changeWriting || self == .changeReading }

    var writes: Int {
      switch self {
      case .protectWriting, .openWriting: 3
      case .protectReading, .openReading: 4
      // Opened and protected.
      case .changeWriting: 6
      case .changeReading: 8
      }
    }
  }

  struct Case: Sendable {
    let registers: Registers
    let step: Step
    let write: Int
    let tear: Tear

    var before: [[UInt8]] {
      let open = registers.open(holding: message)
      switch step {
      case .protectWriting, .protectReading: return open
      case .openWriting, .changeWriting: return registers.protected(open)
      case .openReading, .changeReading: return registers.protected(open, access: 0x80)
      }
    }

    var after: [[UInt8]] {
      let open = registers.open(holding: message)
      switch step {
      case .protectWriting: return registers.protected(open)
      case .protectReading: return registers.protected(open, access: 0x80)
      case .openWriting, .openReading: return open
      case .changeWriting: return registers.protectedAgain(open)
      case .changeReading: return registers.protectedAgain(open, access: 0x80)
      }
    }

    /// Whether a page of registers holds neither its old nor its new value.
    func isNoise(_ page: Int, in cells: [[UInt8]]) -> Bool {
      cells[page] != before[page] && cells[page] != after[page]
    }

    func run(on tag: Type2Tag) throws(TagError) {
      guard
        let secret = Type2Secret(password: Secrets.password, acknowledge: Secrets.acknowledge)
      else { return }
      switch step {
      case .protectWriting: try tag.protect(with: secret, scope: .writing)
      case .protectReading: try tag.protect(with: secret, scope: .readingAndWriting)
      case .openWriting, .openReading:
        try tag.authenticate(secret)
        try tag.unprotect()
      case .changeWriting: try change(secret, on: tag, scope: .writing)
      case .changeReading: try change(secret, on: tag, scope: .readingAndWriting)
      }
    }

    /// One of the two secrets opens the tag, wherever the change was torn.
    private func change(
      _ secret: Type2Secret, on tag: Type2Tag, scope: PasswordPlan.Scope
    ) throws(TagError) {
      guard
        let new = Type2Secret(password: Secrets.newPassword, acknowledge: Secrets.newAcknowledge)
      else { return }
      do throws(TagError) {
        try tag.authenticate(secret)
      } catch {
        guard error == .passwordRefused else { throw error }
        try tag.authenticate(new)
      }
      try tag.protect(with: new, scope: scope)
    }
  }

  private static func cases() throws -> [Case] {
    var cases: [Case] = []
    for registers in try Registers.all() {
      for step in Step.allCases {
        for write in 0..<step.writes {
          for tear in [.pageOld, .pageNew, .pageHalf, .pageNoise(UInt64(cases.count))] as [Tear] {
            cases.append(Case(registers: registers, step: step, write: write, tear: tear))
          }
        }
      }
    }
    return cases
  }

  @Test func tornInTheMiddleAndDoneAgainItEndsRight() throws {
    let cases = try Self.cases()
    let tearing = try TagStation(FaultPlan(tearing: cases.map { ($0.write, $0.tear) }))
    let sound = try TagStation()
    for torn in cases {
      let laid = tearing.lay(torn.registers.sheet.model, holding: torn.before)
      let tag = try tearing.select()
      #expect(throws: TagError.self, "\(torn)") { try torn.run(on: tag) }
      let cells = laid.cells
      // The message is whole whatever happened to the registers.
      #expect(cells[..<torn.registers.page] == torn.before[..<torn.registers.page])
      tearing.remove(laid)
      try Self.doAgain(torn, over: cells, on: sound)
    }
  }

  private static func doAgain(
    _ torn: Case, over cells: [[UInt8]], on station: TagStation
  ) throws {
    let laid = station.lay(torn.registers.sheet.model, holding: cells)
    defer { station.remove(laid) }
    let tag = try station.select()
    do throws(TagError) {
      try torn.run(on: tag)
    } catch {
      switch error {
      case .memory(.configurationFrozen), .memory(.attemptLimited):
        // Noise in CFG1 may be CFGLCK or AUTHLIM; it has a name, and the tag is left alone.
        #expect(torn.isNoise(torn.registers.page + 1, in: cells), "\(torn)")
        #expect(laid.cells == cells)
      default: Issue.record("\(error), \(torn)")
      }
      return
    }
    var expected = torn.after
    // Where reserved bits show that a page holds noise, it is as it was. Of any other only the bits are
    // put right that the step is about; a mirror is the next put's.
    let page = torn.registers.page
    let (first, second) = (cells[page], cells[page + 1])
    if torn.isNoise(page, in: cells), first[0] & 0x0B == 0, first[1] == 0 {
      expected[page] = Array(cells[page][..<3]) + [expected[page][3]]
    }
    if torn.isNoise(page + 1, in: cells), second[0] & 0x20 == 0, second[2...] == [0, 0] {
      let scope = expected[page + 1][0] & 0x80
      // Opening lifts a limit of wrong passwords, too.
      let kept: UInt8 = torn.step == .openReading || torn.step == .openWriting ? 0x78 : 0x7F
      expected[page + 1] = [cells[page + 1][0] & kept | scope] + cells[page + 1][1...]
    }
    #expect(laid.cells == expected, "\(torn)")
    for event in laid.journal {
      switch event {
      case .passwordFailed where torn.step.changes, .authLimSet(0): break
      case .authLimSet, .cfgLocked, .passwordFailed, .lockBitsSet, .otpBitsSet:
        Issue.record("\(event), \(torn)")
      default: break
      }
    }
  }

  @Test func anAnswerLostWhileThePasswordChangesLosesNoTag() throws {
    let registers = try #require(try Registers.all().first { $0.sheet.chip == .ntag213 })
    let change = Case(registers: registers, step: .changeReading, write: 0, tear: .pageOld)
    let sound = try TagStation()
    let model = registers.sheet.model
    let first = try TagStation().virtual.counters.hostCommands
    let laid = sound.lay(model, holding: change.before)
    let cost = try sound.cost { try change.run(on: sound.select()) }
    #expect(laid.cells == change.after && cost.commands > 20)
    sound.remove(laid)
    for fault in [Fault.tagAnswerLost, .tagMissesFrame] {
      for index in first..<first + cost.commands {
        var faults = FaultPlan.none
        faults.atExchange[index] = fault
        let station = try TagStation(faults)
        let disturbed = station.lay(model, holding: change.before)
        try? change.run(on: station.select())
        // Whatever was left is changed by one of the two secrets.
        let again = sound.lay(model, holding: disturbed.cells)
        try change.run(on: sound.select())
        #expect(again.cells == change.after, "\(fault) at \(index)")
        sound.remove(again)
      }
    }
  }
}
