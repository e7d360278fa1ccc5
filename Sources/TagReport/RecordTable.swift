// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
internal import Plain

/// The records of a message as people read them.
package func recordTable(_ reading: MessageReading) -> String {
  let records = reading.message.records
  var lines = ["\(count(records.count, "record")), \(count(reading.size, "byte"))"]
  for (index, (record, view)) in zip(records, reading.views()).enumerated() {
    lines.append("")
    lines.append("\(index + 1)  \(kind(view.content, record)): \(content(view.content, record))")
    lines.append("   \(header(record))")
    lines += payloadLines(record.payload).map { "   \($0)" }
    if let flaw = view.flaw { lines.append("   ! \(Refusal(flaw).sentence)") }
  }
  if let flaw = reading.flaw {
    lines.append("")
    lines.append("! \(Refusal(flaw).sentence)")
  }
  return lines.joined(separator: "\n") + "\n"
}

/// The records of a message on one line.
package func recordSummary(_ reading: MessageReading) -> String {
  zip(reading.message.records, reading.views())
    .map { record, view in "\(kind(view.content, record)): \(content(view.content, record))" }
    .joined(separator: " | ")
}

private func kind(_ content: RecordContent, _ record: NDEFRecord) -> String {
  switch content {
  case .empty: "Empty record"
  case .uri: "URI"
  case .text(let text): "Text (\(visible(text.language)))"
  case .smartPoster: "Smart Poster"
  case .androidApplication: "Android app"
  case .media: "Media"
  case .external: "External type"
  case .absoluteURI: "Absolute URI"
  case .unknown: "Unknown type"
  case .other:
    "\(typeKind(record.tnf)) type \(visible(String(decoding: record.type, as: UTF8.self)))"
  }
}

private func typeKind(_ tnf: TypeNameFormat) -> String {
  switch tnf {
  case .wellKnown: "Well-known"
  case .media: "Media"
  default: "External"
  }
}

private func content(_ content: RecordContent, _ record: NDEFRecord) -> String {
  switch content {
  case .empty: "-"
  case .uri(let uri), .absoluteURI(let uri): visible(uri)
  case .text(let text): visible(text.text)
  case .smartPoster(let poster):
    ([poster.uri] + poster.titles.map { "\"\($0.text)\" (\($0.language))" })
      .map(visible).joined(separator: ", ")
  case .androidApplication(let package): visible(package)
  case .media(let type, let data), .external(let type, let data):
    "\(visible(type)), \(count(data.count, "byte"))"
  case .unknown, .other: count(record.payload.count, "byte")
  }
}

private func header(_ record: NDEFRecord) -> String {
  let type = record.type.isEmpty ? "none" : hex(record.type)
  let id = record.id.isEmpty ? "none" : hex(record.id)
  return "TNF 0x0\(record.tnf.rawValue), type \(type), id \(id), payload \(record.payload.count):"
}

/// Only the beginning of a long payload is shown; programs get all of it.
private func payloadLines(_ payload: [UInt8]) -> [String] {
  let perLine = 24
  let shown = payload.prefix(perLine * 8)
  var lines = stride(from: 0, to: shown.count, by: perLine).map { start in
    hex(shown[start..<min(start + perLine, shown.count)])
  }
  if shown.count < payload.count { lines.append("… (\(payload.count - shown.count) more)") }
  return lines
}
