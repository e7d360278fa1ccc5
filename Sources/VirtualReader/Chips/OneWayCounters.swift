// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A counter of 24 bits that only rises.
struct OneWayCounter: Hashable, Sendable {
  static let limit = 0xFF_FFFF

  /// The number by which READ_CNT names it.
  let number: Int
  var value = 0
  /// The last increment was cut short; CHECK_TEARING_EVENT tells.
  var isTorn = false

  /// Least significant first, as READ_CNT sends it.
  var bytes: [UInt8] { (0..<3).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  static func atDelivery(of model: ChipModel) -> [OneWayCounter] {
    switch model.counters {
    case .none, .written: []
    case .presentations: [OneWayCounter(number: 2)]
    case .threeOneWay: (0...2).map { OneWayCounter(number: $0) }
    }
  }
}

extension VirtualType2Chip {
  /// READ_CNT: three bytes; an NTAG's counter must be switched on, and may want the password.
  func readCounter(_ number: Int) -> ChipReply {
    guard let counter = counters.first(where: { $0.number == number }) else {
      return Refusal.argument
    }
    if model.counters == .presentations, !showsPresentations { return Refusal.argument }
    return ChipReply(.data(counter.bytes))
  }

  /// Whether an NTAG21x tells its counter now, in answer to READ_CNT or in its mirror.
  var showsPresentations: Bool {
    settings.access.countsPresentations && (!settings.access.guardsCounter || isAuthenticated)
  }

  /// INCR_CNT: a counter that would overflow keeps its value.
  func increment(counter number: Int, by bytes: [UInt8], tearing tear: Tear?) -> ChipReply {
    guard let index = counters.firstIndex(where: { $0.number == number }) else {
      return Refusal.argument
    }
    let step = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard counters[index].value + step <= OneWayCounter.limit else { return Refusal.overflow }
    if PageMemory.survives(tear) { counters[index].value += step }
    counters[index].isTorn = !PageMemory.survives(tear)
    return ChipReply(.acknowledge, programmedPages: 1)
  }

  /// CHECK_TEARING_EVENT: BDh as long as the counter's last increment was whole.
  func checkTearing(of number: Int) -> ChipReply {
    guard let counter = counters.first(where: { $0.number == number }) else {
      return Refusal.argument
    }
    return ChipReply(.data([counter.isTorn ? 0x00 : 0xBD]))
  }

  /// Counts the first READ or FAST_READ after power-up; at its end the counter stops.
  func countPresentation() {
    guard model.counters == .presentations, settings.access.countsPresentations,
      !hasCountedPresentation, !counters.isEmpty
    else { return }
    hasCountedPresentation = true
    counters[0].value = min(counters[0].value + 1, OneWayCounter.limit)
  }

  /// A WRITE to the counter page of an NTAG203 or Ultralight C.
  ///
  /// The first write sets the counter to any value. Every later one adds the low four bits of its
  /// first byte; the sum must stay within sixteen bits.
  func raiseWrittenCounter(in page: Int, by bytes: [UInt8], tearing tear: Tear?) -> ChipReply {
    let value = Int(memory.number(page) & 0xFFFF)
    let written = Int(PageMemory.number(bytes) & 0xFFFF)
    let sum = value == 0 ? written : value + (written & 0xF)
    guard sum <= 0xFFFF else { return Refusal.argument }
    let content = PageMemory.bytes(UInt32(sum))
    guard memory.program(page, with: content, tearing: tear, tearProof: true) else {
      return Refusal.programming
    }
    return ChipReply(.acknowledge, programmedPages: 1)
  }
}
