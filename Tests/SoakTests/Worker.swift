// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TagReading
import TestSupport
import VirtualReader

/// One virtual reader, opened through libnfc, that gets one tag after another.
///
/// Only its own thread touches it until that thread has been joined.
final class Worker: @unchecked Sendable {
  private let number: Int
  private let tags: Int
  private let meeting: UnsafeMutablePointer<pthread_barrier_t>
  private(set) var tagsDone = 0
  private(set) var failure: String?

  init(number: Int, tags: Int, meeting: UnsafeMutablePointer<pthread_barrier_t>) {
    self.number = number
    self.tags = tags
    self.meeting = meeting
  }

  func start() -> pthread_t {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Worker>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    return thread
  }

  private func run() {
    let bench = attempt { try SoakBench() }
    finish(tags / 5, at: bench)
    finish(tags, at: bench)
  }

  /// Works on until this many tags are done, and then meets the others, whatever went wrong.
  private func finish(_ count: Int, at bench: SoakBench?) {
    while let bench, failure == nil, tagsDone < count {
      attempt {
        try bench.process(tag: tagsDone, of: number)
        tagsDone += 1
      }
    }
    pthread_barrier_wait(meeting)
    pthread_barrier_wait(meeting)
  }

  @discardableResult
  private func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      failure = "reader \(number), tag \(tagsDone): \(error)"
      return nil
    }
  }
}

/// A virtual reader and the libnfc device on it.
private final class SoakBench {
  private let virtual: VirtualReader
  private let reader: LibNFCReader

  init() throws {
    virtual = try VirtualReader()
    reader = try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
  }

  /// Everything that befalls one tag: it comes, is written, read back, compared, and goes.
  func process(tag number: Int, of worker: Int) throws {
    let uid = [0x04, 0xA1, UInt8(worker), UInt8(number >> 8), UInt8(number & 0xFF), 0x5C, 0x80]
    let id = try virtual.place { () throws(Mismatch) in
      guard let chip = VirtualType2Chip(.ntag213, uid: uid) else { throw Mismatch.noTag }
      return chip
    }
    defer { virtual.discard(id) }
    guard let tag = try reader.select(.typeA), tag.uid.bytes == uid else { throw Mismatch.noTag }
    try reader.requireNoneBeside(tag)
    guard try reader.ask(tag, [0x30, 4]).count == 16 else { throw Mismatch.answer }

    var random = Splitmix64(seed: UInt64(worker << 32 | number))
    let content = (0..<4).map { _ in random.bytes(4) }
    for (page, bytes) in content.enumerated() {
      _ = try reader.ask(tag, [0xA2, UInt8(4 + page)] + bytes)
    }
    guard try reader.ask(tag, [0x3A, 4, 7]) == Array(content.joined()) else {
      throw Mismatch.answer
    }
    guard let state = virtual.state(of: id) else { throw Mismatch.noTag }
    let chip = try VirtualType2Chip(state: state)
    guard (4..<8).map({ chip.cells(ofPage: $0) }) == content else { throw Mismatch.memory }
    virtual.lift(id)
    guard try reader.select(.typeA, uid: tag.uid) == nil else { throw Mismatch.stillThere }
  }
}

private enum Mismatch: Error {
  case noTag
  case answer
  case memory
  case stillThere
}
