// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import ReaderProcess
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A reader whose driver crashes or hangs is lost, the program that asked it lives, and the next
/// one is fine.
struct LostDriverTests {
  /// What a reader says that real libnfc does not survive.
  enum Answer: String, CaseIterable {
    /// A status with the mark of a node address, which no one has asked for.
    case nodeAddress
    /// More is promised, and there is more forever.
    case moreForEver

    /// What makes the virtual reader say it.
    var fault: Fault {
      switch self {
      case .nodeAddress: .answers([0x41, 0x80, 0, 0, 0, 0])
      case .moreForEver: .promisesMoreForEver
      }
    }
  }

  @Test(arguments: Answer.allCases)
  func theReaderIsLostAndOpensAgain(_ answer: Answer) throws {
    // What comes before the call that hangs has the same limit.
    let patience: Duration = answer == .moreForEver ? .seconds(5) : .seconds(60)
    let bench = try DriverBench(.exchange, [answer.fault], patience: patience)
    let end = try #require(bench.endOfDriver())
    switch answer {
    case .nodeAddress: #expect(end == .signal(SIGABRT))
    case .moreForEver: #expect(end == .stuck(seconds: 5))
    }
    // One that is lost stays so, and says so at once.
    #expect(throws: ReaderError.driverLost(end)) { try bench.reader?.select(.typeA) }
    try bench.reopen()
    #expect(try bench.reader?.select(.typeA) != nil)
    #expect(try bench.reader?.exchange([0x30, 4]).count == 16)
  }

  /// libnfc itself would copy as many bytes as such an answer says that it has, or one less than none.
  @Test(
    arguments: [
      // A tag that speaks ISO 14443-4, with an answer to select of no byte.
      [0x4B, 1, 1, 0x03, 0x44, 0x20, 7, 0x04, 0xA1, 0xB2, 0, 1, 0x5C, 0x80, 0],
      [0x4B, 1, 1, 0x00, 0x44, 0x00, 0xFF, 0x04],
      [0x4B, 1, 1, 0x00, 0x44, 0x00, 0],
      [0x4B, 1], [0x4B],
    ] as [[UInt8]])
  func anAnswerToALookThatIsNotWholeIsNoTag(_ answer: [UInt8]) throws {
    let bench = try DriverBench(.look, [.answers(answer)])
    #expect(throws: ReaderError.readerSilent) { try bench.reader?.select(.typeA) }
    #expect(try bench.reader?.select(.typeA) != nil)
    #expect(try bench.reader?.exchange([0x30, 4]).count == 16)
  }

  /// What libnfc then takes for the answer is outside its own memory, so what comes of it is
  /// chance.
  @Test func anEmptyFrameAfterAPromiseOfMoreEndsNoOne() throws {
    let promise: [UInt8] = [0x41, 0x40]
    let page = promise + [UInt8](repeating: 0, count: 16)
    let pairs: [([UInt8], [UInt8])] = [(page, [0x41]), (page, []), (promise, [0x41])]
    for (first, second) in pairs {
      let bench = try DriverBench(
        .exchange, [.answers(first), .answers(second)], patience: .seconds(5))
      _ = bench.endOfDriver()
      try bench.reopen()
      #expect(try bench.reader?.select(.typeA) != nil)
      #expect(try bench.reader?.exchange([0x30, 4]).count == 16)
    }
  }

  @Test func aDriverThatNeverOpensIsEnded() throws {
    var options = VirtualReaderOptions()
    options.faults.atExchange = [0: .readerFallsSilent]
    let virtual = try VirtualReader(options)
    var limits = CallLimits()
    limits.opening = .seconds(1)
    let name = "pn532_uart:\(virtual.path)"
    #expect(throws: ReaderOpeningError.driverLost(name, .stuck(seconds: 1))) {
      try ReaderProcess(name, program: builtTool, limits: limits)
    }
  }

  @Test func aProgramThatIsNoneOfOursIsNoDriver() throws {
    let name = "pn532_uart:/dev/ttyUSB99"
    #expect(throws: ReaderOpeningError.driverNotStarted(code: ENOENT)) {
      try ReaderProcess(name, program: "/nowhere")
    }
    #expect(throws: ReaderOpeningError.driverLost(name, .code(0))) {
      try ReaderProcess(name, program: "/bin/true")
    }
  }
}

/// A virtual reader with an NTAG213, behind a driver in a process of its own.
final class DriverBench {
  let virtual: VirtualReader
  let id: TagID
  private(set) var reader: ReaderProcess?

  /// Where the faults begin.
  enum Place {
    /// At the first look for a tag.
    case look
    /// At the first command for a tag that was found.
    case exchange
  }

  /// A call may take as long as this; a busy machine needs far more than a quiet one.
  init(
    _ place: Place = .look, _ faults: [Fault] = [], patience: Duration = .seconds(60)
  ) throws {
    var options = VirtualReaderOptions()
    if !faults.isEmpty {
      let start = try DriverBench.commands(before: place)
      for (index, fault) in faults.enumerated() { options.faults.atExchange[start + index] = fault }
    }
    virtual = try VirtualReader(options)
    id = virtual.place { chip(.ntag213, 1) }
    reader = try DriverBench.open(virtual, patience: patience)
  }

  /// How the driver ends when a tag is looked for and read; nil when it does not.
  func endOfDriver() -> DriverEnd? {
    do throws(ReaderError) {
      _ = try reader?.select(.typeA)
      _ = try reader?.exchange([0x30, 4])
      return nil
    } catch {
      guard case .driverLost(let end) = error else { return nil }
      return end
    }
  }

  /// Releases the reader and opens it again.
  func reopen() throws {
    reader = nil
    reader = try DriverBench.open(virtual)
  }

  static func open(
    _ virtual: VirtualReader, patience: Duration = .seconds(60)
  ) throws -> ReaderProcess {
    var limits = CallLimits()
    limits.opening = .seconds(60)
    limits.call = patience
    return try ReaderProcess("pn532_uart:\(virtual.path)", program: builtTool, limits: limits)
  }

  /// How many commands come before is libnfc's own affair; so they are counted.
  private static func commands(before place: Place) throws -> Int {
    let virtual = try VirtualReader()
    virtual.place { chip(.ntag213, 1) }
    let reader = try open(virtual)
    if place == .exchange { _ = try reader.select(.typeA) }
    return withExtendedLifetime(reader) { virtual.counters.hostCommands }
  }
}
