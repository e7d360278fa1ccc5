// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

// How errors are in a message: a number for the case, and after it what the case carries.

extension WireWriter {
  mutating func add(_ error: ReaderError) {
    switch error {
    case .silent: add(0 as UInt8)
    case .refused(let code):
      add(1 as UInt8)
      add(code)
    case .corrupted: add(2 as UInt8)
    case .unclear: add(3 as UInt8)
    case .tagGone: add(4 as UInt8)
    case .tagSwapped(let found):
      add(5 as UInt8)
      add(found)
    case .severalTags(let one, let other):
      add(6 as UInt8)
      add(one)
      add(other)
    case .nothingSelected: add(7 as UInt8)
    case .unknownCard: add(8 as UInt8)
    case .heldElsewhere: add(9 as UInt8)
    case .notPermitted: add(10 as UInt8)
    case .readerSilent: add(11 as UInt8)
    case .readerGone: add(12 as UInt8)
    case .cardServiceGone: add(13 as UInt8)
    case .notPossible: add(14 as UInt8)
    case .cancelled: add(15 as UInt8)
    case .driverLost(let end):
      add(16 as UInt8)
      add(end)
    }
  }

  mutating func add(_ error: ReaderOpeningError) {
    switch error {
    case .unknownName(let name): add(0, name)
    case .noSuchPort(let port): add(1, port)
    case .notATerminal(let path): add(2, path)
    case .notPermitted(let port, let group):
      add(3, port)
      add(group) { $0.add($1) }
    case .inUse(let port, let holder):
      add(4, port)
      add(holder) { writer, holder in
        writer.add(holder.process)
        writer.add(holder.program)
      }
    case .noAnswer(let port, let speeds):
      add(5, port)
      add(speeds) { $0.add(Int32(clamping: $1)) }
    case .unknownSpeed(let speed):
      add(6 as UInt8)
      add(Int32(clamping: speed))
    case .notReady(let name): add(7, name)
    case .noReaderFound: add(8 as UInt8)
    case .severalReaders(let names):
      add(9 as UInt8)
      add(names) { $0.add($1) }
    case .noCardLibrary: add(10 as UInt8)
    case .noCardService: add(11 as UInt8)
    case .cardServiceRefuses: add(12 as UInt8)
    case .noSuchCardReader(let name, let known):
      add(13, name)
      add(known) { $0.add($1) }
    case .driverLost(let name, let end):
      add(14, name)
      add(end)
    case .driverNotStarted(let code):
      add(15 as UInt8)
      add(code)
    }
  }

  private mutating func add(_ code: UInt8, _ text: String) {
    add(code)
    add(text)
  }

  private mutating func add(_ end: DriverEnd) {
    switch end {
    case .unknown: add(0 as UInt8)
    case .signal(let number):
      add(1 as UInt8)
      add(number)
    case .code(let code):
      add(2 as UInt8)
      add(code)
    case .stuck(let seconds):
      add(3 as UInt8)
      add(Int32(clamping: seconds))
    case .nonsense: add(4 as UInt8)
    }
  }
}

extension WireScan {
  mutating func readerError() throws(NoMessage) -> ReaderError {
    switch try byte() {
    case 0: return .silent
    case 1: return .refused(try byte())
    case 2: return .corrupted
    case 3: return .unclear
    case 4: return .tagGone
    case 5: return .tagSwapped(found: try uid())
    case 6: return .severalTags(try uid(), try uid())
    case 7: return .nothingSelected
    case 8: return .unknownCard
    case 9: return .heldElsewhere
    case 10: return .notPermitted
    case 11: return .readerSilent
    case 12: return .readerGone
    case 13: return .cardServiceGone
    case 14: return .notPossible
    case 15: return .cancelled
    case 16: return .driverLost(try driverEnd())
    default: throw NoMessage()
    }
  }

  mutating func openingError() throws(NoMessage) -> ReaderOpeningError {
    switch try byte() {
    case 0: return .unknownName(try text())
    case 1: return .noSuchPort(try text())
    case 2: return .notATerminal(try text())
    case 3:
      let port = try text()
      return .notPermitted(
        port, group: try optional { (scan) throws(NoMessage) in try scan.text() })
    case 4:
      let port = try text()
      let holder = try optional { (scan) throws(NoMessage) in
        PortHolder(process: try scan.number(), program: try scan.text())
      }
      return .inUse(port, by: holder)
    case 5:
      let port = try text()
      return .noAnswer(
        port, speeds: try list { (scan) throws(NoMessage) in Int(try scan.number()) })
    case 6: return .unknownSpeed(Int(try number()))
    case 7: return .notReady(try text())
    case 8: return .noReaderFound
    case 9: return .severalReaders(try texts())
    case 10: return .noCardLibrary
    case 11: return .noCardService
    case 12: return .cardServiceRefuses
    case 13: return .noSuchCardReader(try text(), known: try texts())
    case 14: return .driverLost(try text(), try driverEnd())
    case 15: return .driverNotStarted(code: try number())
    default: throw NoMessage()
    }
  }

  mutating func texts() throws(NoMessage) -> [String] {
    try list { (scan) throws(NoMessage) in try scan.text() }
  }

  private mutating func driverEnd() throws(NoMessage) -> DriverEnd {
    switch try byte() {
    case 0: return .unknown
    case 1: return .signal(try number())
    case 2: return .code(try number())
    case 3: return .stuck(seconds: Int(try number()))
    case 4: return .nonsense
    default: throw NoMessage()
    }
  }
}
