// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import Plain
internal import StrictJSON
internal import TagKeys
internal import TagMemory

extension TagContent {
  /// The records, when there is a message that can be read.
  var records: MessageReading? {
    guard case .message(let bytes) = self else { return nil }
    return try? MessageReading(bytes, .tolerant)
  }
}

/// What the reports of all tag types tell programs about a message: its bytes, its records, and
/// what phones do with it.
func messageMembers(
  _ content: TagContent, _ message: MessageReading?, _ forecast: PhoneForecast
) -> [(key: String, value: JSONValue)] {
  var members: [(key: String, value: JSONValue)] = []
  if case .message(let bytes) = content { members.append(("message", .string(hex(bytes)))) }
  members += message.map(recordMembers) ?? []
  members.append(("iphone", .string(forecast.iPhone)))
  members.append(("android", .string(forecast.android)))
  return members
}

/// Whether the maker's signature fits; null when there is none or it cannot be checked.
func genuineJSON(_ verdict: SignatureVerdict?) -> JSONValue {
  switch verdict {
  case .genuine: true
  case nil, .uncheckable: .null
  default: false
  }
}
