// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

/// The least card that shows what the block protocol does: it gives back what it is told.
final class EchoCard: TypeAChip, SmartCard {
  let identity: TypeAIdentity
  private let typeB: TypeBIdentity?
  /// Every command that reached the card.
  private(set) var commands: [[UInt8]] = []
  private(set) var sessions = 0

  init(uid: String = "04E141124C2880", ats: String = "067577810280", typeB: TypeBIdentity? = nil) {
    identity = TypeAIdentity(uid: hex(uid), atqa: [0x03, 0x44], sak: 0x20, ats: hex(ats))
    self.typeB = typeB
  }

  var technology: Technology { typeB.map { .typeB($0, self) } ?? .typeA(self) }
  var state: [UInt8] { [] }
  func fieldLost() {}
  func activated() { sessions += 1 }

  /// `10 nn nn` asks for this many bytes, `20 nn` for this many extensions of the waiting time.
  func answer(command: [UInt8], tearing tear: Tear?) -> SmartCardReply {
    commands.append(command)
    switch (command.first, command.count) {
    case (0x10, 3): return SmartCardReply(Self.row(Int(command[1]) << 8 | Int(command[2])))
    case (0x20, 2): return SmartCardReply([0x90, 0x00], waitingTimeExtensions: Int(command[1]))
    default: return SmartCardReply(command + [0x90, 0x00])
    }
  }

  static func row(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  }
}
