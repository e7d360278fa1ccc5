// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The kinds of packets of usbredir 0.13 that a device with bulk and interrupt endpoints needs.
enum RedirKind: UInt32 {
  case hello = 0
  case deviceConnect = 1
  case deviceDisconnect = 2
  case reset = 3
  case interfaceInfo = 4
  case endpointInfo = 5
  case setConfiguration = 6
  case getConfiguration = 7
  case configurationStatus = 8
  case setAlternate = 9
  case getAlternate = 10
  case alternateStatus = 11
  case startInterrupts = 15
  case stopInterrupts = 16
  case interruptsStatus = 17
  case cancel = 21
  case control = 100
  case bulk = 101
  case interrupt = 103
}

enum RedirStatus: UInt8 {
  case success = 0
  case cancelled = 1
  case invalid = 2
  case stall = 4
  case babble = 6
}

/// What an end of the connection can do beyond the first version; a bit each in its greeting.
struct RedirAbilities: OptionSet {
  let rawValue: UInt32

  static let versionInConnect = RedirAbilities(rawValue: 1 << 1)
  static let packetSizes = RedirAbilities(rawValue: 1 << 4)
  static let longIDs = RedirAbilities(rawValue: 1 << 5)
  static let longBulk = RedirAbilities(rawValue: 1 << 6)

  static let ours: RedirAbilities = [.versionInConnect, .packetSizes, .longIDs, .longBulk]
}

/// What the host at the other end wants.
struct RedirRequest: Hashable {
  enum Wish: Hashable {
    case hello(abilities: UInt32)
    case reset
    case setConfiguration(UInt8)
    case getConfiguration
    case setAlternate(interface: UInt8, UInt8)
    case getAlternate(interface: UInt8)
    case startInterrupts(endpoint: UInt8)
    case stopInterrupts(endpoint: UInt8)
    case cancel
    case control(endpoint: UInt8, USBDevice.ControlRequest)
    case bulk(endpoint: UInt8, length: Int, [UInt8])
    case interrupt(endpoint: UInt8, [UInt8])
    /// Of a kind for which nothing is to be done.
    case other
  }

  let id: UInt64
  let wish: Wish
}

/// Why a connection cannot go on: no later byte of it can be understood.
enum RedirDamage: Error, Hashable {
  case tooLong(Int)
  case tooShort(kind: UInt32)
  case noHello
}

/// Finds the packets in a stream that may be cut anywhere; whoever sends it may mean ill.
struct RedirDecoder {
  /// What both ends can do, once the other one has said hello.
  private(set) var abilities: RedirAbilities?
  private var pending: [UInt8] = []

  /// Of a packet behind its header; no message for a reader is a hundredth of it.
  static let longestBody = 70_000

  mutating func receive(_ bytes: [UInt8]) throws(RedirDamage) -> [RedirRequest] {
    pending += bytes
    var requests: [RedirRequest] = []
    var start = 0
    defer { pending.removeFirst(start) }
    while true {
      // Until both have said hello the number of a packet has four bytes.
      let headCount = abilities?.contains(.longIDs) == true ? 16 : 12
      guard pending.count - start >= headCount else { return requests }
      let kind = UInt32(truncatingIfNeeded: number(at: start, 4))
      let length = Int(number(at: start + 4, 4))
      guard length <= Self.longestBody else { throw .tooLong(length) }
      guard abilities != nil || kind == RedirKind.hello.rawValue else { throw .noHello }
      guard pending.count - start - headCount >= length else { return requests }
      let id = number(at: start + 8, headCount - 8)
      let body = Array(pending[(start + headCount)..<(start + headCount + length)])
      start += headCount + length
      requests.append(RedirRequest(id: id, wish: try understand(kind, body)))
    }
  }

  private func number(at place: Int, _ count: Int) -> UInt64 { Self.number(pending, place, count) }

  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func understand(
    _ kind: UInt32, _ body: [UInt8]
  ) throws(RedirDamage) -> RedirRequest.Wish {
    func need(_ count: Int) throws(RedirDamage) {
      guard body.count >= count else { throw .tooShort(kind: kind) }
    }
    func word(_ place: Int) -> UInt16 { UInt16(truncatingIfNeeded: Self.number(body, place, 2)) }
    switch RedirKind(rawValue: kind) {
    case .hello:
      // Its name has 64 bytes; the oldest peers say nothing of what they can do.
      try need(64)
      let bits = body.count >= 68 ? UInt32(truncatingIfNeeded: Self.number(body, 64, 4)) : 0
      if abilities == nil {
        abilities = RedirAbilities.ours.intersection(RedirAbilities(rawValue: bits))
      }
      return .hello(abilities: bits)
    case .reset: return .reset
    case .setConfiguration:
      try need(1)
      return .setConfiguration(body[0])
    case .getConfiguration: return .getConfiguration
    case .setAlternate:
      try need(2)
      return .setAlternate(interface: body[0], body[1])
    case .getAlternate:
      try need(1)
      return .getAlternate(interface: body[0])
    case .startInterrupts:
      try need(1)
      return .startInterrupts(endpoint: body[0])
    case .stopInterrupts:
      try need(1)
      return .stopInterrupts(endpoint: body[0])
    case .cancel: return .cancel
    case .control:
      try need(10)
      return .control(
        endpoint: body[0],
        USBDevice.ControlRequest(
          kind: body[2], code: body[1], value: word(4), index: word(6), length: word(8)))
    case .bulk:
      let headCount = abilities?.contains(.longBulk) == true ? 10 : 8
      try need(headCount)
      let high = headCount == 10 ? Int(word(8)) << 16 : 0
      return .bulk(
        endpoint: body[0], length: high | Int(word(2)), Array(body.dropFirst(headCount)))
    case .interrupt:
      try need(4)
      return .interrupt(endpoint: body[0], Array(body.dropFirst(4)))
    case .deviceConnect, .deviceDisconnect, .interfaceInfo, .endpointInfo, .configurationStatus,
      .alternateStatus, .interruptsStatus, nil:
      return .other
    }
  }
}

/// Packets for the other end, in the form that both ends can do.
struct RedirEncoder {
  let abilities: RedirAbilities

  func packet(_ kind: RedirKind, id: UInt64 = 0, _ body: [UInt8] = []) -> [UInt8] {
    let head = littleEndian(kind.rawValue) + littleEndian(UInt32(truncatingIfNeeded: body.count))
    return head
      + (abilities.contains(.longIDs)
        ? littleEndian(id) : littleEndian(UInt32(truncatingIfNeeded: id))) + body
  }

  /// The greeting, which comes before it is known what the other end can do.
  static func hello(_ name: String) -> [UInt8] {
    let text = Array(name.utf8.prefix(63))
    let padded = text + [UInt8](repeating: 0, count: 64 - text.count)
    return RedirEncoder(abilities: []).packet(
      .hello, padded + littleEndian(RedirAbilities.ours.rawValue))
  }

  /// A device that is plugged in: its endpoints, its interface, and then itself.
  func connected(_ model: USBReaderModel) -> [UInt8] {
    var (kinds, intervals) = ([UInt8](repeating: 255, count: 32), [UInt8](repeating: 0, count: 32))
    var sizes = [UInt16](repeating: 0, count: 32)
    for place in [0, 16] { (kinds[place], sizes[place]) = (0, 8) }
    for endpoint in model.endpoints {
      let place = Int(endpoint.address & 0x0F) + (endpoint.leadsToHost ? 16 : 0)
      kinds[place] = endpoint.kind.rawValue
      intervals[place] = endpoint.interval
      sizes[place] = endpoint.packetSize
    }
    let none = [UInt8](repeating: 0, count: 32)
    var endpoints = kinds + intervals + none
    if abilities.contains(.packetSizes) { endpoints += sizes.flatMap { littleEndian($0) } }
    let rest = [UInt8](repeating: 0, count: 31)
    let interfaces = littleEndian(UInt32(1)) + none + model.interfaceKind.flatMap { [$0] + rest }
    // Full speed; the classes are those of the interface.
    let device: [UInt8] =
      [1, 0, 0, 0] + littleEndian(model.vendor) + littleEndian(model.product)
      + (abilities.contains(.versionInConnect) ? littleEndian(model.version) : [])
    return packet(.endpointInfo, endpoints) + packet(.interfaceInfo, interfaces)
      + packet(.deviceConnect, device)
  }

  func control(
    id: UInt64, endpoint: UInt8, _ request: USBDevice.ControlRequest, _ answer: [UInt8]?
  ) -> [UInt8] {
    let leadsToHost = endpoint & 0x80 != 0
    let data = leadsToHost ? answer ?? [] : []
    let status: RedirStatus = answer == nil ? .stall : .success
    let length =
      leadsToHost ? UInt16(truncatingIfNeeded: data.count) : answer == nil ? 0 : request.length
    return packet(
      .control, id: id,
      [endpoint, request.code, request.kind, status.rawValue] + littleEndian(request.value)
        + littleEndian(request.index) + littleEndian(length) + data)
  }

  func bulk(
    id: UInt64, endpoint: UInt8, _ status: RedirStatus, length: Int, _ data: [UInt8] = []
  ) -> [UInt8] {
    let low = littleEndian(UInt16(truncatingIfNeeded: length))
    let high =
      abilities.contains(.longBulk) ? littleEndian(UInt16(truncatingIfNeeded: length >> 16)) : []
    return packet(
      .bulk, id: id, [endpoint, status.rawValue] + low + littleEndian(UInt32(0)) + high + data)
  }

  func interrupt(id: UInt64, endpoint: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = littleEndian(UInt16(truncatingIfNeeded: data.count))
    return packet(
      .interrupt, id: id, [endpoint, RedirStatus.success.rawValue] + length + data)
  }
}
