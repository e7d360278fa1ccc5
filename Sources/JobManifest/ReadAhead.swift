// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// Parses a manifest on a thread of its own while the caller's thread judges its rows.
///
/// Only rows are read ahead. For everything else the parser's thread waits until all that came before
/// was judged and judges it itself, so nothing is reordered, and what the scan keeps belongs to one
/// thread at a time.
final class ReadAhead: XMLTarget, @unchecked Sendable {
  private let scan: ManifestScan
  private var parser: XMLPushParser?
  private let monitor = Monitor()

  // The parser's thread.
  private var batch = RowBatch()
  private var depth = 0
  /// Whether the last thing that came is a row in the batch, and whether it is still open.
  private var isAtRow = false
  private var isRowOpen = false
  private var rowName: XMLStartTag.Name?

  // Both, inside the monitor. There are two batches: `batch`, and one that is here or is being judged.
  /// Rows that are to be judged.
  private var full: RowBatch?
  /// Nil as long as rows wait or are being judged.
  private var spare: RowBatch? = RowBatch()
  private var isAtEnd = false
  private var isStopped = false

  /// How deep the rows of a job are.
  private static let rowDepth = 3

  init(for scan: ManifestScan) {
    self.scan = scan
  }

  /// Reads a whole file.
  func read(_ file: consuming SourceFile, by parser: XMLPushParser) throws(SourceFile.Failure) {
    self.parser = parser
    let reading = Reading(file: file)
    guard let thread = startThread({ self.parse(reading) }) else {
      return try reading.push(to: parser)
    }
    judge()
    thread.join()
    if let failure = reading.failure { throw failure }
  }

  // MARK: The caller's thread

  private func judge() {
    while let rows = nextRows() {
      rows.deliver(to: scan) { isStopped }
      rows.removeAll()
      monitor.inside {
        spare = rows
        monitor.ring()
      }
    }
  }

  /// Waits for rows; nil at the end.
  private func nextRows() -> RowBatch? {
    monitor.inside {
      while full == nil, !isAtEnd { monitor.waitInside(milliseconds: 1_000) }
      defer { full = nil }
      return full
    }
  }

  // MARK: The parser's thread

  private func parse(_ reading: Reading) {
    if let parser {
      do throws(SourceFile.Failure) {
        try reading.push(to: parser)
      } catch {
        reading.failure = error
      }
    }
    flush()
    monitor.inside {
      isAtEnd = true
      monitor.ring()
    }
  }

  /// What is read ahead asks no one: that the scan wants no more is seen when the batch is full.
  func start(_ tag: XMLStartTag) {
    depth += 1
    if depth == Self.rowDepth, tag.name == rowName {
      if !batch.add(tag) {
        flush()
        guard batch.add(tag) else { return tell { $0.start(tag) } }
      }
      isAtRow = true
      isRowOpen = true
      return
    }
    tell { $0.start(tag) }
    rowName = scan.rowName
  }

  func end() {
    depth -= 1
    if isRowOpen, depth == Self.rowDepth - 1 {
      batch.closeLast()
      isRowOpen = false
    } else {
      tell { $0.end() }
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at position: TextPosition) {
    // What is between two rows is mostly a line end.
    if isAtRow, bytes.allSatisfy({ $0 <= 0x20 }) { return }
    tell { $0.text(bytes, at: position) }
  }

  func fail(_ problem: Problem, at position: TextPosition) {
    tell { $0.fail(problem, at: position) }
  }

  /// Has the scan take something that is no row, after all the rows before it.
  ///
  /// Handing each to the other thread would take a hundred times as long as judging it.
  private func tell(_ event: (ManifestScan) -> Void) {
    flush()
    isAtRow = false
    isRowOpen = false
    let goesOn = monitor.inside {
      while spare == nil { monitor.waitInside(milliseconds: 1_000) }
      return !isStopped
    }
    if goesOn { event(scan) } else { parser?.stop() }
  }

  /// Hands the rows over, and goes on with the other batch.
  private func flush() {
    guard !batch.isEmpty else { return }
    let isStopped = monitor.inside {
      while spare == nil { monitor.waitInside(milliseconds: 1_000) }
      full = batch
      batch = spare ?? RowBatch()
      spare = nil
      monitor.ring()
      return self.isStopped
    }
    if isStopped { parser?.stop() }
  }
}

extension ReadAhead: XMLStopping {
  /// Called by the scan, on whichever thread it is judging.
  func stop() {
    monitor.inside { isStopped = true }
  }

  func stop(_ problem: Problem, at position: TextPosition) {
    guard !isStopped else { return }
    stop()
    scan.fail(problem, at: position)
  }
}

/// A file on its way to the parser, and what came of it.
private final class Reading: @unchecked Sendable {
  private let file: SourceFile
  var failure: SourceFile.Failure?

  init(file: consuming SourceFile) {
    self.file = file
  }

  func push(to parser: XMLPushParser) throws(SourceFile.Failure) {
    try parser.pushAll(of: file)
  }
}
