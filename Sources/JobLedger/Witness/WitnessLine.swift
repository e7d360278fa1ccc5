// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// What a line of the witness says, without its number and its hash.
///
/// On the disk it is one line of text: number, moment, kind and `name=value` parts, with tabs
/// between them, so that a person can read it and `grep` finds a row or a tag.
struct WitnessLine: Equatable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// The first line: whose record this is, and of which file.
    case witness
    /// A token that a row got.
    case token
    /// A manifest that was taken over.
    case manifest
    /// A row belongs to this tag from now on.
    case claim
    /// The row gives its begun tag other content.
    case renew
    /// A change that reading does not show is about to be made.
    case step
    // The outcomes.
    case done
    case again
    case failed
    case putAside = "put-aside"
    case refused
    // What a person said.
    case void
    case keep
    case confirmed
    case unconfirmed
    case approved
    /// The link in the code on a row's label; without a link, the label was thrown away.
    case label
    /// From here on the files are used in another place, or by another machine.
    case moved
    /// The ledger or the witness was recreated.
    case rebuilt
  }

  var at: Moment
  var kind: Kind
  private(set) var parts: [(name: String, value: String)] = []

  init(_ kind: Kind, at moment: Moment, _ parts: KeyValuePairs<String, String?> = [:]) {
    at = moment
    self.kind = kind
    for (name, value) in parts { add(name, value) }
  }

  mutating func add(_ name: String, _ value: String?) {
    if let value { parts.append((name, value)) }
  }

  subscript(name: String) -> String? { parts.first { $0.name == name }?.value }

  func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  func bytes(_ name: String) -> [UInt8]? {
    self[name].flatMap { Plain.bytes(ofHexDigits: $0.utf8) }
  }

  static func == (left: WitnessLine, right: WitnessLine) -> Bool {
    left.at == right.at && left.kind == right.kind
      && left.parts.elementsEqual(right.parts) { $0 == $1 }
  }

  /// The line without its hash, as it is hashed.
  func text(number: Int) -> [UInt8] {
    var text = Array("\(number)\t\(at.code)\t\(kind.rawValue)".utf8)
    for (name, value) in parts {
      text.append(UInt8(ascii: "\t"))
      text += name.utf8
      text.append(UInt8(ascii: "="))
      Self.escape(value, into: &text)
    }
    return text
  }

  /// Reads what `text(number:)` wrote; nil for anything else.
  init?(_ text: some Collection<UInt8>, number: Int) {
    let fields = text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard fields.count >= 3, String(decoding: fields[0], as: UTF8.self) == "\(number)",
      let at = Moment(code: String(decoding: fields[1], as: UTF8.self)),
      let kind = Kind(rawValue: String(decoding: fields[2], as: UTF8.self))
    else { return nil }
    self.at = at
    self.kind = kind
    for field in fields[3...] {
      guard let equals = field.firstIndex(of: UInt8(ascii: "=")),
        let value = Self.unescape(field[field.index(after: equals)...])
      else { return nil }
      parts.append((String(decoding: field[..<equals], as: UTF8.self), value))
    }
  }

  /// Control characters and the backslash become `\\xNN`, so that a value stays on its line and
  /// does nothing to a terminal.
  static func escape(_ value: String, into text: inout [UInt8]) {
    for byte in value.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
        text += "\\x".utf8
        text += upperHex([byte]).utf8
      } else {
        text.append(byte)
      }
    }
  }

  static func unescape(_ value: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var rest = value[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"), rest.count >= 2,
        let escaped = Plain.bytes(ofHexDigits: rest.prefix(2))
      else { return nil }
      bytes += escaped
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
