// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Writes many lines into a witness, piece by piece.
struct WitnessWriter {
  private let file: WitnessFile
  private(set) var end: WitnessEnd
  private var text: [UInt8] = []

  private static let pieceBytes = 1 << 20

  init(_ file: WitnessFile, behind end: WitnessEnd = WitnessEnd()) {
    self.file = file
    self.end = end
  }

  mutating func add(_ line: WitnessLine) throws(LedgerError) {
    text += try LedgerError.naming(file.path) { () throws(LedgerFault) in try end.append([line]) }
    if text.count >= Self.pieceBytes { try flush() }
  }

  /// Waits until everything is on the disk.
  mutating func finish() throws(LedgerError) {
    try flush()
    try file.sync()
  }

  private mutating func flush() throws(LedgerError) {
    try file.write(text, at: end.bytes - text.count)
    text.removeAll(keepingCapacity: true)
  }
}
