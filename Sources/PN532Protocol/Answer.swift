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

/// One Type A tag in the answer to InListPassiveTarget.
package struct ListedTypeATarget: Hashable, Sendable {
  package let number: UInt8
  /// Most significant byte first, unlike on the air.
  package let atqa: [UInt8]
  package let sak: UInt8
  package let uid: [UInt8]
  /// With its own length byte in front, or empty.
  package let ats: [UInt8]

  package init(number: UInt8, atqa: [UInt8], sak: UInt8, uid: [UInt8], ats: [UInt8]) {
    self.number = number
    self.atqa = atqa
    self.sak = sak
    self.uid = uid
    self.ats = ats
  }

  package var bytes: [UInt8] {
    [number] + atqa + [sak, UInt8(truncatingIfNeeded: uid.count)] + uid + ats
  }

  /// Takes the content of an answer about Type A tags apart; nil when it ends early or late.
  package static func list(content: [UInt8]) -> [ListedTypeATarget]? {
    guard let count = content.first else { return nil }
    var rest = content.dropFirst()
    var targets: [ListedTypeATarget] = []
    for _ in 0..<count {
      guard let target = take(from: &rest) else { return nil }
      targets.append(target)
    }
    return rest.isEmpty ? targets : nil
  }

  private static func take(from rest: inout ArraySlice<UInt8>) -> ListedTypeATarget? {
    let head = Array(rest.prefix(5))
    guard head.count == 5 else { return nil }
    rest = rest.dropFirst(5)
    let uid = Array(rest.prefix(Int(head[4])))
    guard uid.count == Int(head[4]) else { return nil }
    rest = rest.dropFirst(uid.count)
    var ats: [UInt8] = []
    // Bit 5 of the SAK promises ISO 14443-4; the ATS is there only when the chip asked for it.
    if head[3] & 0x20 != 0, let length = rest.first, length > 0 {
      ats = Array(rest.prefix(Int(length)))
      guard ats.count == Int(length) else { return nil }
      rest = rest.dropFirst(ats.count)
    }
    return ListedTypeATarget(
      number: head[0], atqa: [head[1], head[2]], sak: head[3], uid: uid, ats: ats)
  }
}
