// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip that speaks ISO 14443-4: whole commands in, whole answers out.
///
/// The antenna does the blocks for it (clause 7): numbers, chaining, waiting time, DESELECT.
package protocol SmartCard: VirtualChip {
  /// Begins a session: no application and no file is selected.
  func activated()

  /// Answers a command APDU with an answer APDU.
  func answer(command: [UInt8], tearing tear: Tear?) -> SmartCardReply
}

extension SmartCard where Self: TypeAChip {
  /// Between its selection and RATS such a chip knows no frame of its own.
  package func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply { ChipReply(.silence) }
}

/// The answer of a smart card, and what it cost.
package struct SmartCardReply: Hashable, Sendable {
  /// Data and the two bytes of the status word.
  package var answer: [UInt8]
  package var programmedPages: Int
  /// How often the card asks for more time before it answers.
  package var waitingTimeExtensions: Int

  package init(_ answer: [UInt8], programmedPages: Int = 0, waitingTimeExtensions: Int = 0) {
    self.answer = answer
    self.programmedPages = programmedPages
    self.waitingTimeExtensions = waitingTimeExtensions
  }
}

/// What a Type B card says about itself in its ATQB (ISO 14443-3, 7.9).
package struct TypeBIdentity: Hashable, Sendable {
  /// The pseudo-unique identifier, four bytes.
  package let pupi: [UInt8]
  package let applicationData: [UInt8]
  /// Bit rates, frame size with protocol type, waiting time with frame options.
  package let protocolInfo: [UInt8]
}
