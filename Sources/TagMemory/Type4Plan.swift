// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One UPDATE BINARY.
package struct Type4Write: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// Length 0, so that nothing is read while the message changes.
    case invalidate
    case body
    /// The length, by which the message becomes readable.
    case commit
    /// Length and message at once, on a chip that never tears them apart.
    case whole
  }

  package let offset: Int
  package let bytes: [UInt8]
  /// What was there.
  package let replaced: [UInt8]
  package let purpose: Purpose

  /// The write that puts back what was there.
  package var undone: Type4Write {
    Type4Write(offset: offset, bytes: replaced, replaced: bytes, purpose: purpose)
  }
}

extension Type4Write: CustomStringConvertible {
  package var description: String {
    let last = offset + bytes.count - 1
    let words =
      switch purpose {
      case .invalidate: "length 0"
      case .body: "message"
      case .commit: "length"
      case .whole: "length and message"
      }
    return "bytes \(offset) to \(last): \(words)"
  }
}

/// The writes that turn what is in the file into a message, in an order that a torn write never
/// makes another message of (NFC Forum T4T 2.0, 5.4.4; notes on tearing are ours).
///
/// Most chips promise nothing of a write that is torn, neither which bytes are reached nor in which
/// order. So an old message is taken back by a write of its own before the first byte of it changes.
package struct Type4Plan: Hashable, Sendable {
  package let writes: [Type4Write]

  /// `wholeWrite` is how many bytes the chip writes as a whole or not at all.
  package init(
    writing message: [UInt8], on file: Type4File, _ container: Type4Container,
    _ limits: Type4Limits, wholeWrite: Int
  ) throws(TagMemoryError) {
    let length = file.lengthField(message.count)
    guard !file.holds(length + message, at: 0) else {
      writes = []
      return
    }
    guard container.majorVersion > 1 else {
      throw .versionReadOnly(major: container.majorVersion, minor: container.minorVersion)
    }
    guard container.writeAccess == 0 else { throw .readOnly }
    guard message.count <= file.capacity else {
      throw .messageTooLarge(size: message.count, capacity: file.capacity)
    }
    guard length.count <= limits.write(at: 0) else {
      throw .containerLimits(read: container.readMax, write: container.writeMax)
    }
    let end = length.count + message.count
    guard let old = file.length, file.bytes.count >= end else {
      throw .answerSize(expected: end, got: file.bytes.count)
    }
    func write(
      _ purpose: Type4Write.Purpose, _ bytes: [UInt8], at offset: Int = 0
    ) -> Type4Write {
      Type4Write(
        offset: offset, bytes: bytes,
        replaced: Array(file.bytes[offset..<offset + bytes.count]), purpose: purpose)
    }
    if end <= min(wholeWrite, limits.write(at: 0)) {
      writes = [write(.whole, length + message)]
      return
    }
    var body: [Type4Write] = []
    var offset = length.count
    while offset < end {
      // What is there already costs no command.
      guard file.bytes[offset] != message[offset - length.count] else {
        offset += 1
        continue
      }
      let count = min(limits.write(at: offset), end - offset)
      let start = offset - length.count
      body.append(write(.body, Array(message[start..<start + count]), at: offset))
      offset += count
    }
    let nothing = file.lengthField(0)
    var writes = body
    if old != 0, !body.isEmpty { writes.insert(write(.invalidate, nothing), at: 0) }
    // What the last write replaces is what the first one left there.
    writes.append(
      Type4Write(
        offset: 0, bytes: length, replaced: body.isEmpty ? file.lengthField(old) : nothing,
        purpose: .commit))
    self.writes = writes
  }
}
