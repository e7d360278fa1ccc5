// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Something that goes wrong in one exchange between host and reader.
package enum Fault: Hashable, Sendable {
  /// The reader never hears the command: no acknowledgement comes.
  case commandLost
  /// The command is acknowledged and done, and its answer never arrives.
  case answerLost
  /// One bit of the answer is wrong when it arrives.
  case answerCorrupted
  /// The command is done, and the answer is this one, from its code on, in a frame that is whole.
  case answers([UInt8])
  /// The command is done, and what answers it is in whole frames and not what a PN532 says.
  case answerMutated
  /// This answer about a tag promises more, and so does each that the host then asks for.
  case promisesMoreForEver
  /// The tag does not hear the reader's next frame.
  case tagMissesFrame
  /// The tag does what it was told, and its answer does not reach the reader.
  case tagAnswerLost
  case tagAnswerCorrupted
  /// After this many frames of this command answers of the tag no longer reach the reader.
  ///
  /// A single lost answer of a smart card is repaired between it and the reader chip; this one is not.
  case tagUnheard(afterFrames: Int)
  /// The reader chip no longer lists a target, as when it was interrupted in a look.
  case targetsForgotten
  /// Every tag in the field leaves before the command; after this many exchanges it is back.
  case tagLeaves(exchanges: Int)
  /// The tag stops answering for good.
  case tagFallsSilent
  /// The reader stops answering until it is unplugged.
  case readerFallsSilent
  /// The reader loses its cable before the command and has it back after this time.
  case readerUnplugged(Duration)

  // These are of readers on USB; on a serial line nothing comes of them.

  /// The answer comes after this time, and those to later commands behind it.
  case answerLate(Duration)
  /// The answer before comes once more, and then the right one.
  case previousAnswer
  /// From this command on each answer comes only when the next one is due.
  case answersOutOfStep
  /// The microcontroller answers with these two bytes, after the chip has done the command or not.
  case readerSays(UInt16, isDone: Bool)
  /// The chip does not hear the command, and the microcontroller says that nothing comes.
  case chipMute
  /// Another program resets the device before it has the command.
  case readerReset
}

/// What the air does to an exchange with a chosen chip.
package enum Disturbance: Hashable, Sendable {
  case frameLost
  case answerLost
  case answerCorrupted
  /// After this many frames answers no longer arrive, until the next command of the host.
  case allAnswersLost(afterFrames: Int)
}

/// What is wrong with a tag from the start.
package enum Defect: Hashable, Sendable {
  /// Bit 0 of this page's first byte can no longer be written.
  case wornPage(UInt8)
  /// Pages from this one on are acknowledged and forgotten, as on a clone that says it is larger.
  case missingPages(from: UInt8)
  /// Pages from this one on are those from `first` on again, as on a clone that does not look at
  /// the upper bits of an address.
  case repeatingPages(from: UInt8, first: UInt8)
}

/// How often something is to happen: `count` times out of `of`, never a floating-point number.
package struct Ratio: Hashable, Sendable {
  package let count: UInt64
  package let of: UInt64

  package static let never = Ratio(0, of: 1)

  package init(_ count: UInt64, of: UInt64) {
    self.count = count
    self.of = max(of, 1)
  }

  func draws(_ number: UInt64) -> Bool { number % of < count }
}

/// How often each kind of fault is to happen.
package struct FaultOdds: Hashable, Sendable {
  package var commandLost = Ratio.never
  package var answerLost = Ratio.never
  package var answerCorrupted = Ratio.never
  package var answerMutated = Ratio.never
  package var tagMissesFrame = Ratio.never
  package var tagAnswerLost = Ratio.never
  package var tagAnswerCorrupted = Ratio.never
  package var tagLeaves = Ratio.never
  package var tagFallsSilent = Ratio.never
  package var readerFallsSilent = Ratio.never
  package var readerUnplugged = Ratio.never
  package var tagUnheard = Ratio.never
  package var answerLate = Ratio.never
  package var previousAnswer = Ratio.never
  package var answersOutOfStep = Ratio.never
  package var readerSays = Ratio.never
  package var chipMute = Ratio.never
  package var readerReset = Ratio.never
  /// Of each write that programs a page.
  package var tornWrite = Ratio.never
  /// Of each tag that is placed.
  package var wornPage = Ratio.never
  package var missingPages = Ratio.never

  package init() {}
}
