// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip in the field, with the states that the antenna keeps for it.
protocol Card: AnyObject {
  var tag: TagID { get }
  var chip: any VirtualChip { get }
  /// Told after each change of the memory.
  var stateChanged: (@Sendable ([UInt8]) -> Void)? { get }
  /// A chip whose answers have stopped for good.
  var isSilent: Bool { get set }

  func powerUp()
  func powerDown()

  /// Whether the frame goes to this chip alone, and not to any other in the field.
  func isAddressed(by frame: AirFrame) -> Bool

  func receive(_ frame: AirFrame, tearing tear: Tear?) -> CardReply
}

/// What came back from a chip, and what became of its memory.
struct CardReply: Hashable {
  var frame: AirFrame?
  var programmedPages = 0
  /// The time slot in which a FeliCa chip answers a Polling.
  var slot = 0

  static let nothing = CardReply()
}

extension VirtualChip {
  /// The chip as something that can lie in the field.
  func card(tag: TagID, stateChanged: (@Sendable ([UInt8]) -> Void)?) -> any Card {
    switch technology {
    case .typeA(let chip): TypeACard(tag: tag, chip: chip, stateChanged: stateChanged)
    case .typeB(let identity, let chip):
      TypeBCard(tag: tag, identity: identity, card: chip, stateChanged: stateChanged)
    case .felica(let chip): FelicaCard(tag: tag, felica: chip, stateChanged: stateChanged)
    case .topaz(let chip): TopazCard(tag: tag, topaz: chip, stateChanged: stateChanged)
    }
  }
}
