// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import WebLink

/// How many rows have a link of one host, or of one scheme where links have no host.
package struct HostCount: Hashable, Sendable {
  /// The host, or the scheme with its colon.
  package let name: String
  package internal(set) var rows: Int
}

/// The beginnings of a job's links, up to the host and its port, each found and judged once.
struct LinkBeginnings {
  struct Beginning {
    let bytes: [UInt8]
    /// The host, or the scheme with its colon.
    let name: String
    let isWeb: Bool
    /// Whether an app can open such links at all: no port keeps it from that.
    let mayOpenApps: Bool
    let doubts: [LinkDoubt]
    let file: String
    let position: TextPosition
    var rows = 0
  }

  /// How many are told apart; a job whose every row has a host of its own is counted, not listed.
  static let countMax = 1_000

  private(set) var all: [Beginning] = []
  /// The rows with any other beginning.
  private(set) var otherRows = 0
  private var indexes: [[UInt8]: Int] = [:]
  private var latest = 0

  /// Counts a row, and says where the path begins if apps could open the link.
  mutating func note(_ row: borrowing JobRow) -> Int? {
    let link = row.link
    if all.isEmpty || !isBeginning(latest, of: link) {
      guard let index = find(row, link) else { return nil }
      latest = index
    }
    all[latest].rows += 1
    return all[latest].mayOpenApps ? all[latest].bytes.count : nil
  }

  /// The number of a beginning that is not the latest one; nil if it is one too many.
  private mutating func find(_ row: borrowing JobRow, _ link: [UInt8]) -> Int? {
    let bytes = Array(link[..<end(of: link, kind: row.kind)])
    guard let index = indexes[bytes] ?? add(bytes, row) else {
      otherRows += 1
      return nil
    }
    return index
  }

  private func isBeginning(_ index: Int, of link: [UInt8]) -> Bool {
    let count = all[index].bytes.count
    guard link.count >= count else { return false }
    for offset in 0..<count where link[offset] != all[index].bytes[offset] { return false }
    return !all[index].isWeb || link.count == count || endsHost(link[count])
  }

  private func end(of link: [UInt8], kind: LinkKind) -> Int {
    let colon = link.firstIndex(of: UInt8(ascii: ":")) ?? link.count - 1
    guard kind.isWeb else { return colon + 1 }
    let host = min(colon + 3, link.count)
    return link[host...].firstIndex(where: endsHost) ?? link.count
  }

  private mutating func add(_ bytes: [UInt8], _ row: borrowing JobRow) -> Int? {
    guard all.count < Self.countMax else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // Without a host, a link is judged by its scheme alone.
    let link = row.kind.isWeb ? try? WebLink(text) : nil
    let doubts = link?.doubts ?? (row.kind.opensOnIPhone ? [] : [.androidOnly])
    all.append(
      Beginning(
        bytes: bytes, name: link?.host.map(String.init) ?? text, isWeb: row.kind.isWeb,
        mayOpenApps: link.map { $0.port == nil } ?? false, doubts: doubts, file: row.file,
        position: row.position))
    indexes[bytes] = all.count - 1
    return all.count - 1
  }

  /// The hosts with their rows, the most frequent first; http and https count together.
  var hosts: [HostCount] {
    var hosts: [HostCount] = []
    var places: [String: Int] = [:]
    for beginning in all {
      if let place = places[beginning.name] {
        hosts[place].rows += beginning.rows
      } else {
        places[beginning.name] = hosts.count
        hosts.append(HostCount(name: beginning.name, rows: beginning.rows))
      }
    }
    return hosts.sorted { ($1.rows, $0.name) < ($0.rows, $1.name) }
  }
}

/// Whether a byte is the first behind host and port.
private func endsHost(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}

/// Whether a link has an encoded dot; what that means is found out for those few.
func holdsEncodedDot(_ link: [UInt8]) -> Bool {
  link.withUnsafeBufferPointer { bytes in
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), bytes[index + 1] == UInt8(ascii: "2"),
        bytes[index + 2] | 0x20 == UInt8(ascii: "e")
      {
        return true
      }
      index += 1
    }
    return false
  }
}
