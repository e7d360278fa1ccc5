// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A text in one language (RTD Text 1.0).
package struct TextRecord: Hashable, Sendable {
  package enum Encoding: String, Hashable, Sendable {
    case utf8 = "UTF-8"
    case utf16 = "UTF-16"
  }

  package var text: String
  /// An IANA language code such as `en` or `de-CH`.
  package var language: String
  package var encoding: Encoding

  package init(_ text: String, language: String, encoding: Encoding = .utf8) {
    self.text = text
    self.language = language
    self.encoding = encoding
  }
}

extension TextRecord {
  fileprivate static let utf16Bit: UInt8 = 0x80
  private static let reservedBit: UInt8 = 0x40

  /// Reads a payload: status byte, language code, text.
  static func read(_ payload: [UInt8]) -> Reading<TextRecord> {
    guard let status = payload.first else {
      return Reading(
        value: TextRecord("", language: ""), flaw: NDEFError(.emptyPayload, at: 0))
    }
    let languageLength = Int(status & 0x3F)
    let textStart = min(1 + languageLength, payload.count)
    let language = payload[1..<textStart]
    let text =
      status & utf16Bit == 0
      ? readUTF8(payload, from: textStart) : readUTF16(payload, from: textStart)

    let flaw: NDEFError? =
      if status & reservedBit != 0 {
        NDEFError(.reservedStatusBit, at: 0)
      } else if languageLength == 0 {
        NDEFError(.languageEmpty, at: 0)
      } else if 1 + languageLength > payload.count {
        NDEFError(.languageOverruns, at: payload.count)
      } else if let index = language.firstIndex(where: { !isVisibleASCII($0) }) {
        NDEFError(.languageNotASCII, at: index)
      } else {
        text.flaw
      }
    return Reading(
      value: TextRecord(
        text.value, language: String(decoding: language, as: UTF8.self),
        encoding: status & utf16Bit == 0 ? .utf8 : .utf16),
      flaw: flaw)
  }
}

extension NDEFRecord {
  static let textType: [UInt8] = [0x54]  // "T"

  /// A text record; an error's offset counts in the UTF-8 of the language code.
  package static func text(_ text: TextRecord) throws(NDEFError) -> NDEFRecord {
    let language = Array(text.language.utf8)
    guard !language.isEmpty else { throw NDEFError(.languageEmpty, at: 0) }
    guard language.count <= Limit.languageBytes else {
      throw NDEFError(.languageTooLong, at: Limit.languageBytes)
    }
    if let index = language.firstIndex(where: { !isVisibleASCII($0) }) {
      throw NDEFError(.languageNotASCII, at: index)
    }
    let status = UInt8(truncatingIfNeeded: language.count)
    let payload =
      switch text.encoding {
      case .utf8: [status] + language + Array(text.text.utf8)
      case .utf16: [status | TextRecord.utf16Bit] + language + utf16Bytes(of: text.text)
      }
    guard payload.count <= Limit.payloadBytes else {
      throw NDEFError(.payloadTooLong, at: 0)
    }
    return NDEFRecord(tnf: .wellKnown, type: textType, payload: payload)
  }
}
