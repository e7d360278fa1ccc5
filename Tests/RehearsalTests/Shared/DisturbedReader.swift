// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

/// A reader during whose work something happens before a command is sent for the first time, or for a
/// later one.
final class DisturbedReader: TagReader {
  private let reader: any TagReader
  /// The command's first byte.
  private let code: UInt8
  /// How many of these commands are sent before.
  private var left: Int
  private var disturb: (() throws -> Void)?

  init(
    _ reader: any TagReader, before code: UInt8, after count: Int = 0,
    disturb: @escaping () throws -> Void
  ) {
    self.reader = reader
    self.code = code
    left = count
    self.disturb = disturb
  }

  var identity: ReaderIdentity { reader.identity }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    try reader.select(family, uid: uid)
  }

  func felicaTags() throws(ReaderError) -> [TagInField] {
    try reader.felicaTags()
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    if command.first == code { left -= 1 }
    if left < 0, let disturb {
      self.disturb = nil
      do {
        try disturb()
      } catch {
        Issue.record("\(error)")
      }
    }
    return try reader.exchange(command, care)
  }

  func halt() throws(ReaderError) { try reader.halt() }

  func switchField(on: Bool) throws(ReaderError) { try reader.switchField(on: on) }
}
