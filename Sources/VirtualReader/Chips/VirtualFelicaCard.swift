// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A FeliCa card with systems and services, as transit cards are; what needs a key is refused.
package final class VirtualFelicaCard: FelicaChip {
  package static let modelName = "FeliCa card"

  package let idm: [UInt8]
  package let pmm: [UInt8]
  package let limits: FelicaLimits
  package private(set) var systems: [FelicaSystem]

  /// Nil for numbers of the wrong length, no system or more than an IDm can name, or a block that
  /// does not have sixteen bytes.
  package convenience init?(
    idm: [UInt8], pmm: [UInt8], limits: FelicaLimits, systems: [FelicaSystem]
  ) {
    let blocks = systems.flatMap(\.services).flatMap(\.blocks)
    guard idm.count == 8, pmm.count == 8, Self.canName(systems.count),
      blocks.allSatisfy({ $0.count == FelicaPacket.blockSize })
    else { return nil }
    self.init(idm, pmm, limits, systems)
  }

  /// Makes the card that a state file describes, whose parts were checked one by one.
  init(_ idm: [UInt8], _ pmm: [UInt8], _ limits: FelicaLimits, _ systems: [FelicaSystem]) {
    self.idm = idm
    self.pmm = pmm
    self.limits = limits
    self.systems = systems
  }

  /// Half a byte of the IDm counts the systems.
  static func canName(_ systems: Int) -> Bool { (1...16).contains(systems) }

  package func fieldLost() {}

  package func isMeant(by idm: ArraySlice<UInt8>) -> Bool { systemIndex(calledBy: idm) != nil }

  package func answer(to packet: [UInt8], tearing tear: Tear?) -> FelicaReply? {
    guard let request = FelicaPacket(packet) else { return nil }
    if case .polling(let asked, let addition) = request { return polled(asked, addition) }
    guard packet.count >= 9 else { return nil }
    let idm = packet[1..<9]
    guard let index = systemIndex(calledBy: idm) else { return nil }
    return answer(request, inSystem: index, as: Array(idm), tearing: tear)
  }

  private func polled(_ asked: UInt16, _ addition: UInt8) -> FelicaReply? {
    guard let index = systems.firstIndex(where: { polling(asked, means: $0.code) }) else {
      return nil
    }
    let addition = pollingAddition(addition, system: systems[index].code)
    return FelicaReply([0x01] + name(ofSystem: index) + pmm + addition)
  }

  private func answer(
    _ request: FelicaPacket, inSystem index: Int, as name: [UInt8], tearing tear: Tear?
  ) -> FelicaReply? {
    switch request {
    case .polling: return nil
    case .requestService(let nodes):
      guard (1...32).contains(nodes.count) else { return nil }
      let versions = nodes.flatMap { Self.littleEndian(systems[index].keyVersion(of: $0)) }
      return FelicaReply([0x03] + name + [UInt8(nodes.count)] + versions)
    case .requestResponse: return FelicaReply([0x05] + name + [0x00])
    case .requestSystemCode:
      let codes = systems.flatMap { Self.littleEndian($0.code).reversed() }
      return FelicaReply([0x0D] + name + [UInt8(systems.count)] + codes)
    case .read(let access): return read(access, inSystem: index, as: name)
    case .write(let access, let data):
      return write(access, data, inSystem: index, as: name, tearing: tear)
    }
  }

  /// The upper half of the IDm's first byte is the number of the system.
  private func name(ofSystem system: Int) -> [UInt8] {
    [idm[0] & 0x0F | UInt8(truncatingIfNeeded: system << 4)] + idm.dropFirst()
  }

  private func systemIndex(calledBy idm: ArraySlice<UInt8>) -> Int? {
    systems.indices.first { name(ofSystem: $0)[...] == idm }
  }

  private static func littleEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }

  private func read(_ access: FelicaAccess, inSystem index: Int, as name: [UInt8]) -> FelicaReply {
    do throws(FelicaStatus) {
      let places = try places(access, inSystem: index, atMost: limits.read) { _ in true }
      let data = places.flatMap { systems[index].services[$0.service].blocks[$0.block] }
      return FelicaReply([0x07] + name + [0x00, 0x00, UInt8(places.count)] + data)
    } catch {
      return FelicaReply([0x07] + name + error.bytes)
    }
  }

  /// Nothing is promised about which blocks of a write that is cut short are reached.
  private func write(
    _ access: FelicaAccess, _ data: [UInt8], inSystem index: Int, as name: [UInt8],
    tearing tear: Tear?
  ) -> FelicaReply {
    do throws(FelicaStatus) {
      let places = try places(
        access, inSystem: index, atMost: limits.write, FelicaService.isWritable)
      let old = places.flatMap { systems[index].services[$0.service].blocks[$0.block] }
      let size = FelicaPacket.blockSize
      let new = TornWrite.result(old, into: data, at: 0, pageSize: size, by: tear)
      for (number, place) in places.enumerated() {
        systems[index].services[place.service].blocks[place.block] = Array(
          new[number * size..<(number + 1) * size])
      }
      return FelicaReply([0x09] + name + [0x00, 0x00], programmedBlocks: places.count)
    } catch {
      return FelicaReply([0x09] + name + error.bytes)
    }
  }

  private func places(
    _ access: FelicaAccess, inSystem index: Int, atMost limit: Int, _ allows: (UInt16) -> Bool
  ) throws(FelicaStatus) -> [(service: Int, block: Int)] {
    guard (1...16).contains(access.services.count) else { throw .serviceCount }
    guard (1...limit).contains(access.blocks.count) else { throw .blockCount }
    let services = systems[index].services
    var chosen: [Int] = []
    for (place, code) in access.services.enumerated() {
      guard let found = services.firstIndex(where: { $0.codes.contains(code) }),
        FelicaService.needsNoKey(code), allows(code)
      else { throw .serviceCode(place) }
      chosen.append(found)
    }
    var places: [(service: Int, block: Int)] = []
    for (place, element) in access.blocks.enumerated() {
      guard element.service < chosen.count else { throw .serviceOrder(place) }
      guard element.mode == 0 else { throw .accessMode(place) }
      let service = chosen[element.service]
      guard element.number < services[service].blocks.count else { throw .blockNumber(place) }
      places.append((service, element.number))
    }
    return places
  }
}

/// How many blocks a card takes at once.
package struct FelicaLimits: Hashable, Sendable {
  package let read: Int
  package let write: Int

  /// An answer with more than fifteen blocks does not fit the length byte of a packet.
  package static let longestRead = 15

  package init(read: Int, write: Int) {
    self.read = min(max(read, 1), Self.longestRead)
    self.write = min(max(write, 1), Self.longestRead)
  }
}

/// A part of a card with a code of its own, which answers Polling like a card of its own.
package struct FelicaSystem: Hashable, Sendable {
  package let code: UInt16
  package var services: [FelicaService]

  package init(code: UInt16, services: [FelicaService]) {
    self.code = code
    self.services = services
  }

  /// What Request Service says: FFFF for a node that is not there.
  func keyVersion(of node: UInt16) -> UInt16 {
    // FFFF names the system itself.
    guard node != 0xFFFF else { return 0x0000 }
    return services.contains { $0.codes.contains(node) } ? 0x0000 : 0xFFFF
  }
}

/// Blocks, and the codes under which they are reached with different rights.
package struct FelicaService: Hashable, Sendable {
  package let codes: [UInt16]
  package var blocks: [[UInt8]]

  package init(codes: [UInt16], blocks: [[UInt8]]) {
    self.codes = codes
    self.blocks = blocks
  }

  /// The lowest bit of a code tells services that need no key.
  static func needsNoKey(_ code: UInt16) -> Bool { code & 1 == 1 }

  /// Random and cyclic services for reading and writing; the others are read-only or purses.
  static func isWritable(_ code: UInt16) -> Bool { [0x09, 0x0D].contains(code & 0x3F) }
}
