// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// An answer of the PN532: the command it belongs to and what came of it.
package struct Answer: Hashable, Sendable {
  package let command: CommandCode
  package let content: [UInt8]

  package init(to command: CommandCode, _ content: [UInt8] = []) {
    self.command = command
    self.content = content
  }

  package init(to command: CommandCode, _ status: StatusCode, _ data: [UInt8] = []) {
    self.init(to: command, [status.rawValue] + data)
  }

  /// Takes the content of an answer frame apart; nil when it answers no command there is.
  package init?(bytes: [UInt8]) {
    guard let first = bytes.first, let command = CommandCode(rawValue: first &- 1) else {
      return nil
    }
    self.init(to: command, Array(bytes.dropFirst()))
  }

  /// The content of the answer's frame, from the code on.
  package var bytes: [UInt8] { [command.rawValue &+ 1] + content }
}

/// What GetFirmwareVersion answers.
package struct FirmwareVersion: Hashable, Sendable {
  package let chip: UInt8
  package let version: UInt8
  package let revision: UInt8
  package let support: UInt8

  /// The PN532 that is sold today: firmware 1.6, Type A and B and ISO 18092.
  package static let pn532 = FirmwareVersion(chip: 0x32, version: 1, revision: 6, support: 7)
  /// The chip of sticks on USB, which hosts tell by its number from a PN532.
  package static let pn533 = FirmwareVersion(chip: 0x33, version: 2, revision: 7, support: 7)

  package init(chip: UInt8, version: UInt8, revision: UInt8, support: UInt8) {
    self.chip = chip
    self.version = version
    self.revision = revision
    self.support = support
  }

  package init?(content: [UInt8]) {
    guard content.count == 4 else { return nil }
    self.init(chip: content[0], version: content[1], revision: content[2], support: content[3])
  }

  package var content: [UInt8] { [chip, version, revision, support] }
}
