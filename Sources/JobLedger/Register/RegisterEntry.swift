// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import Plain

/// What is remembered about one job: a file to which lines are appended.
///
/// `job`, `at` and each `link` identify the job, `on` says where the links of its tags lead; `end` says how far the witness went, and which tag came then;
/// `anew` says that another chain begins. Incomplete lines are ignored.
package struct RegisterEntry: Sendable {
  package let name: String
  package private(set) var job = ""
  /// Where the ledger was last written.
  package private(set) var path = ""
  /// When that was last recorded, in seconds.
  package let noted: Int
  /// Some links of its manifests, those of the last one at the end.
  package private(set) var links: [String] = []
  /// The beginnings of the links on its tags, up to the host; `anyOrigin` if they were not all recorded.
  package private(set) var origins: [String] = []
  /// The furthest recorded end; nil before the first.
  private(set) var end: (stamp: WitnessStamp, lines: Int)?
  /// The last tags, each with the number of its line.
  private(set) var tags: [Tag] = []

  typealias Tag = (line: Int, row: String, uid: String)

  /// The path under which a ledger is remembered.
  package static func place(of ledger: String) -> String { FilePlace.absolute(ledger) }

  static let bytesMax = 1 << 20
  static let tagsMax = 500
  static let linksMax = 144
  static let originsMax = 64
  package static let anyOrigin = "*"

  static func origin(of link: String) -> String {
    link.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }

  init?(_ path: String) {
    guard let file = OpenFile(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) else {
      return nil
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let bytes = file.read(atMost: min(Int(status.st_size), Self.bytesMax)),
      let end = bytes.lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    name = lastName(of: path)
    noted = Int(status.st_mtim.tv_sec)
    for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) { read(line) }
    guard !job.isEmpty else { return nil }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
      WitnessLine.unescape($0) ?? ""
    }
    switch fields[0] {
    case "job" where fields.count == 2: job = fields[1]
    case "at" where fields.count == 2: path = fields[1]
    case "link" where fields.count == 2:
      links.removeAll { $0 == fields[1] }
      links.append(fields[1])
    case "on" where fields.count == 2: origins.append(fields[1])
    case "anew": (end, tags) = (nil, [])
    case "end" where fields.count == 4 || fields.count == 6:
      guard let bytes = Int(fields[1]), let lines = Int(fields[2]), bytes >= 0, lines >= 0 else {
        return
      }
      let stamp = WitnessStamp(bytes: bytes, digits: fields[3])
      if bytes > 0, bytes >= end?.stamp.bytes ?? 0 { end = (stamp, lines) }
      if fields.count == 6 { tags.append((lines, fields[4], fields[5])) }
    default: break
    }
  }

  /// The same in fewer lines, with as many of the last tags as there is room for.
  func text(atMost bytes: Int) -> [UInt8] {
    var text = Self.line(["job", job]) + Self.line(["at", path])
    for link in links.suffix(Self.linksMax) { text += Self.line(["link", link]) }
    for origin in origins { text += Self.line(["on", origin]) }
    var lines: [[UInt8]] = []
    var left = bytes - text.count
    for tag in tags.suffix(Self.tagsMax).reversed() {
      // The earlier ends do not matter: the last line says how far the witness goes.
      let line = Self.line(["end", "0", "\(tag.line)", "", tag.row, tag.uid])
      left -= line.count
      if left < 0 { break }
      lines.append(line)
    }
    text += lines.reversed().joined()
    if let end {
      text += Self.line(["end", "\(end.stamp.bytes)", "\(end.lines)", end.stamp.digits])
    }
    return text
  }

  static func line(_ fields: [String]) -> [UInt8] {
    var text: [UInt8] = []
    for (number, field) in fields.enumerated() {
      if number > 0 { text.append(UInt8(ascii: "\t")) }
      WitnessLine.escape(field, into: &text)
    }
    text.append(UInt8(ascii: "\n"))
    return text
  }
}
