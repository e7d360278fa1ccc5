// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The text of a key file, which a person may open, print and keep in a safe.
enum KeyFileText {
  static let firstLine = "tagpress password key "
  static let version = 1

  /// Fifteen times what TagPress writes: room for a person's own comments.
  static let maximumBytes = 10_000

  /// The whole file.
  ///
  /// The caller overwrites the bytes after use.
  static func bytes(of key: PasswordKey) -> [UInt8] {
    var text: [UInt8] = []
    // An array that never grows leaves no copies behind.
    text.reserveCapacity(maximumBytes)
    text +=
      """
      \(firstLine)\(version)
      # This file is a secret. TagPress makes the passwords of tags from it.
      # Anyone with a copy can change those tags. Without it, no one can ever change them again.
      # Back it up before the first tag: copy it to a second place that only you can read,
      # or print it. Keep its name, its lines and its permissions (chmod 600) as they are.
      # Never mail it. It is needed for as long as the tags hang on a wall.
      # The id is no secret: it tells which key a tag was protected with.
      name: \(key.name)
      id: \(key.id)
      key:\u{20}
      """.utf8
    let digits = Array("0123456789ABCDEF".utf8)
    key.withBytes { bytes in
      for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 0x0F)])
      }
    }
    text.append(UInt8(ascii: "\n"))
    return text
  }

  /// Reads a whole file: the first line, then each field once, in any order, between comments.
  static func key(from text: [UInt8]) throws(KeyFileFault) -> PasswordKey {
    guard text.count <= maximumBytes else { throw .tooLarge }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(withoutCarriageReturn)
    try checkFirstLine(lines.first ?? [])

    var fields: [KeyFileField: ArraySlice<UInt8>] = [:]
    for (index, line) in lines.enumerated().dropFirst()
    where !line.isEmpty && line.first != UInt8(ascii: "#") {
      let field = KeyFileField.allCases.first { line.starts(with: "\($0.rawValue): ".utf8) }
      guard let field else { throw .damagedLine(index + 1) }
      guard fields[field] == nil else { throw .repeatedLine(index + 1) }
      fields[field] = line.dropFirst(field.rawValue.utf8.count + 2)
    }
    guard let name = fields[.name] else { throw .missing(.name) }
    guard let storedID = fields[.id] else { throw .missing(.id) }
    guard let digits = fields[.key] else { throw .missing(.key) }

    guard let id = PasswordKeyID(String(decoding: storedID, as: UTF8.self)) else {
      throw .damagedLine(line(of: storedID, in: lines))
    }
    guard digits.count == 2 * PasswordKey.byteCount, var secret = Plain.bytes(ofHexDigits: digits)
    else { throw .damagedLine(line(of: digits, in: lines)) }
    defer { erase(&secret) }
    guard let name = String(validating: name, as: UTF8.self) else {
      throw .damagedLine(line(of: name, in: lines))
    }
    let key: PasswordKey
    do throws(PasswordKeyError) {
      key = try PasswordKey(name: name, bytes: secret)
    } catch {
      throw .key(error)
    }
    guard key.id == id else { throw .wrongID(stored: id, computed: key.id) }
    return key
  }

  private static func checkFirstLine(_ line: ArraySlice<UInt8>) throws(KeyFileFault) {
    if line.elementsEqual("\(firstLine)\(version)".utf8) { return }
    let rest = String(decoding: line.dropFirst(firstLine.utf8.count), as: UTF8.self)
    // "+1" and "01" are numbers too, but no one's version.
    guard line.starts(with: firstLine.utf8), let found = Int(rest), found > version else {
      throw .notAKeyFile
    }
    throw .version(found)
  }

  /// Windows editors end lines with two characters; the key is the same.
  private static func withoutCarriageReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The number of the line that a field's text is a part of: both are slices of the same array.
  private static func line(of text: ArraySlice<UInt8>, in lines: [ArraySlice<UInt8>]) -> Int {
    1 + (lines.lastIndex { $0.startIndex <= text.startIndex } ?? 0)
  }
}
