// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain

extension ReaderError: NamedTrouble {
  package var whatIsWrong: String {
    switch self {
    case .silent: "The tag did not answer."
    case .refused(let code):
      "The tag refused the command (\(name(ofRefusal: code))). It may be locked or protected."
    case .corrupted: "The tag's answer arrived damaged."
    case .unclear: "The tag's answer could not be understood."
    case .tagGone: "The tag was taken away too early."
    case .tagSwapped(let found): "Another tag (\(found)) is on the reader now."
    case .severalTags(let one, let other):
      "Two tags are on the reader (\(one) and \(other))."
    case .nothingSelected: "There is no tag on the reader."
    case .unknownCard: "What is on the reader does not identify itself."
    case .heldElsewhere: "Another program is using the tag on this reader."
    case .notPermitted:
      "The PC/SC service does not let you use the tags on its readers from here."
    case .readerSilent: "The reader does not answer."
    case .readerGone: "The reader was unplugged."
    case .driverLost(let end): "\(end.words)."
    case .cardServiceGone: "The PC/SC service stopped."
    case .notPossible: "This reader cannot do that. The tag is not to blame."
    case .cancelled: "Stopped."
    }
  }

  package var cure: Cure? {
    switch self {
    case .silent, .corrupted, .unclear, .tagGone: .putBack
    case .refused: .putAside
    case .tagSwapped: .putFirstBack
    case .severalTags: .takeOneAway
    case .nothingSelected: .putOneOn
    case .unknownCard: .moveToMiddle
    case .heldElsewhere: .stopOtherProgram
    case .notPermitted: .allowInPolkit("org.debian.pcsc-lite.access_card")
    case .readerSilent: .replugIfItContinues
    case .readerGone: .plugIn
    case .driverLost: .replugIfNextTryFails
    case .cardServiceGone: .restartCardService
    case .notPossible: .seeAbilities
    case .cancelled: nil
    }
  }

  package var code: ReasonCode {
    switch self {
    case .silent: .`tag-silent`
    case .refused: .`tag-refused`
    case .corrupted: .`answer-corrupted`
    case .unclear: .`answer-unclear`
    case .tagGone: .`tag-gone`
    case .tagSwapped: .`tag-swapped`
    case .severalTags: .`several-tags`
    case .nothingSelected: .`no-tag`
    case .unknownCard: .`unknown-card`
    case .heldElsewhere: .`tag-in-use`
    case .notPermitted: .`tag-not-permitted`
    case .readerSilent: .`reader-silent`
    case .readerGone: .`reader-gone`
    case .driverLost: .`reader-driver-lost`
    case .cardServiceGone: .`pcsc-stopped`
    case .notPossible: .`not-possible`
    case .cancelled: .cancelled
    }
  }
}

/// The four bits of a Type 2 tag's refusal, as NXP's data sheets name them.
private func name(ofRefusal code: UInt8) -> String {
  switch code {
  case 0: "NAK 0: no such page, or not allowed"
  case 1: "NAK 1: the command arrived damaged"
  case 4: "NAK 4: too many wrong passwords"
  case 5: "NAK 5: the memory could not be written"
  default: "NAK \(code)"
  }
}

extension ReaderOpeningError: Trouble {
  package var whatIsWrong: String {
    switch self {
    case .unknownName(let name): "'\(name)' is not the name of a reader."
    case .noSuchPort(let port): "There is no reader at \(port)."
    case .notATerminal(let path): "\(path) is not a serial port."
    case .notPermitted(let port, _), .noRule(let port, _, _, _):
      "You have no permission to use \(port)."
    case .inUse(let port, let holder?), .inUseAsListed(let port, let holder?, _):
      "\(port) is in use by '\(holder.program)' (process \(holder.process))."
    case .inUse(let port, nil), .inUseAsListed(let port, nil, _):
      "\(port) is in use by another program."
    case .heldByKernel(let name, let module):
      "A part of the system, the kernel module \(module), holds the reader \(name)."
    case .noAnswer(let port, let speeds):
      """
      Nothing at \(port) answers like a PN532 (tried at \(listed(speeds.map(String.init), "and")) \
      baud).
      """
    case .unknownSpeed(let speed): "\(speed) is not a line speed for a PN532 here."
    case .notReady(let name): "The reader \(name) does not start."
    case .driverLost(let name, let end): "\(end.words) while \(name) was opened."
    case .driverNotStarted(let code):
      "The process for the reader's driver could not be started (error \(code))."
    case .noReaderFound: "No reader was found."
    case .severalReaders(let names):
      "There are several readers: \(names.map(shellWord).joined(separator: ", "))."
    case .noCardLibrary: "PC/SC is not installed on this machine."
    case .noCardService: "The PC/SC service is not running."
    case .cardServiceRefuses: "The PC/SC service does not let you use its readers from here."
    case .noSuchCardReader(let name, known: []):
      "The PC/SC service has no reader, and so none called '\(name)'."
    case .noSuchCardReader(let name, let known):
      """
      The PC/SC service has no reader whose name begins with '\(name)'. It has: \
      \(known.joined(separator: ", ")).
      """
    }
  }

  package var cure: Cure? {
    switch self {
    case .unknownName: .nameReader
    case .noSuchPort: .checkPort
    case .notATerminal: .namePort
    case .notPermitted(_, let group?): .joinGroup(group)
    case .notPermitted(_, nil): .askForAccess
    case .inUse: .stopOtherProgram
    case .inUseAsListed(_, _, let names): .nameAsCardService(names)
    case .heldByKernel(_, let module): .unloadModule(module)
    case .noRule(_, let device, let vendor, let product):
      .allowReader(vendor: digits(vendor), product: digits(product), device: device)
    case .noAnswer: .checkWiring
    case .unknownSpeed: .chooseSpeed
    case .notReady, .driverLost: .replug
    case .driverNotStarted: .closePrograms
    case .noReaderFound: .examineReaders
    case .severalReaders: .chooseReader
    case .noCardLibrary: .installCardService
    case .noCardService: .startCardService
    case .cardServiceRefuses: .allowInPolkit("org.debian.pcsc-lite.access_pcsc")
    case .noSuchCardReader(_, known: []): .plugReaderIn
    case .noSuchCardReader: .chooseListedReader
    }
  }

  /// The names that scripts know the errors by; they never change.
  package enum Code: String, CaseIterable, Sendable {
    case `reader-name-unknown`, `no-such-port`, `not-a-serial-port`, `reader-not-permitted`
    case `reader-in-use`, `reader-no-answer`, `speed-unknown`, `reader-not-ready`
    case `reader-driver-lost`, `reader-driver-not-started`, `no-reader`, `several-readers`
    case `reader-held-by-system`, `pcsc-not-installed`, `pcsc-not-running`, `pcsc-not-permitted`,
      `no-such-pcsc-reader`
  }

  package var machineName: String { code.rawValue }

  private var code: Code {
    switch self {
    case .unknownName: .`reader-name-unknown`
    case .noSuchPort: .`no-such-port`
    case .notATerminal: .`not-a-serial-port`
    case .notPermitted, .noRule: .`reader-not-permitted`
    case .inUse, .inUseAsListed: .`reader-in-use`
    case .heldByKernel: .`reader-held-by-system`
    case .noAnswer: .`reader-no-answer`
    case .unknownSpeed: .`speed-unknown`
    case .notReady: .`reader-not-ready`
    case .driverLost: .`reader-driver-lost`
    case .driverNotStarted: .`reader-driver-not-started`
    case .noReaderFound: .`no-reader`
    case .severalReaders: .`several-readers`
    case .noCardLibrary: .`pcsc-not-installed`
    case .noCardService: .`pcsc-not-running`
    case .cardServiceRefuses: .`pcsc-not-permitted`
    case .noSuchCardReader: .`no-such-pcsc-reader`
    }
  }
}

/// A number of a USB device as a rule of udev has it.
private func digits(_ number: UInt16) -> String {
  hex([UInt8(number >> 8), UInt8(number & 0xFF)])
}

extension DriverEnd {
  /// How the driver ended; a sentence without its full stop.
  fileprivate var words: String {
    switch self {
    case .signal(let number):
      """
      The reader was lost: its driver crashed (signal \(number)), which a wrong answer from the \
      reader can cause
      """
    case .code(let code): "The reader was lost: its driver ended by itself (code \(code))"
    case .stuck(let seconds):
      "The reader was lost: its driver did not answer within \(seconds) seconds and was stopped"
    case .nonsense: "The reader was lost: its driver gave an invalid answer and was stopped"
    case .unknown: "The reader was lost: its driver ended"
    }
  }
}
