// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import JobManifest
internal import JobSites
internal import WebLink

/// How many rows have a link to one host, or with one scheme where links have no host.
package struct HostCount: Hashable, Sendable {
  /// The host, or the scheme with its colon.
  package let name: String
  package internal(set) var rows: Int
}

/// A host that is no website, and the rows whose links lead to it.
struct UnservedUse {
  let kind: UnservedHost
  let host: String
  let first: String
  let file: String
  let position: TextPosition
  var rows: Int
}

/// The beginnings of a job's links, up to the host and its port, each found and judged once.
struct LinkBeginnings {
  struct Beginning {
    let bytes: [UInt8]
    /// The host, or the scheme with its colon.
    let name: String
    let isWeb: Bool
    /// Where the path begins, if apps can open such links, which a port prevents.
    let pathStart: Int?
    let doubts: [LinkDoubt]
    let unserved: UnservedHost?
    let file: String
    let position: TextPosition
    let cell: SheetCell?
    var rows = 0

    init(_ bytes: [UInt8], of row: borrowing JobRow) {
      self.bytes = bytes
      let text = String(decoding: bytes, as: UTF8.self)
      // Without a host, a link is judged by its scheme alone.
      let link = row.kind.isWeb ? try? WebLink(text) : nil
      name = link?.host.map(String.init) ?? text
      isWeb = row.kind.isWeb
      pathStart = link.flatMap { $0.port == nil ? bytes.count : nil }
      let unserved = link?.host.flatMap { UnservedHost($0) }
      self.unserved = unserved
      // An unreachable host is a more useful finding than an address or a missing dot.
      doubts =
        link?.doubts.filter { unserved == nil || ![.address, .singleLabel].contains($0) }
        ?? (row.kind.opensOnIPhone ? [] : [.androidOnly])
      file = row.file
      position = row.position
      cell = row.cell
    }
  }

  /// How many are told apart; if every row has its own host, the rest is only counted.
  static let countMax = 1_000

  private(set) var all: [Beginning] = []
  /// The rows with other beginnings.
  private(set) var otherRows = 0
  /// The hosts that are no websites, each with its number of rows and the first of them.
  private(set) var unserved: [UnservedUse] = []
  private var indexes: [[UInt8]: Int] = [:]
  private var latest = 0

  /// Counts a row, and says where its path begins if apps could open the link.
  mutating func note(_ row: borrowing JobRow) -> Int? {
    let link = row.link
    if all.isEmpty || !isBeginning(latest, of: link) {
      let bytes = Array(link[..<end(of: link, kind: row.kind)])
      if let known = indexes[bytes] {
        latest = known
      } else {
        let beginning = Beginning(bytes, of: row)
        guard all.count < Self.countMax else {
          otherRows += 1
          noteUnserved(beginning, row)
          return beginning.pathStart
        }
        latest = all.count
        indexes[bytes] = latest
        all.append(beginning)
      }
    }
    all[latest].rows += 1
    if all[latest].unserved != nil { noteUnserved(all[latest], row) }
    return all[latest].pathStart
  }

  private mutating func noteUnserved(_ beginning: Beginning, _ row: borrowing JobRow) {
    guard let kind = beginning.unserved else { return }
    if let index = unserved.firstIndex(where: { $0.host == beginning.name }) {
      unserved[index].rows += 1
    } else if unserved.count(where: { $0.kind == kind })
      < JobLimits.findingsOfAKindMax
    {
      unserved.append(
        UnservedUse(
          kind: kind, host: beginning.name, first: row.idText, file: row.file,
          position: row.position, rows: 1))
    }
  }

  private func isBeginning(_ index: Int, of link: [UInt8]) -> Bool {
    let count = all[index].bytes.count
    guard link.count >= count else { return false }
    for offset in 0..<count where link[offset] != all[index].bytes[offset] { return false }
    return !all[index].isWeb || link.count == count || LinkHost.isEnd(link[count])
  }

  private func end(of link: [UInt8], kind: LinkKind) -> Int {
    if kind.isWeb, let host = LinkHost(link) { return host.end }
    return (link.firstIndex(of: UInt8(ascii: ":")) ?? link.count - 1) + 1
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

/// Whether a link has an encoded dot; only those few links are examined more closely.
func containsEncodedDot(_ link: [UInt8]) -> Bool {
  link.withUnsafeBytes { bytes in
    guard var place = bytes.baseAddress else { return false }
    let end = place + bytes.count
    while let percent = memchr(place, 0x25, end - place) {
      place = UnsafeRawPointer(percent) + 1
      guard end - place >= 2 else { break }
      let (first, second) = (place.load(as: UInt8.self), (place + 1).load(as: UInt8.self))
      if first == UInt8(ascii: "2"), second | 0x20 == UInt8(ascii: "e") { return true }
    }
    return false
  }
}
