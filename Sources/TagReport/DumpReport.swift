// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import StrictJSON
package import TagDump

/// What a dump file of another tool says about its tag.
package struct DumpReport {
  let name: String
  let dump: DumpFile
  let sheet: TagSheet

  package init(_ bytes: [UInt8], name: String) throws(DumpError) {
    self.name = name
    dump = try DumpFile(reading: bytes, name: name)
    sheet = TagSheet(dump)
  }

  /// Whether there is nothing wrong with what is on the tag.
  package var isSound: Bool {
    switch dump.memory.content {
    case .message: sheet.message != nil
    case .empty, .blank, .unformatted: true
    case .type2(let content): content.isSound
    default: false
    }
  }

  package func page(raw: Bool) -> String {
    var lines = ["\(visible(name)), \(dump.format.name)"]
    lines += dump.findings.map { "! \(visible($0.words))" }
    return lines.joined(separator: "\n") + "\n" + sheet.page(raw: raw)
  }

  package func json(raw: Bool) -> JSONValue {
    let members: [(key: String, value: JSONValue)] = [
      ("file", .string(name)), ("format", .string(dump.format.name)),
      ("family", .string(dump.memory.familyName)),
      ("remarks", .array(dump.findings.map { .string($0.words) })),
    ]
    guard case .object(let more) = sheet.json(raw: raw) else { return .object(members) }
    return .object(members + more)
  }
}
