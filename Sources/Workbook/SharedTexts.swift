// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The texts that the cells of an .xlsx refer to by number.
final class SharedTexts {
  private let texts: SpillingBytes
  /// Where each text ends, in eight bytes.
  private let ends: SpillingBytes
  private(set) var count = 0

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
    try appendBytes(of: text, to: texts)
    var end = UInt64(texts.count)
    try appendBytes(of: &end, to: ends)
    count += 1
  }

  func finish() throws(WorkbookFault) {
    try texts.finish()
    try ends.finish()
  }

  /// Adds a text to the end of `bytes`; false if there is no text of this number.
  func append(_ number: Int, to bytes: inout [UInt8]) throws(WorkbookFault) -> Bool {
    guard number >= 0, number < count else { return false }
    var bounds: (UInt64, UInt64) = (0, 0)
    let first = number == 0 ? 0 : 8 * (number - 1)
    var fault: WorkbookFault?
    withUnsafeMutableBytes(of: &bounds) { target in
      guard let start = target.baseAddress else { return }
      fault = copy(ends, first..<8 * (number + 1), to: number == 0 ? start + 8 : start)
    }
    if let fault { throw fault }
    let range = Int(bounds.0)..<Int(bounds.1)
    guard !range.isEmpty else { return true }
    let old = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: range.count))
    bytes.withUnsafeMutableBytes { target in
      guard let start = target.baseAddress else { return }
      fault = copy(texts, range, to: start + old)
    }
    if let fault { throw fault }
    return true
  }
}

// A closure over memory does not carry a typed error, so these hand it over as a value.

private func copy(
  _ source: SpillingBytes, _ range: Range<Int>, to target: UnsafeMutableRawPointer
) -> WorkbookFault? {
  do throws(WorkbookFault) {
    try source.copy(range, to: target)
    return nil
  } catch {
    return error
  }
}

private func append(_ bytes: UnsafeRawBufferPointer, to target: SpillingBytes) -> WorkbookFault? {
  do throws(WorkbookFault) {
    try target.append(bytes)
    return nil
  } catch {
    return error
  }
}

private func appendBytes(of text: [UInt8], to target: SpillingBytes) throws(WorkbookFault) {
  if let fault = text.withUnsafeBytes({ append($0, to: target) }) { throw fault }
}

private func appendBytes(of number: inout UInt64, to target: SpillingBytes) throws(WorkbookFault) {
  if let fault = withUnsafeBytes(of: &number, { append($0, to: target) }) { throw fault }
}
