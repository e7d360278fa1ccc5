// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What can go wrong between a command and its answer.
package enum ReaderError: Error, Hashable, Sendable {
  /// The tag is still there but silent: what it did is unknown.
  case silent
  /// The tag answered with a 4-bit NAK of this code; it is idle now.
  case refused(UInt8)
  /// An answer with a wrong checksum: what the tag did is unknown.
  case corrupted
  /// Silence, a refusal or a corrupted answer; this reader could not tell which at the first try.
  case unclear
  /// The selected tag no longer answers to its UID.
  case tagGone
  /// Another tag has taken the place of the selected one.
  case tagSwapped(found: TagUID)
  /// More than one tag is in the field.
  case severalTags(TagUID, TagUID)
  /// There is no selected tag to talk to.
  case nothingSelected
  /// The card on the reader is no supported tag, or does not identify itself.
  case unknownCard
  /// Another program uses the tag exclusively.
  case heldElsewhere
  /// This user may not use tags on this reader.
  case notPermitted
  /// The reader did not answer in time; it may recover.
  case readerSilent
  /// The reader was unplugged, or its port was closed.
  case readerGone
  /// The driver of the reader, which runs in a process of its own, ended.
  case driverLost(DriverEnd)
  /// The PC/SC service, which drives the reader, stopped or was restarted.
  case cardServiceGone
  /// This reader cannot do that: a command too long for it, or a family it does not know.
  case notPossible
  /// The user asked to stop.
  case cancelled
}

/// Why a reader could not be opened.
package enum ReaderOpeningError: Error, Hashable, Sendable {
  case unknownName(String)
  case noSuchPort(String)
  case notATerminal(String)
  /// Members of this group may read and write the port.
  case notPermitted(String, group: String?)
  case inUse(String, by: PortHolder?)
  /// It is in use, perhaps by the PC/SC service, which has readers of this kind under these names.
  case inUseAsListed(String, by: PortHolder?, [String])
  /// A module of the kernel has taken the reader.
  case heldByKernel(String, module: String)
  /// No rule of this machine gives anybody but root a reader on USB with these numbers.
  case noRule(String, device: String, vendor: UInt16, product: UInt16)
  /// The port exists, but no reader answered there at these speeds.
  case noAnswer(String, speeds: [Int])
  case unknownSpeed(Int)
  /// The driver opened the port, but its device did not start properly.
  case notReady(String)
  /// The driver of the reader, which runs in a process of its own, ended.
  case driverLost(String, DriverEnd)
  case driverNotStarted(code: Int32)
  case noReaderFound
  case severalReaders([String])
  /// libpcsclite, which talks to the PC/SC service, is not installed.
  case noCardLibrary
  case noCardService
  /// The PC/SC service is running, but not available to this user.
  case cardServiceRefuses
  /// The PC/SC service has other readers, but none whose name begins like that.
  case noSuchCardReader(String, known: [String])
}

/// How the process of a reader's driver ended.
package enum DriverEnd: Error, Hashable, Sendable {
  case signal(Int32)
  case code(Int32)
  /// It did not return from a call in this time, and was killed.
  case stuck(seconds: Int)
  /// It sent something that is not an answer, and was killed.
  case nonsense
  case unknown
}

/// The process that holds a port.
package struct PortHolder: Hashable, Sendable {
  package let process: Int32
  package let program: String

  /// The name of a driver's process in process lists.
  ///
  /// It belongs to the program that started it. The kernel keeps fifteen bytes of the name.
  package static let driver = "tagpress-reader"

  package init(process: Int32, program: String) {
    self.process = process
    self.program = program
  }
}
