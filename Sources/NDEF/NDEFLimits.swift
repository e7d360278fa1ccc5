// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The limits of this room; `docs/ndef.md` lists them with their reasons.
package enum Limit {
  /// A record's payload after its chunks were joined: far more than any chip holds, and the same
  /// bound that ndeflib keeps.
  package static let payloadBytes = 1 << 20
  /// Records of one message.
  ///
  /// An array of empty records takes ten times the space of their bytes.
  package static let recordsPerMessage = 10_000
  /// The width of the type length field.
  package static let typeBytes = 255
  /// The width of the id length field.
  package static let idBytes = 255
  /// The language code of a text record: six bits of its status byte.
  package static let languageBytes = 63
}
