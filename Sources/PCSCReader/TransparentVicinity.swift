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

  /// One slot, high data rate, no mask: whoever is there answers (ISO 15693-3, 10.3.1).
  private static let inventory: [UInt8] = [0x26, 0x01, 0x00]

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

  private static func tag(in session: TransparentSession) throws(ReaderError) -> TagInField? {
    let frame: TransparentAnswer.Frame
    do throws(ReaderError) {
      frame = try session.exchange(inventory)
    } catch {
      guard error == .silent else { throw error }
      return nil
    }
    // Flags, storage format, and the UID, least significant byte first.
    let response = frame.bytes
    guard frame.lastBits == 0, response.count == 10, response[0] & 0x01 == 0 else {
      throw .corrupted
    }
    return TagUID(vicinity: response[2...].reversed()).map {
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
