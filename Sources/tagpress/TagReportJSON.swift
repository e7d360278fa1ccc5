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
      ("uid", uid.map { .string($0.description) } ?? .null),
      ("chip", image.chip.map { .string($0.rawValue) } ?? .null),
      ("title", .string(chipTitle)),
      ("version", version.map { .string(hex($0)) } ?? .null),
      ("pages", .integer(image.pageCount)),
      ("capacity", capacity.map { .integer($0) } ?? .null),
      ("content", .string(state.content.machineName)),
      ("access", .string(state.access.machineName)),
      ("signature", signature.map { .string(hex($0)) } ?? .null),
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
    image[number].map { .string(hex($0.bytes)) } ?? .null
  }
}
