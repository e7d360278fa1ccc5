// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// The first line of a witness, and whether there are more.
struct WitnessHead {
  let line: WitnessLine
  let hasMore: Bool

  private static let headBytesMax = 8_192

  /// Nil if there is no witness, or if what has its name is none.
  init?(_ path: String) throws(LedgerFault) {
    // A pipe of this name must keep no one waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw LedgerFault(errno: errno) }
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.headBytesMax)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    guard let newline = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let text = bytes[..<newline].dropLast(WitnessEnd.hashDigits + 1)
    guard let line = WitnessLine(text, number: 1), line.kind == .witness else { return nil }
    self.line = line
    hasMore = newline + 1 < count
  }

  /// That of a ledger; nil also where it cannot be read.
  static func found(besideLedger path: String) -> WitnessHead? {
    (try? WitnessHead(Witness.path(besideLedger: path))) ?? nil
  }

  /// Whether a file says that more was done than to make it; one that is not a witness says so too.
  static func hasEntries(_ path: String) throws(LedgerFault) -> Bool {
    guard let status = try LedgerFile.status(of: path) else { return false }
    // One that was cut down to its first line had more once.
    if let stamp = WitnessStamp(of: path), stamp.bytes > Int(status.st_size) { return true }
    return try WitnessHead(path)?.hasMore ?? true
  }
}
