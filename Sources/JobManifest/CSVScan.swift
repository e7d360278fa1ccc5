// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Cuts UTF-8 into fields and rows and knows at every byte in which line and column it is.
struct CSVScan {
  let separator: UInt8
  /// The place of the next character.
  var position = TextPosition()
  /// The row so far.
  var row = CSVRow()
  /// What is wrong with the row so far.
  var rowFindings: [CSVFinding] = []

  private var state = State.fieldStart
  private var fieldStart = TextPosition()
  private var fieldOffset = 0
  private var lastWasReturn = false
  /// A limit was exceeded: the rest of the row is skipped.
  private var isSkipping = false

  private enum State {
    case fieldStart
    case plain
    case quoted
    /// After a quote in a quoted field: its end, or the first half of a quote that is meant.
    case afterQuote
  }

  enum Step {
    case needsMore
    case row
    case stop(CSVFinding)
  }

  init(separator: UInt8) {
    self.separator = separator
  }

  /// Reads up to the end of a row, or of the bytes.
  mutating func next(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Step {
    while offset < bytes.count {
      let byte = bytes[offset]
      if lastWasReturn {
        lastWasReturn = false
        if byte == UInt8(ascii: "\n") {
          if state == .quoted { keep(byte) }
          offset += 1
          continue
        }
      }
      switch state {
      case .fieldStart, .plain:
        if state == .fieldStart {
          beginField()
          if byte == UInt8(ascii: "\"") {
            state = .quoted
            advance(&offset)
            continue
          }
          state = .plain
        }
        readPlainRun(bytes, &offset)
        guard offset < bytes.count else { break }
        if endsField(bytes[offset], &offset) { return .row }
      case .quoted:
        readQuotedRun(bytes, &offset)
        // Such a field has swallowed what follows it, and nobody knows where it should have ended.
        if isSkipping, rowFindings.last?.position == fieldStart {
          return .stop(CSVFinding(problem: .unclosedQuote, position: fieldStart))
        }
      case .afterQuote:
        if byte == UInt8(ascii: "\"") {
          keep(byte)
          state = .quoted
          advance(&offset)
        } else if byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          if endsField(byte, &offset) { return .row }
        } else {
          note(.textAfterQuote, at: position)
          state = .plain
        }
      }
    }
    return .needsMore
  }

  /// Ends the last row, which need not have a line end; a quote that is still open is returned.
  mutating func finish() -> CSVFinding? {
    if state == .quoted { return CSVFinding(problem: .unclosedQuote, position: fieldStart) }
    if state != .fieldStart || !row.fields.isEmpty {
      if state == .fieldStart { beginField() }
      endField()
    }
    return nil
  }

  private mutating func beginField() {
    fieldStart = position
    fieldOffset = row.bytes.count
  }

  private mutating func endField() {
    guard row.fields.count < CSVLimits.columnCountMax else {
      skip(.tooManyColumns)
      return
    }
    row.fields.append(.init(range: fieldOffset..<row.bytes.count, position: fieldStart))
  }

  /// Skips a separator or a line end; true at the end of a row.
  private mutating func endsField(_ byte: UInt8, _ offset: inout Int) -> Bool {
    endField()
    state = .fieldStart
    advance(&offset)
    if byte == separator { return false }
    newLine(byte)
    isSkipping = false
    return true
  }

  private mutating func newLine(_ byte: UInt8) {
    lastWasReturn = byte == UInt8(ascii: "\r")
    position = TextPosition(line: position.line + 1, column: 1)
  }

  private mutating func advance(_ offset: inout Int) {
    offset += 1
    position.column += 1
  }

  private mutating func readPlainRun(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) {
    let start = offset
    var continuations = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if byte & 0xC0 == 0x80 { continuations += 1 }
      if byte == UInt8(ascii: "\"") {
        let column = position.column + offset - start - continuations
        note(.strayQuote, at: TextPosition(line: position.line, column: column))
      }
      offset += 1
    }
    position.column += offset - start - continuations
    keep(bytes[start..<offset])
  }

  private mutating func readQuotedRun(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: inout Int) {
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        keep(bytes[start..<offset])
        state = .afterQuote
        advance(&offset)
        return
      }
      offset += 1
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        newLine(byte)
        break
      }
      if byte & 0xC0 != 0x80 { position.column += 1 }
    }
    keep(bytes[start..<offset])
  }

  private mutating func keep(_ byte: UInt8) {
    if !isSkipping { row.bytes.append(byte) }
  }

  private mutating func keep(_ run: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !isSkipping else { return }
    if row.bytes.count - fieldOffset + run.count > CSVLimits.fieldBytesMax {
      skip(.fieldTooLong)
    } else if row.bytes.count + run.count > CSVLimits.rowBytesMax {
      skip(.rowTooLong)
    } else {
      row.bytes += run
    }
  }

  private mutating func skip(_ problem: CSVProblem) {
    if !isSkipping { note(problem, at: fieldStart) }
    isSkipping = true
  }

  private mutating func note(_ problem: CSVProblem, at position: TextPosition) {
    // One of a kind per row is enough.
    guard !rowFindings.contains(where: { $0.problem == problem }) else { return }
    rowFindings.append(CSVFinding(problem: problem, position: position))
  }
}
