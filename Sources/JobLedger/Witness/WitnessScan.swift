// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Goes through the lines of a witness and checks its chain, piece by piece because the witness of
/// a large job is large.
struct WitnessScan {
  private let file: WitnessFile
  private(set) var end: WitnessEnd
  /// What follows the last line that belongs to the chain.
  private(set) var rest = Rest.nothing

  enum Rest: Equatable {
    case nothing
    /// The beginning of a line.
    case unfinished
    /// A whole line that does not belong there, by its number.
    case broken(line: Int)
  }

  private static let pieceBytes = 1 << 20
  /// Our lines are never longer: links and reasons have limits of their own.
  private static let lineBytesMax = 1 << 22

  init(_ file: WitnessFile, from start: WitnessEnd = WitnessEnd()) {
    self.file = file
    end = start
  }

  /// Visits each line, without its hash, up to a place in the file; `false` stops.
  ///
  /// It also stops where the chain ends, and then says why in `rest`.
  mutating func visitLines(
    upTo limit: Int,
    _ visit: (UnsafeRawBufferPointer, WitnessEnd) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    var piece: [UInt8] = []
    var offset = end.bytes
    while offset < limit {
      let count = min(Self.pieceBytes, limit - offset)
      piece += try file.read(count, at: offset)
      offset += count
      var used = 0
      var outcome: Result<Bool, LedgerError> = .success(true)
      piece.withUnsafeBytes { bytes in
        do throws(LedgerError) {
          outcome = .success(try readLines(bytes, &used, visit))
        } catch {
          outcome = .failure(error)
        }
      }
      guard try outcome.get() else { return }
      piece.removeFirst(used)
      guard piece.count <= Self.lineBytesMax else {
        rest = .broken(line: end.lines + 1)
        return
      }
    }
    if !piece.isEmpty { rest = .unfinished }
  }

  private mutating func readLines(
    _ bytes: UnsafeRawBufferPointer, _ used: inout Int,
    _ visit: (UnsafeRawBufferPointer, WitnessEnd) throws(LedgerError) -> Bool
  ) throws(LedgerError) -> Bool {
    while let newline = Self.newline(in: bytes, from: used) {
      let line = UnsafeRawBufferPointer(rebasing: bytes[used..<newline])
      let isNext = try LedgerError.naming(file.path) { () throws(LedgerFault) in
        try end.follow(line)
      }
      guard isNext else {
        rest = .broken(line: end.lines + 1)
        return false
      }
      used = newline + 1
      let text = UnsafeRawBufferPointer(
        rebasing: line[..<(line.count - WitnessEnd.hashDigits - 1)])
      guard try visit(text, end) else { return false }
    }
    return true
  }

  private static func newline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let first = bytes.baseAddress, start < bytes.count else { return nil }
    return memchr(first + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      .map { UnsafeRawPointer($0) - first }
  }
}
