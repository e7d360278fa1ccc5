// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
internal import Plain
package import StrictJSON

/// The records of a message for programs, as members of an object: bytes in lower-case hex,
/// together with what they mean.
package func recordMembers(_ reading: MessageReading) -> [(key: String, value: JSONValue)] {
  let records = zip(reading.message.records, reading.views()).map(recordJSON)
  var members: [(key: String, value: JSONValue)] = [("records", .array(records))]
  if let flaw = reading.flaw { members.append(("flaw", Refusal(flaw).json)) }
  return members
}

private func recordJSON(_ record: NDEFRecord, _ view: RecordView) -> JSONValue {
  var members: [(key: String, value: JSONValue)] = [
    ("tnf", .integer(Int(record.tnf.rawValue))),
    ("type", .string(hex(record.type))),
    ("id", .string(hex(record.id))),
    ("payload", .string(hex(record.payload))),
  ]
  switch view.content {
  case .uri(let uri), .absoluteURI(let uri):
    members.append(("uri", .string(uri)))
  case .text(let text):
    members.append(("text", .string(text.text)))
    members.append(("language", .string(text.language)))
  case .smartPoster(let poster):
    members.append(("uri", .string(poster.uri)))
    let titles = poster.titles.map { title -> JSONValue in
      ["text": .string(title.text), "language": .string(title.language)]
    }
    members.append(("titles", .array(titles)))
  case .androidApplication(let package):
    members.append(("package", .string(package)))
  case .media, .external, .empty, .unknown, .other:
    break
  }
  if let flaw = view.flaw { members.append(("flaw", Refusal(flaw).json)) }
  return .object(members)
}
