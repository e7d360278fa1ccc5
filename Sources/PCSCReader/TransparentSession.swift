// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// A time in which a reader leaves the air to us: raw frames of a tag, checksums by the reader.
struct TransparentSession {
  private let slot: any CardSlot

  /// The protocols that a session can change to.
  enum Air: Sendable {
    case typeA
    case vicinity

    /// Object 8F: the standard, and layer 3 of it, where the tag is selected and nothing more.
    var object: [UInt8] { [0x8F, 0x02, self == .typeA ? 0x00 : 0x02, 0x03] }
  }

  private static let begin: [UInt8] = [0x81, 0x00]
  private static let end: [UInt8] = [0x82, 0x00]
  /// Object 5F46: how many microseconds a tag may take, here 197 ms.
  ///
  /// Makers do not agree on the order of its bytes, so it has the same value in both.
  private static let patience: [UInt8] = [0x5F, 0x46, 0x04, 0x00, 0x03, 0x03, 0x00]
  /// What fits after the length byte of a command, together with the objects around it.
  private static let longestFrame = 0x7F

  /// Begins a session; nil when the reader has none to offer.
  init?(_ air: Air, on slot: any CardSlot) throws(ReaderError) {
    self.slot = slot
    guard try done(.session, Self.begin) else { return nil }
    do throws(ReaderError) {
      if try done(.protocolChange, air.object) { return }
    } catch {
      close()
      throw error
    }
    close()
    return nil
  }

  /// Gives the air back to the reader, which then looks for tags again.
  func close() {
    _ = try? ask(.session, Self.end)
  }

  /// Sends one frame and returns the tag's, both without checksums; a bare four bits count as a byte.
  func exchange(_ frame: [UInt8]) throws(ReaderError) -> TransparentAnswer.Frame {
    guard frame.count <= Self.longestFrame, let length = UInt8(exactly: frame.count) else {
      throw .notPossible
    }
    let answer = try ask(.exchange, Self.patience + [0x95, length] + frame)
    do throws(ReaderError) {
      guard answer.isDone else { throw answer.error }
      guard let objects = TransparentAnswer(answer.data) else { throw .unclear }
      return try objects.frame()
    } catch {
      // A session that was lost has no room for the command: that says nothing of what it can.
      throw error == .notPossible ? .unclear : error
    }
  }

  private func done(
    _ function: TransparentFunction, _ objects: [UInt8]
  ) throws(ReaderError) -> Bool {
    let answer = try ask(function, objects)
    // Some readers answer these with a status alone.
    return answer.isDone && (TransparentAnswer(answer.data)?.isDone ?? answer.data.isEmpty)
  }

  private func ask(
    _ function: TransparentFunction, _ objects: [UInt8]
  ) throws(ReaderError) -> SlotAnswer {
    guard let command = ReaderCommand.transparent(function, objects) else { throw .notPossible }
    return try slot.ask(command)
  }
}

/// The objects that come back from a transparent command.
struct TransparentAnswer: Hashable, Sendable {
  /// What a tag sent; the last byte may have fewer than eight bits.
  struct Frame: Hashable, Sendable {
    let bytes: [UInt8]
    /// The bits of the last byte that count; 0 when all of them do.
    let lastBits: UInt8
  }

  private let objects: [UInt16: [UInt8]]

  /// How it went: the object that failed, and a status.
  private static let outcome: UInt16 = 0xC0
  private static let framing: UInt16 = 0x92
  private static let reception: UInt16 = 0x96
  private static let content: UInt16 = 0x97

  /// nil for bytes that are not a list of objects.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    var objects: [UInt16: [UInt8]] = [:]
    var rest = bytes[...]
    while let first = rest.popFirst() {
      var tag = UInt16(first)
      // Five low bits set mean that a second byte of the tag follows (ISO 7816-4, 5.2.2.1).
      if first & 0x1F == 0x1F {
        guard let second = rest.popFirst() else { return nil }
        tag = tag << 8 | UInt16(second)
      }
      guard let length = Self.length(&rest), length <= rest.count else { return nil }
      objects[tag] = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    self.objects = objects
  }

  /// A length of one byte, or of up to two after 81 or 82.
  private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first > 0x7F else { return Int(first) }
    guard first == 0x81 || first == 0x82 else { return nil }
    var length = 0
    for _ in 0..<(first & 0x0F) {
      guard let byte = rest.popFirst() else { return nil }
      length = length << 8 | Int(byte)
    }
    return length
  }

  private var status: SlotAnswer? { objects[Self.outcome].flatMap { SlotAnswer($0) } }

  var isDone: Bool { status?.isDone ?? false }

  /// What the tag sent, or what kept it from arriving.
  func frame() throws(ReaderError) -> Frame {
    guard let status else { throw .unclear }
    guard status.isDone else { throw status.error }
    // Checksum, collision, parity or framing: something came, and it is not to be believed.
    if let reception = objects[Self.reception]?.first, reception != 0 { throw .corrupted }
    guard let bytes = objects[Self.content], !bytes.isEmpty else { throw .silent }
    return Frame(bytes: bytes, lastBits: (objects[Self.framing]?.first ?? 0) & 0x07)
  }
}
