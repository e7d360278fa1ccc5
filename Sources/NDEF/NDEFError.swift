// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A broken rule and where it was broken.
package struct NDEFError: Error, Hashable {
  package var rule: Rule
  /// The byte of the message, or of the value that was to be written, that breaks the rule.
  ///
  /// Input that ends too early is reported at its end.
  package var offset: Int

  package init(_ rule: Rule, at offset: Int) {
    self.rule = rule
    self.offset = offset
  }
}

/// The rules of NDEF 1.0 and of the record type definitions, under the names that are printed.
package enum Rule: String, Hashable, Sendable, CaseIterable {
  // The message.
  case emptyInput = "empty-input"
  case truncated
  case trailingBytes = "trailing-bytes"
  case noMessageBegin = "no-message-begin"
  case secondMessageBegin = "second-message-begin"
  case noMessageEnd = "no-message-end"
  case tooManyRecords = "too-many-records"

  // A record.
  case reservedTNF = "reserved-tnf"
  case emptyRecordNotEmpty = "empty-record-not-empty"
  case typeMissing = "type-missing"
  case unknownWithType = "unknown-with-type"
  case typeTooLong = "type-too-long"
  case idTooLong = "id-too-long"
  case payloadTooLong = "payload-too-long"

  // A record in chunks.
  case chunkWithMessageEnd = "chunk-with-message-end"
  case chunkNotUnchanged = "chunk-not-unchanged"
  case chunkWithID = "chunk-with-id"
  case unchangedWithoutChunk = "unchanged-without-chunk"
  case unchangedWithType = "unchanged-with-type"
  case unfinishedChunk = "unfinished-chunk"

  // A typed view.
  case emptyPayload = "empty-payload"
  case reservedPrefixCode = "reserved-prefix-code"
  case notUTF8 = "not-utf8"
  case notUTF16 = "not-utf16"
  case controlCharacter = "control-character"
  case reservedStatusBit = "reserved-status-bit"
  case languageEmpty = "language-empty"
  case languageTooLong = "language-too-long"
  case languageOverruns = "language-overruns"
  case languageNotASCII = "language-not-ascii"
  case typeMalformed = "type-malformed"

  // A smart poster.
  case noURIRecord = "uri-records-0"
  case severalURIRecords = "uri-records-2"
  case posterURINotUTF8 = "uri-not-utf8"
  case titleLanguageTwice = "title-language-twice"
  case actionMalformed = "action-malformed"
  case sizeMalformed = "size-malformed"
}
