// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What can go wrong between a command and its answer.
package enum ReaderError: Error, Hashable, Sendable {
  /// The tag is still there and said nothing: what it did is unknown.
  case silent
  /// The tag answered with a 4-bit NAK of this code; it has fallen idle.
  case refused(UInt8)
  /// An answer came whose checksum is wrong: what the tag did is unknown.
  case corrupted
  /// Silence, a refusal or a corrupted answer; this reader could not tell which at the first try.
  case unclear
  /// The selected tag no longer answers to its UID.
  case tagGone
  /// Another tag is where the selected one was.
  case tagSwapped(found: TagUID)
  /// More than one tag is in the field.
  case severalTags(TagUID, TagUID)
  /// There is no selected tag to talk to.
  case nothingSelected
  /// What is on the reader is none of the tags that procedures know, or does not say so.
  case unknownCard
  /// Another program has the tag for itself.
  case heldElsewhere
  /// Tags on this reader are not for this user.
  case notPermitted
  /// The reader did not answer in its own time; it may come round.
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
  /// Reading and writing the port is for members of this group.
  case notPermitted(String, group: String?)
  case inUse(String, by: PortHolder?)
  /// The port is there, but nothing that speaks like a reader answered at these speeds.
  case noAnswer(String, speeds: [Int])
  case unknownSpeed(Int)
  /// The driver took the port, but the device behind it did not come up right.
  case notReady(String)
  /// The driver of the reader, which runs in a process of its own, ended.
  case driverLost(String, DriverEnd)
  case driverNotStarted(code: Int32)
  case noReaderFound
  case severalReaders([String])
  /// libpcsclite, through which the PC/SC service is spoken to, is not on this machine.
  case noCardLibrary
  case noCardService
  /// The PC/SC service runs, and is not for this user.
  case cardServiceRefuses
  /// The PC/SC service knows other readers, but none whose name begins like that.
  case noSuchCardReader(String, known: [String])
}

/// How the process of a reader's driver ended.
package enum DriverEnd: Error, Hashable, Sendable {
  case signal(Int32)
  case code(Int32)
  /// It did not come back from a call in this time, and was ended.
  case stuck(seconds: Int)
  /// It said what is not an answer, and was ended.
  case nonsense
  case unknown
}

/// The process that holds a port.
package struct PortHolder: Hashable, Sendable {
  package let process: Int32
  package let program: String

  /// What the process of a reader's driver is called in lists of processes.
  ///
  /// It is part of the program that has started it. The kernel keeps fifteen bytes.
  package static let driver = "tagpress-reader"

  package init(process: Int32, program: String) {
    self.process = process
    self.program = program
  }
}
