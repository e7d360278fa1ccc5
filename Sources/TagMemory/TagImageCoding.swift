// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// How an image is kept: a version, numbers and as many hashes, all of them big-endian. What was replaced
// is in the second version alone, which is written only where there is some.

extension TagImage {
  private static let versions: ClosedRange<UInt8> = 1...2
  /// Marks a change that is written with the one before it.
  private static let together = 0x8000

  package var encoded: [UInt8] {
    let version: UInt8 = replaced.isEmpty ? 1 : 2
    var bytes: [UInt8] = [version, UInt8(clamping: reach)]
    func put(_ number: Int) {
      bytes += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    func put(_ hash: Hash) {
      for shift in [24, 16, 8, 0] as [Hash] {
        bytes.append(UInt8(truncatingIfNeeded: hash >> shift))
      }
    }
    put(first)
    put(before.count)
    put(steps.reduce(0) { $0 + $1.count })
    put(exceptions.count)
    if version > 1 { put(replaced.count) }
    for hash in before { put(hash) }
    for step in steps {
      for (index, change) in step.enumerated() {
        put(change.unit | (index == 0 ? 0 : Self.together))
        put(change.hash)
      }
    }
    for change in exceptions + replaced {
      put(change.unit)
      put(change.hash)
    }
    return bytes
  }

  /// Nil for bytes that no image was ever kept as.
  package init?(encoded bytes: [UInt8]) {
    var reading = Reading(bytes)
    guard let version = reading.number(1).map(UInt8.init), Self.versions.contains(version),
      let reach = reading.number(1),
      let first = reading.number(2), let unitCount = reading.number(2),
      let changeCount = reading.number(2), let exceptionCount = reading.number(2),
      let replacedCount = version > 1 ? reading.number(2) : 0, unitCount <= Self.mostUnits,
      changeCount + exceptionCount + replacedCount <= Self.mostChanges,
      reading.left == 4 * unitCount + 6 * (changeCount + exceptionCount + replacedCount)
    else { return nil }
    let before = (0..<unitCount).compactMap { _ in reading.number(4).map(Hash.init) }
    self.init(first: first, before: before, reach: reach)
    var step: [Change] = []
    for _ in 0..<changeCount {
      guard let place = reading.number(2), let hash = reading.number(4) else { return nil }
      if place & Self.together == 0 {
        add(step: step)
        step = []
      }
      let unit = place & ~Self.together
      guard unit < unitCount else { return nil }
      step.append(Change(unit: unit, hash: Hash(hash)))
    }
    add(step: step)
    for index in 0..<exceptionCount + replacedCount {
      guard let unit = reading.number(2), unit < unitCount, let hash = reading.number(4) else {
        return nil
      }
      let change = Change(unit: unit, hash: Hash(hash))
      if index < exceptionCount { add(exception: change) } else { add(replaced: [change]) }
    }
  }
}

/// Numbers off the front of some bytes.
private struct Reading {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var left: Int { bytes.count }

  mutating func number(_ size: Int) -> Int? {
    guard bytes.count >= size else { return nil }
    defer { bytes = bytes.dropFirst(size) }
    return bytes.prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }
}
