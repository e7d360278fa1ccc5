// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

// How errors are in a message: a number for the case, and after it what the case carries.

extension ReaderError {
  var parts: [WirePart] {
    switch self {
    case .silent: [.byte(0)]
    case .refused(let code): [.byte(1), .byte(code)]
    case .corrupted: [.byte(2)]
    case .unclear: [.byte(3)]
    case .tagGone: [.byte(4)]
    case .tagSwapped(let found): [.byte(5), found.part]
    case .severalTags(let one, let other): [.byte(6), one.part, other.part]
    case .nothingSelected: [.byte(7)]
    case .unknownCard: [.byte(8)]
    case .heldElsewhere: [.byte(9)]
    case .notPermitted: [.byte(10)]
    case .readerSilent: [.byte(11)]
    case .readerGone: [.byte(12)]
    case .cardServiceGone: [.byte(13)]
    case .notPossible: [.byte(14)]
    case .cancelled: [.byte(15)]
    case .driverLost(let end): [.byte(16)] + end.parts
    }
  }
}

extension ReaderOpeningError {
  var parts: [WirePart] {
    switch self {
    case .unknownName(let name): [.byte(0), .text(name)]
    case .noSuchPort(let port): [.byte(1), .text(port)]
    case .notATerminal(let path): [.byte(2), .text(path)]
    case .notPermitted(let port, let group):
      [.byte(3), .text(port), .optional(group.map { [.text($0)] })]
    // Only the other end asks the service for names.
    case .inUse(let port, let holder), .inUseAsListed(let port, let holder, _):
      [
        .byte(4), .text(port),
        .optional(holder.map { [.number(Int($0.process)), .text($0.program)] }),
      ]
    case .noAnswer(let port, let speeds):
      [.byte(5), .text(port), .list(speeds.map { [.number($0)] })]
    case .unknownSpeed(let speed): [.byte(6), .number(speed)]
    case .notReady(let name): [.byte(7), .text(name)]
    case .noReaderFound: [.byte(8)]
    case .severalReaders(let names): [.byte(9), .texts(names)]
    case .noCardLibrary: [.byte(10)]
    case .noCardService: [.byte(11)]
    case .cardServiceRefuses: [.byte(12)]
    case .noSuchCardReader(let name, let known): [.byte(13), .text(name), .texts(known)]
    case .driverLost(let name, let end): [.byte(14), .text(name)] + end.parts
    case .driverNotStarted(let code): [.byte(15), .number(Int(code))]
    case .heldByKernel(let name, let module): [.byte(16), .text(name), .text(module)]
    case .noRule(let name, let device, let vendor, let product):
      [.byte(17), .text(name), .text(device), .number(Int(vendor)), .number(Int(product))]
    }
  }
}

extension DriverEnd {
  fileprivate var parts: [WirePart] {
    switch self {
    case .unknown: [.byte(0)]
    case .signal(let number): [.byte(1), .number(Int(number))]
    case .code(let code): [.byte(2), .number(Int(code))]
    case .stuck(let seconds): [.byte(3), .number(seconds)]
    case .nonsense: [.byte(4)]
    }
  }
}

extension WirePart {
  static func texts(_ texts: [String]) -> WirePart { .list(texts.map { [.text($0)] }) }
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
    case 16: return .heldByKernel(try text(), module: try text())
    case 17:
      return .noRule(
        try text(), device: try text(), vendor: try shortNumber(), product: try shortNumber())
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
