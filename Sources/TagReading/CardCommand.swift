// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A command to a smart card (ISO 7816-4), in its shortest form.
struct CardCommand: Hashable, Sendable {
  private let header: [UInt8]
  private let data: [UInt8]
  /// The most bytes of the answer; nil if only a status is expected.
  private let expected: Int?

  private init(_ header: [UInt8], _ data: [UInt8] = [], expecting expected: Int? = nil) {
    self.header = header
    self.data = data
    self.expected = expected
  }

  /// Lengths of one byte, or of two after a zero where one is too small.
  var bytes: [UInt8] {
    func wide(_ number: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    if data.count <= 0xFF, (expected ?? 0) <= 0x100 {
      let counted = data.isEmpty ? [] : [UInt8(truncatingIfNeeded: data.count)] + data
      return header + counted + (expected.map { [UInt8(truncatingIfNeeded: $0)] } ?? [])
    }
    let counted = data.isEmpty ? [] : wide(data.count) + data
    return header + [0] + counted + (expected.map(wide) ?? [])
  }

  /// SELECT by the name of an application.
  static func select(application name: [UInt8]) -> CardCommand {
    CardCommand([0x00, 0xA4, 0x04, 0x00], name, expecting: 256)
  }

  /// SELECT by the identifier of a file; mapping version 1.0 cannot be told that no answer is wanted.
  static func select(file: UInt16, isOld: Bool) -> CardCommand {
    CardCommand(
      [0x00, 0xA4, 0x00, isOld ? 0x00 : 0x0C],
      [UInt8(truncatingIfNeeded: file >> 8), UInt8(truncatingIfNeeded: file)])
  }

  /// READ BINARY; after 7FFF both the offset and the answer are objects.
  static func read(at offset: Int, count: Int) -> CardCommand {
    guard isLarge(offset) else {
      return CardCommand([0x00, 0xB0] + place(offset), expecting: count)
    }
    return CardCommand(
      [0x00, 0xB1, 0x00, 0x00], offsetObject(offset), expecting: count + dataHead(count).count)
  }

  /// UPDATE BINARY, with objects for offset and data after 7FFF.
  static func update(_ data: [UInt8], at offset: Int) -> CardCommand {
    guard isLarge(offset) else { return CardCommand([0x00, 0xD6] + place(offset), data) }
    return CardCommand(
      [0x00, 0xD7, 0x00, 0x00], offsetObject(offset) + dataHead(data.count) + data)
  }

  /// A command of NXP's own chips, wrapped for ISO 7816-4.
  static func native(_ code: UInt8, _ data: [UInt8] = []) -> CardCommand {
    CardCommand([0x90, code, 0x00, 0x00], data, expecting: 256)
  }

  /// Whether READ and UPDATE BINARY need objects for the offset.
  static func isLarge(_ offset: Int) -> Bool { offset > 0x7FFF }

  /// The content of an object 53 that fills an answer; nil for anything else.
  static func content(ofDataObject answer: [UInt8]) -> [UInt8]? {
    for lengthSize in [0, 1, 2] {
      let headSize = 2 + lengthSize
      guard answer.count >= headSize else { return nil }
      let head = Array(answer.prefix(headSize))
      if head == dataHead(answer.count - headSize) { return Array(answer.dropFirst(headSize)) }
    }
    return nil
  }

  private static func place(_ offset: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: offset >> 8), UInt8(truncatingIfNeeded: offset)]
  }

  private static func offsetObject(_ offset: Int) -> [UInt8] {
    [0x54, 0x03, UInt8(truncatingIfNeeded: offset >> 16)] + place(offset)
  }

  /// Tag and length of an object 53 with this many bytes.
  private static func dataHead(_ count: Int) -> [UInt8] {
    switch count {
    case ...0x7F: [0x53, UInt8(truncatingIfNeeded: count)]
    case ...0xFF: [0x53, 0x81, UInt8(truncatingIfNeeded: count)]
    default: [0x53, 0x82] + place(count)
    }
  }
}

/// The answer of a smart card: data, and a status of two bytes.
struct CardAnswer: Hashable, Sendable {
  let data: [UInt8]
  let status: CardStatus

  init(data: [UInt8], status: CardStatus) {
    self.data = data
    self.status = status
  }

  /// Nil for an answer that is too short for a status.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    data = Array(bytes.dropLast(2))
    status = CardStatus(rawValue: bytes.suffix(2).reduce(0) { $0 << 8 | UInt16($1) })
  }
}

/// The status word of a smart card.
package struct CardStatus: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let done = CardStatus(rawValue: 0x9000)
  /// Fewer bytes came than requested, because the file ends.
  static let endOfFile = CardStatus(rawValue: 0x6282)
  /// The card's own language: done, and there is more to come.
  static let nativeDone = CardStatus(rawValue: 0x9100)
  static let nativeMore = CardStatus(rawValue: 0x91AF)
  /// The key is not the chip's, or another one is required.
  static let nativeKeyRefused = CardStatus(rawValue: 0x91AE)
  /// READ_SIG is done.
  static let nativeSignature = CardStatus(rawValue: 0x9190)
  /// The memory cells are worn out.
  static let memoryFailure = CardStatus(rawValue: 0x6581)

  /// The name of a status in the card's own language.
  var nativeCode: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
