// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
internal import Threads
package import VirtualReader

/// Virtual tags that a person lays on virtual readers, to learn what a real desk will ask for.
package final class OwnHand: Sendable {
  package enum Deed: String, Sendable {
    /// Takes what is there away and lays down a tag from the box.
    case newTag = "new"
    /// The same with a tag on which there is something else already.
    case usedTag = "used"
    /// Lays another tag from the box beside what is there.
    case beside
    /// Puts the tag back that was taken away last.
    case again
    case away
  }

  private let box: Guarded<Box>

  package init(at readers: [VirtualReader], for job: Job?) {
    let taken = job.map { RehearsalHand.chips(of: $0) } ?? []
    // The largest holds what any other chip holds.
    box = Guarded(
      Box(seats: readers.map { Seat(reader: $0) }, chips: taken.isEmpty ? [.ntag216] : taken))
  }

  /// Does something at one of the readers; false where there is none, or no tag to put back.
  package func act(_ deed: Deed, at number: Int) -> Bool {
    box.withLock { $0.act(deed, at: number) }
  }
}

private struct Seat {
  let reader: VirtualReader
  var lying: [TagID] = []
  var last: TagID?
}

/// The tags, and where they lie.
private struct Box {
  var seats: [Seat]
  var tagCount = 0
  let chips: [SimulatedChip]

  mutating func act(_ deed: OwnHand.Deed, at number: Int) -> Bool {
    guard seats.indices.contains(number) else { return false }
    switch deed {
    case .newTag:
      takeAway(number)
      return lay(newTag(), on: number)
    case .usedTag:
      takeAway(number)
      return lay(usedTag(), on: number)
    case .beside: return lay(newTag(), on: number)
    case .again:
      takeAway(number)
      guard let tag = seats[number].last else { return false }
      seats[number].reader.putBack(tag)
      seats[number].lying = [tag]
    case .away: takeAway(number)
    }
    return true
  }

  private mutating func takeAway(_ number: Int) {
    for tag in seats[number].lying { seats[number].reader.lift(tag) }
    seats[number].last = seats[number].lying.last ?? seats[number].last
    seats[number].lying = []
  }

  private mutating func lay(_ state: [UInt8], on number: Int) -> Bool {
    let tag = try? seats[number].reader.place { () throws(ChipStateError) in
      try VirtualChipFile.read(state)
    }
    guard let tag else { return false }
    seats[number].lying.append(tag)
    return true
  }

  /// Numbered, so that no two are alike.
  private mutating func newTag() -> [UInt8] {
    tagCount += 1
    let number = UInt32(truncatingIfNeeded: tagCount)
    return chips[tagCount % chips.count].newTag(
      [0x48, 0x44] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
  }

  /// A tag with the link of someone else on it.
  private mutating func usedTag() -> [UInt8] {
    tagCount += 1
    let number = UInt32(truncatingIfNeeded: tagCount)
    let tag = SimulatedChip.ntag213.newTag(
      [0x55, 0x44] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    let link = [0x04] + Array("other.example/menu".utf8)
    let record: [UInt8] = [0xD1, 0x01, UInt8(link.count), 0x55] + link
    let memory = [0x03, UInt8(record.count)] + record + [0xFE]
    var pages: [String] = []
    for start in stride(from: 0, to: memory.count, by: 4) {
      let bytes = (start..<start + 4).map { $0 < memory.count ? memory[$0] : 0 }
      pages.append(hexLine(page: 4 + start / 4, bytes))
    }
    let lines = String(decoding: tag, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in
      pages.first { $0.hasPrefix(line.prefix(8)) && line.hasPrefix("page ") } ?? String(line)
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func hexLine(page: Int, _ bytes: [UInt8]) -> String {
    func two(_ byte: UInt8) -> String {
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count < 2 ? "0\(digits)" : digits
    }
    return "page \(two(UInt8(page))) \(bytes.map(two).joined(separator: " "))"
  }
}
