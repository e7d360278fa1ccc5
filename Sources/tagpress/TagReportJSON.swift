// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading

extension TagReport {
  /// The report for programs.
  func json(raw: Bool) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .optional(uid?.description)),
      ("chip", .optional(image.chip?.rawValue)),
      ("title", .string(chipTitle)),
      ("version", .optional(version.map { hex($0) })),
      ("pages", .integer(image.pageCount)),
      ("capacity", .optional(capacity)),
      ("content", .string(state.content.machineName)),
      ("access", .string(state.access.machineName)),
      ("signature", .optional(signature.map { hex($0) })),
      ("genuine", genuineJSON(verdict)),
      ("findings", .array(findings.map(json))),
    ]
    members += messageMembers(state.content, message, forecast)
    if raw { members.append(("memory", .array((0..<image.pageCount).map(page)))) }
    return .object(members)
  }

  private func json(_ finding: Finding) -> JSONValue {
    ["name": .string(finding.machineName), "words": .string(finding.words)]
  }

  private func page(_ number: Int) -> JSONValue {
    .optional(image[number].map { hex($0.bytes) })
  }
}
