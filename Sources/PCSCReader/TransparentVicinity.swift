// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// ISO 15693 through a transparent session: requests and responses go over the air as they are.
struct TransparentVicinity: VicinityChannel {
  let access = VicinityAccess.transparent
  /// One of the programs that are known to work asks for no more than 128 bytes at once.
  let longestAnswer = 1 + 128

  let tag: TagInField
  private let session: TransparentSession

  /// nil when the reader has no session to offer; a session in which no tag answers tells nothing.
  init?(on slot: any CardSlot) throws(ReaderError) {
    guard let session = try TransparentSession(.vicinity, on: slot) else { return nil }
    do throws(ReaderError) {
      if let tag = try Self.tag(in: session) {
        self.session = session
        self.tag = tag
        return
      }
    } catch {
      session.close()
      throw error
    }
    session.close()
    throw .silent
  }

  func presentTag() throws(ReaderError) -> TagInField? { try Self.tag(in: session) }

  /// The only tag; several answer at once, which is as good as noise, and are named.
  private static func tag(in session: TransparentSession) throws(ReaderError) -> TagInField? {
    do throws(ReaderError) {
      return try tag(in: session, .all)
    } catch {
      guard error == .corrupted else { throw error }
    }
    var found: [TagUID] = []
    var calls = VicinityCall.all.halves
    for _ in 1...callsMax {
      guard found.count < 2, let call = calls.popLast() else { break }
      do throws(ReaderError) {
        if let tag = try tag(in: session, call) { found.append(tag.uid) }
      } catch {
        guard error == .corrupted else { throw error }
        calls += call.halves
      }
    }
    guard found.count == 2 else { throw .corrupted }
    throw .severalTags(found[0], found[1])
  }

  /// Two UIDs differ within the first few bits, and noise would be halved forever.
  private static let callsMax = 16

  /// The tag that answers to a call, if it is one.
  private static func tag(
    in session: TransparentSession, _ call: VicinityCall
  ) throws(ReaderError) -> TagInField? {
    let frame: TransparentAnswer.Frame
    do throws(ReaderError) {
      frame = try session.exchange(call.request)
    } catch {
      guard error == .silent else { throw error }
      return nil
    }
    // Flags, storage format, and the UID, least significant byte first.
    let response = frame.bytes
    guard frame.lastBits == 0, response.count == 10, response[0] & 0x01 == 0 else {
      throw .corrupted
    }
    return TagUID(vicinityOnAir: response[2...]).map {
      TagInField(uid: $0, technology: .vicinity(dsfid: response[1]))
    }
  }

  func exchange(_ request: [UInt8]) throws(ReaderError) -> [UInt8] {
    let frame = try session.exchange(request)
    guard frame.lastBits == 0 else { throw .corrupted }
    return frame.bytes
  }

  func close() {
    session.close()
  }
}

/// An inventory: a call to all tags whose UIDs end with these bits.
private struct VicinityCall {
  private let bits: UInt64
  private let count: UInt8

  static let all = VicinityCall(bits: 0, count: 0)

  /// One slot, high data rate (ISO 15693-3, 10.3.1); the bits come least significant byte first.
  var request: [UInt8] {
    [0x26, 0x01, count]
      + (0..<Int(count + 7) / 8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
  }

  /// The calls with one bit more, the one with 0 last.
  var halves: [VicinityCall] {
    guard count < UInt64.bitWidth else { return [] }
    return [bits | 1 << UInt64(count), bits].map { VicinityCall(bits: $0, count: count + 1) }
  }
}
