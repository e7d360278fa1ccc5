// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

/// A reader during whose work something happens before a command is sent for the first time, or for a
/// later one.
final class DisturbedReader: ReaderInFront {
  let reader: any TagReader
  /// The command's first byte.
  private let code: UInt8
  /// How many of these commands are sent before.
  private var left: Int
  private var disturb: (() throws -> Void)?
  /// What happens when the job has closed it.
  private let closed: () -> Void

  init(
    _ reader: any TagReader, before code: UInt8, after count: Int = 0,
    closed: @escaping () -> Void = {}, disturb: @escaping () throws -> Void
  ) {
    self.reader = reader
    self.code = code
    left = count
    self.closed = closed
    self.disturb = disturb
  }

  deinit { closed() }

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
}
