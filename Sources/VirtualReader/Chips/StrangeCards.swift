// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a card says that is not a tag: the names it can be selected by, and nothing else.
struct ApplicationNames: Hashable {
  /// Names, and what SELECT answers to them.
  let answers: [[UInt8]: [UInt8]]

  func answer(_ bytes: [UInt8]) -> SmartCardReply {
    guard let command = CommandAPDU(bytes) else { return SmartCardReply(.wrongLength) }
    guard command.cla == 0x00 else { return SmartCardReply(.classUnknown) }
    guard command.ins == 0xA4 else { return SmartCardReply(.instructionUnknown) }
    guard command.p1 == 0x04 else { return SmartCardReply(.wrongParameters) }
    guard let answer = answers[command.data] else { return SmartCardReply(.notFound) }
    return SmartCardReply(.done, with: answer)
  }
}

/// A payment card: it lists its applications, and its UID is another one each time.
package final class VirtualPaymentCard: TypeAChip, SmartCard {
  package static let modelName = "Payment card"

  /// The list of applications, with one that belongs to no one (EMV Book 1, 12.2.3).
  private static let names = ApplicationNames(answers: [
    Array("2PAY.SYS.DDF01".utf8): [0x6F, 0x20, 0x84, 0x0E] + Array("2PAY.SYS.DDF01".utf8) + [
      0xA5, 0x0E, 0xBF, 0x0C, 0x0B, 0x61, 0x09, 0x4F, 0x07,
      0xF0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01,
    ]
  ])

  private var noise: Noise
  private var uid: [UInt8]

  package init(seed: UInt64) {
    noise = Noise(seed: seed)
    // 08 in front says that the rest was made up.
    uid = [0x08] + noise.bytes(3)
  }

  package var identity: TypeAIdentity {
    TypeAIdentity(
      uid: uid, atqa: [0x00, 0x04], sak: 0x20,
      ats: [0x0A, 0x78, 0x80, 0x70, 0x02, 0x20, 0x63, 0xCB, 0xA3, 0xA0])
  }

  package var state: [UInt8] { ChipStateLines.file(of: Self.modelName) }
  package func fieldLost() { uid = [0x08] + noise.bytes(3) }
  package func activated() {}

  package func answer(command: [UInt8], tearing tear: Tear?) -> SmartCardReply {
    Self.names.answer(command)
  }
}

/// A passport of Type B: its application opens only with what is printed inside.
package final class VirtualPassport: SmartCard {
  package static let modelName = "Passport"

  private static let names = ApplicationNames(answers: [
    [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]: []
  ])

  private var noise: Noise
  private var pupi: [UInt8]

  package init(seed: UInt64) {
    noise = Noise(seed: seed)
    pupi = [0x08] + noise.bytes(3)
  }

  package var technology: Technology {
    // 106 kbit/s only, frames of 256 bytes, ISO 14443-4, 77 ms, and a number when it is wanted.
    .typeB(
      TypeBIdentity(
        pupi: pupi, applicationData: [0x00, 0x00, 0x00, 0x00], protocolInfo: [0x00, 0x81, 0x81]),
      self)
  }

  package var state: [UInt8] { ChipStateLines.file(of: Self.modelName) }
  package func fieldLost() { pupi = [0x08] + noise.bytes(3) }
  package func activated() {}

  package func answer(command: [UInt8], tearing tear: Tear?) -> SmartCardReply {
    // READ BINARY without the session key.
    if command.prefix(2) == [0x00, 0xB0] { return SmartCardReply(.accessDenied) }
    return Self.names.answer(command)
  }
}
