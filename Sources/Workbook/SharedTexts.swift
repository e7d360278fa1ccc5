// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The texts that the cells of an .xlsx refer to by number.
final class SharedTexts {
  private let texts: SpillingBytes
  /// Where each text ends, in eight bytes.
  private let ends: SpillingBytes
  private(set) var count = 0
  /// One of those, while it is looked at.
  private var entry: [UInt8] = []

  init(
    textsInMemory: Int = WorkbookLimits.textBytesInMemoryMax,
    indexInMemory: Int = WorkbookLimits.indexBytesInMemoryMax
  ) {
    texts = SpillingBytes(inMemory: textsInMemory)
    ends = SpillingBytes(inMemory: indexInMemory)
  }

  /// How many bytes are in temporary files.
  var spilledCount: Int { texts.spilledCount + ends.spilledCount }

  func add(_ text: [UInt8]) throws(WorkbookFault) {
    if let fault = text.withUnsafeBytes({ store($0, in: texts) }) { throw fault }
    let end = UInt64(texts.count)
    if let fault = withUnsafeBytes(of: end, { store($0, in: ends) }) { throw fault }
    count += 1
  }

  func finish() throws(WorkbookFault) {
    try texts.finish()
    try ends.finish()
  }

  /// Adds a text to the end of `bytes`; false if there is no text of this number.
  func append(_ number: Int, to bytes: inout [UInt8]) throws(WorkbookFault) -> Bool {
    guard number >= 0, number < count else { return false }
    let start = number == 0 ? 0 : try end(of: number - 1)
    try texts.append(start..<max(start, try end(of: number)), to: &bytes)
    return true
  }

  private func end(of number: Int) throws(WorkbookFault) -> Int {
    entry.removeAll(keepingCapacity: true)
    try ends.append(8 * number..<8 * (number + 1), to: &entry)
    return Int(entry.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
  }
}

// A closure over memory does not carry a typed error, so this hands it over as a value.
private func store(_ bytes: UnsafeRawBufferPointer, in target: SpillingBytes) -> WorkbookFault? {
  do throws(WorkbookFault) {
    try target.append(bytes)
    return nil
  } catch {
    return error
  }
}
