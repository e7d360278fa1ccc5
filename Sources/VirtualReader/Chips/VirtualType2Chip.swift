// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One virtual chip of Tag Type 2: its cells, and what it forgets when the field goes away.
///
/// What it does with a command is written feature by feature in the files next to this one.
package final class VirtualType2Chip: TypeAChip {
  package let model: ChipModel
  /// The chip that a clone pretends to be: it gives that chip's GET_VERSION and CC.
  package let claims: ChipModel?
  /// The answer to READ_SIG; a clone to which none was given refuses the command.
  package let signature: [UInt8]?
  /// Notable events since a test put an empty list here; nil keeps none.
  package var journal: [ChipEvent]?
  /// The number of commands that the chip still answers before it dies; nil for a sound chip.
  package var commandsLeft: Int?

  var memory: PageMemory
  var counters: [OneWayCounter]
  var failedPasswords = 0
  var noise: Noise

  // All below is gone, or read again from the cells, when the chip is selected again.
  var settings: ProtectionSettings
  var lockBits: [UInt32] = []
  var configurationIsFrozen = false
  var hasCountedPresentation = false
  var isAuthenticated = false
  var half: HalfCommand?

  /// Makes a chip as it leaves the factory, or nil for a UID or a signature of the wrong length.
  package init?(
    _ model: ChipModel, uid: [UInt8], signature: [UInt8]? = nil, claiming claims: ChipModel? = nil,
    seed: UInt64 = 0
  ) {
    guard uid.count == 7, signature.map({ $0.count == 32 }) ?? true else { return nil }
    self.model = model
    self.claims = claims
    self.signature = signature ?? Self.deliveredSignature(of: model, claiming: claims)
    memory = .atDelivery(of: model, claiming: claims, uid: uid)
    counters = OneWayCounter.atDelivery(of: model)
    noise = Noise(seed: seed)
    settings = .open
    fieldLost()
  }

  /// Makes a chip with the memory of another one, as far as it is known; nil when its UID is not.
  ///
  /// A page that is not known is as the factory left it.
  package convenience init?(_ model: ChipModel, pages: [[UInt8]?], signature: [UInt8]?) {
    guard pages.count > 1, let first = pages[0], let second = pages[1] else { return nil }
    self.init(model, uid: Array(first.prefix(3)) + second, signature: signature)
    for (number, page) in pages.enumerated() {
      if let page { memory[number] = page }
    }
    fieldLost()
  }

  /// Makes the chip that a state file describes.
  init(
    _ model: ChipModel, claiming claims: ChipModel?, signature: [UInt8]?, memory: PageMemory,
    counters: [OneWayCounter], failedPasswords: Int, seed: UInt64, commandsLeft: Int?
  ) {
    self.model = model
    self.claims = claims
    self.signature = signature ?? Self.deliveredSignature(of: model, claiming: claims)
    self.memory = memory
    self.counters = counters
    self.failedPasswords = failedPasswords
    self.commandsLeft = commandsLeft
    noise = Noise(seed: seed)
    settings = .open
    fieldLost()
  }

  static func deliveredSignature(
    of model: ChipModel, claiming claims: ChipModel?
  ) -> [UInt8]? {
    model.isSecondGeneration && claims == nil ? VirtualSignature.type2 : nil
  }

  package var identity: TypeAIdentity {
    TypeAIdentity(
      uid: Array(memory[0].prefix(3) + memory[1]), atqa: [0x00, 0x44], sak: 0x00, ats: [])
  }

  /// The pages whose cells are worn out.
  package var worn: [Int: Wear] {
    get { memory.worn }
    set { memory.worn = newValue }
  }

  /// The cells of a page, passwords and keys included, as no reader can see them.
  package func cells(ofPage page: Int) -> [UInt8] { memory[page] }

  package func fieldLost() {
    hasCountedPresentation = false
    activated()
    configurationIsFrozen = settings.cfgLock
  }

  package func activated() {
    settings = ProtectionSettings(of: model, in: memory)
    lockBits = model.lockPages.map { memory.number($0.page) }
    leaveActiveState()
  }

  package func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply {
    if let left = commandsLeft {
      guard left > 0 else { return ChipReply(.silence) }
      commandsLeft = left - 1
    }
    let reply = reply(to: frame, tearing: tear)
    switch reply.answer {
    case .refuse, .silence: leaveActiveState()
    case .data, .acknowledge, .quiet: break
    }
    return reply
  }

  /// Falls back to IDLE or HALT, where neither an authentication nor half a command survives.
  private func leaveActiveState() {
    isAuthenticated = false
    half = nil
  }

  func note(_ event: ChipEvent) {
    journal?.append(event)
  }
}

/// A command whose second frame is still to come.
enum HalfCommand: Hashable {
  case compatibilityWrite(page: Int)
  case tripleDES(challenge: [UInt8], cryptogram: [UInt8])
}

extension PageMemory {
  /// The memory of a new chip: the UID with its check bytes, then what the sheet says.
  static func atDelivery(of model: ChipModel, claiming claims: ChipModel?, uid: [UInt8]) -> Self {
    var memory = PageMemory(pages: model.pages)
    for (page, content) in model.factoryPages { memory[page] = content }
    if let promise = claims?.factoryPages[3] { memory[3] = promise }
    let head = Array(uid.prefix(3))
    let tail = Array(uid.dropFirst(3))
    // The cascade tag 88h is part of the first check byte (ISO 14443-3); 48h is the internal byte.
    memory[0] = head + [head.reduce(0x88, ^)]
    memory[1] = tail
    memory[2] = [tail.reduce(0x00, ^), 0x48, 0x00, 0x00]
    return memory
  }
}
