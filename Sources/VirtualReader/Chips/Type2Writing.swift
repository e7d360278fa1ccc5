// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualType2Chip {
  /// The first frame of COMPATIBILITY_WRITE: a page that may not be written is refused here already.
  func beginCompatibilityWrite(to page: Int) -> ChipReply {
    guard mayWrite(page) else {
      note(.writeRefused(page: page))
      return Refusal.argument
    }
    half = .compatibilityWrite(page: page)
    return ChipReply(.acknowledge)
  }

  /// WRITE: four bytes into a page, as far as the page takes them.
  func write(_ bytes: [UInt8], to page: Int, tearing tear: Tear?) -> ChipReply {
    guard mayWrite(page) else {
      note(.writeRefused(page: page))
      return Refusal.argument
    }
    if case .written(page) = model.counters {
      return raiseWrittenCounter(in: page, by: bytes, tearing: tear)
    }
    let before = memory[page]
    let lockPage = model.lockPages.firstIndex { $0.page == page }
    let content = content(of: page, lockPage: lockPage, written: bytes)
    let tearProof = page == 3 || lockPage != nil
    guard memory.program(page, with: content, tearing: tear, tearProof: tearProof) else {
      return Refusal.programming
    }
    if let lockPage, model.locksHold == .atOnce { lockBits[lockPage] = memory.number(page) }
    noteWrite(to: page, before: before)
    return ChipReply(.acknowledge, programmedPages: 1)
  }

  private func mayWrite(_ page: Int) -> Bool {
    guard page >= 2, page < model.pages else { return false }
    guard page < settings.auth0 || isAuthenticated else { return false }
    if configurationIsFrozen, let first = model.configurationPage,
      (first...first + 1).contains(page)
    {
      return false
    }
    return !zip(model.lockPages, lockBits).contains { $0.refuses(page, inForce: $1) }
  }

  // Lock bits and the one-time-programmable page 3 are ORed, all other pages are overwritten.
  private func content(of page: Int, lockPage: Int?, written: [UInt8]) -> [UInt8] {
    if page == 3 { return zip(memory[3], written).map { $0 | $1 } }
    guard let lockPage else { return written }
    let table = model.lockPages[lockPage]
    let number = PageMemory.number(written)
    if table.reserved(in: number) != 0 {
      note(.reservedLockBitsWritten(page: page, written: written))
    }
    return PageMemory.bytes(
      table.content(memory.number(page), written: number, inForce: lockBits[lockPage]))
  }

  private func noteWrite(to page: Int, before: [UInt8]) {
    let after = memory[page]
    guard journal != nil, after != before else { return }
    if page == 3 { note(.otpBitsSet(before: before, after: after)) }
    if model.lockPages.contains(where: { $0.page == page }) {
      note(.lockBitsSet(page: page, before: before, after: after))
    }
    guard let configuration = model.configurationPage, page == configuration + 1 else { return }
    let (old, new) = (AccessByte(before[0]), AccessByte(after[0]))
    if old.authLim != new.authLim { note(.authLimSet(new.authLim)) }
    if !old.cfgLock, new.cfgLock { note(.cfgLocked) }
  }
}
