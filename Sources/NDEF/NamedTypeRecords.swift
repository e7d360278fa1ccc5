// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension NDEFRecord {
  static let androidApplicationType = Array("android.com:pkg".utf8)

  /// A record of an Internet media type such as `text/plain`.
  package static func media(type: String, data: [UInt8]) throws(NDEFError) -> NDEFRecord {
    try named(.media, type, separator: 0x2F, data)  // "/"
  }

  /// A record of a type that an organisation made up under its domain: `example.com:type`.
  ///
  /// Case is kept: the specification ignores it when types are compared, but phones do not.
  package static func external(type: String, data: [UInt8]) throws(NDEFError) -> NDEFRecord {
    try named(.external, type, separator: 0x3A, data)  // ":"
  }

  /// The record that makes Android open this app, or its page in the store.
  ///
  /// An error's offset counts in the UTF-8 of the package name.
  package static func androidApplication(_ package: String) throws(NDEFError) -> NDEFRecord {
    let name = Array(package.utf8)
    guard !name.isEmpty else { throw NDEFError(.emptyPayload, at: 0) }
    if let index = firstControlCharacter(in: name, from: 0) {
      throw NDEFError(.controlCharacter, at: index)
    }
    guard name.count <= Limit.payloadBytes else { throw NDEFError(.payloadTooLong, at: 0) }
    return NDEFRecord(tnf: .external, type: androidApplicationType, payload: name)
  }

  /// A type that is printable and has something on either side of its separator.
  private static func named(
    _ tnf: TypeNameFormat, _ name: String, separator: UInt8, _ data: [UInt8]
  ) throws(NDEFError) -> NDEFRecord {
    let type = Array(name.utf8)
    if let index = type.firstIndex(where: { !isVisibleASCII($0) }) {
      throw NDEFError(.typeMalformed, at: index)
    }
    guard let middle = type.firstIndex(of: separator), middle > 0, middle + 1 < type.count else {
      throw NDEFError(.typeMalformed, at: 0)
    }
    let record = NDEFRecord(tnf: tnf, type: type, payload: data)
    if let rule = record.brokenRule { throw NDEFError(rule, at: 0) }
    return record
  }
}
