// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension NDEFError {
  /// The error in a sentence that says where, what, and what to do next.
  package var words: String {
    "Byte \(offset): \(rule.words)"
  }
}

extension Rule {
  /// What is wrong, and the next step.
  fileprivate var words: String {
    switch self {
    case .emptyInput:
      "there is no message at all; give at least one record."
    case .truncated:
      "the message ends inside a record; read the tag again, or check the length before it."
    case .trailingBytes:
      "the message is over but bytes follow; shorten the length (--tolerant leaves them out)."
    case .noMessageBegin:
      "the first record does not begin a message; check where the message starts."
    case .secondMessageBegin:
      "a second message begins inside the first; write the message again."
    case .noMessageEnd:
      "no record ends the message; read the tag again, or write the message again."
    case .tooManyRecords:
      "there are more than \(Limit.recordsPerMessage) records; split the message."
    case .reservedTNF:
      "the record has the reserved type format 7; write the record with a defined one."
    case .emptyRecordNotEmpty:
      "a record marked as empty has content; write it with its real type."
    case .typeMissing:
      "the record has a kind of type but no type; write the record again with one."
    case .unknownWithType:
      "a record of unknown type names a type; write it without one."
    case .typeTooLong:
      "the type is longer than \(Limit.typeBytes) bytes; choose a shorter one."
    case .idTooLong:
      "the id is longer than \(Limit.idBytes) bytes; choose a shorter one."
    case .payloadTooLong:
      "the payload is longer than \(Limit.payloadBytes) bytes; put a link to the data instead."
    case .chunkWithMessageEnd:
      "a chunk says both that more follows and that it is the last; write the message again."
    case .chunkNotUnchanged:
      "another record begins before the last chunk came; write the message again."
    case .chunkWithID:
      "a later chunk has an id of its own; write the message again."
    case .unchangedWithoutChunk:
      "a later chunk has no first chunk before it; write the record whole."
    case .unchangedWithType:
      "a later chunk has a type of its own; write the message again."
    case .unfinishedChunk:
      "the last chunk is missing; read the tag again, or write the message again."
    case .emptyPayload:
      "the record lacks content that it must have; write it again with its content."
    case .reservedPrefixCode:
      "the link begins with a reserved prefix code; write the link again."
    case .notUTF8:
      "the text is not UTF-8; write it again in UTF-8."
    case .notUTF16:
      "the text is not UTF-16; write it again in UTF-8."
    case .controlCharacter:
      "there is a control character in a link or name; remove or percent-encode it."
    case .reservedStatusBit:
      "the text has a reserved status bit set; write the text again."
    case .languageEmpty:
      "the text names no language; give a code such as `en`."
    case .languageTooLong:
      "the language code is longer than \(Limit.languageBytes) bytes; give one such as `en`."
    case .languageOverruns:
      "the language code is longer than the record; write the text again."
    case .languageNotASCII:
      "the language code contains characters that no code has; give one such as `en`."
    case .typeMalformed:
      "this is not a type; write it like `text/plain` or `example.com:type`."
    case .noURIRecord:
      "the smart poster has no link; add one URI record."
    case .severalURIRecords:
      "the smart poster has a second link; keep one URI record."
    case .posterURINotUTF8:
      "the link in the smart poster is not UTF-8; write the link again."
    case .titleLanguageTwice:
      "the smart poster has two titles in one language; keep one of them."
    case .actionMalformed:
      "the action of the smart poster is not one byte; write the action again."
    case .sizeMalformed:
      "the size in the smart poster is not four bytes; write the size again."
    }
  }
}
