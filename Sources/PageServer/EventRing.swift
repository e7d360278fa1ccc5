// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The last events that the pages were told, as Server-Sent Events; older ones make room.
///
/// A reader has only a place in it, so one that never reads costs nothing. Who was away for longer
/// than the ring remembers is told to load everything anew, by the event `reload`.
package struct EventRing: Sendable {
  /// Numbers begin again with each start of the program; one from an earlier start means nothing.
  private let epoch: String
  private let byteMax: Int
  /// The event with number n is at n modulo their count.
  private var slots: [[UInt8]]
  private var oldest = 1
  private var next = 1
  private var byteCount = 0

  package init(epoch: UInt64 = .random(in: 0...UInt64.max), countMax: Int, byteMax: Int) {
    self.epoch = String(epoch, radix: 16)
    self.byteMax = byteMax
    slots = Array(repeating: [], count: max(countMax, 1))
  }

  /// What a page says to get the events after all that there are now.
  package var lastID: String { id(of: next - 1) }

  private func id(of number: Int) -> String { "\(epoch)-\(number)" }

  /// Adds an event; of its name only the characters of a word are taken.
  package mutating func append(_ name: String, _ data: String) {
    if next - oldest == slots.count { dropOldest() }
    let bytes = message(name, data, id: id(of: next))
    slots[next % slots.count] = bytes
    byteCount += bytes.count
    next += 1
    while byteCount > byteMax { dropOldest() }
  }

  private mutating func dropOldest() {
    byteCount -= slots[oldest % slots.count].count
    slots[oldest % slots.count] = []
    oldest += 1
  }

  /// The place behind the event that a page names as its last; nil if it is not known here.
  package func place(after id: String?) -> Int? {
    guard let id, let number = id.split(separator: "-").last.flatMap({ Int($0) }),
      number >= 0, number < next, self.id(of: number) == id
    else { return nil }
    return number
  }

  /// The events behind a place, whole ones until there are so many bytes, and the place behind them.
  ///
  /// Behind no place, and behind one whose next event was dropped, it is only `reload`.
  package func events(after place: Int?, upTo byteMax: Int) -> (bytes: [UInt8], place: Int) {
    guard var place, place >= oldest - 1 else {
      // A browser throws an event without data away.
      return (message("reload", "{}", id: lastID), next - 1)
    }
    var bytes: [UInt8] = []
    while place < next - 1, bytes.isEmpty || bytes.count < byteMax {
      place += 1
      bytes += slots[place % slots.count]
    }
    return (bytes, place)
  }

  /// A line that says nothing, so that both ends notice when the other is gone.
  package static let comment = Array(":\n\n".utf8)

  private func message(_ name: String, _ data: String, id: String) -> [UInt8] {
    let name = name.utf8.filter { isToken([$0]) }
    var bytes = Array("id: \(id)\nevent: ".utf8) + name
    // A line break of any kind would end the data, and an empty line the event.
    var line = data.utf8[...]
    while let end = line.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    {
      bytes += "\ndata: ".utf8
      bytes += line[..<end]
      let isReturn = line[end] == UInt8(ascii: "\r")
      line = line[end...].dropFirst()
      if isReturn, line.first == UInt8(ascii: "\n") { line = line.dropFirst() }
    }
    bytes += "\ndata: ".utf8
    bytes += line
    return bytes + "\n\n".utf8
  }
}
