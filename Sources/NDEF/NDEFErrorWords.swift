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
      "There is no message. Give at least one record."
    case .truncated:
      "The message ends inside a record. Read the tag again, or check the length before it."
    case .trailingBytes:
      "Bytes follow the end of the message. Shorten the length."
    case .noMessageBegin:
      "The first record is not marked as the beginning. Check where the message starts."
    case .secondMessageBegin:
      "A second message begins inside the first. Write the message again."
    case .noMessageEnd:
      "No record is marked as the last one. Read the tag again, or write the message again."
    case .tooManyRecords:
      "There are more than \(Limit.recordsPerMessage) records. Split the message."
    case .reservedTNF:
      "The record has the reserved type format 7. Write the record with a defined one."
    case .emptyRecordNotEmpty:
      "A record marked as empty has content. Write it with its real type."
    case .typeMissing:
      "The record has a type format but no type. Write the record again with a type."
    case .unknownWithType:
      "A record marked as having no known type names one. Write it without a type."
    case .typeTooLong:
      "The type is longer than \(Limit.typeBytes) bytes. Choose a shorter one."
    case .idTooLong:
      "The id is longer than \(Limit.idBytes) bytes. Choose a shorter one."
    case .payloadTooLong:
      "The payload is longer than \(Limit.payloadBytes) bytes. Put a link to the data instead."
    case .chunkWithMessageEnd:
      "A chunk says that more follows, but also that it is the last. Write the message again."
    case .chunkNotUnchanged:
      "Another record begins before the last chunk. Write the message again."
    case .chunkWithID:
      "A later chunk has an id of its own. Write the message again."
    case .unchangedWithoutChunk:
      "A later chunk has no first chunk before it. Write the whole record."
    case .unchangedWithType:
      "A later chunk has a type of its own. Write the message again."
    case .unfinishedChunk:
      "The last chunk is missing. Read the tag again, or write the message again."
    case .emptyPayload:
      "The record lacks its required content. Write it again with its content."
    case .reservedPrefixCode:
      "The link begins with a reserved prefix code. Write the link again."
    case .notUTF8:
      "The text is not UTF-8. Write it again in UTF-8."
    case .notUTF16:
      "The text is not UTF-16. Write it again in UTF-8."
    case .controlCharacter:
      "A link or name contains a control character. Remove it, or percent-encode it."
    case .reservedStatusBit:
      "The text has a reserved status bit set. Write the text again."
    case .languageEmpty:
      "The text names no language. Give a code such as 'en'."
    case .languageTooLong:
      "The language code is longer than \(Limit.languageBytes) bytes. Give a code such as 'en'."
    case .languageOverruns:
      "The language code is longer than the record. Write the text again."
    case .languageNotASCII:
      "The language code contains characters that are not allowed. Give a code such as 'en'."
    case .typeMalformed:
      "This is not a type. Write it like 'text/plain' or 'example.com:type'."
    case .noURIRecord:
      "The smart poster has no link. Add one URI record."
    case .severalURIRecords:
      "The smart poster has a second link. Keep one URI record."
    case .posterURINotUTF8:
      "The link in the smart poster is not UTF-8. Write the link again."
    case .titleLanguageTwice:
      "The smart poster has two titles in one language. Keep one of them."
    case .actionMalformed:
      "The action of the smart poster is not one byte. Write the action again."
    case .sizeMalformed:
      "The size in the smart poster is not four bytes. Write the size again."
    }
  }
}
