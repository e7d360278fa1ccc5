// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import VirtualReader

/// What comes over the socket may be cut anywhere, and may be meant ill.
struct RedirDecoderTests {
  /// A greeting and one packet of each kind that a host sends, in the form of QEMU.
  static let packets: [[UInt8]] = [
    RedirHost.hello,
    RedirHost.packet(3, id: 0, []),
    RedirHost.packet(6, id: 1, [1]),
    RedirHost.packet(7, id: 2, []),
    RedirHost.packet(9, id: 3, [0, 0]),
    RedirHost.packet(10, id: 4, [0]),
    RedirHost.packet(15, id: 5, [0x81]),
    RedirHost.packet(16, id: 6, [0x81]),
    RedirHost.packet(21, id: 7, []),
    RedirHost.packet(100, id: 8, [0x80, 6, 0x80, 0, 0, 1, 0, 0, 18, 0]),
    RedirHost.packet(101, id: 9, [0x82, 0, 9, 1, 0, 0, 0, 0, 2, 0]),
    RedirHost.packet(101, id: 10, [0x02, 0, 3, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9]),
    RedirHost.packet(103, id: 11, [0x03, 0, 1, 0, 5]),
    RedirHost.packet(22, id: 12, []),
  ]

  static let wishes: [RedirRequest.Wish] = [
    .hello(abilities: 0x70), .reset, .setConfiguration(1), .getConfiguration,
    .setAlternate(interface: 0, 0), .getAlternate(interface: 0), .startInterrupts(endpoint: 0x81),
    .stopInterrupts(endpoint: 0x81), .cancel,
    .control(
      endpoint: 0x80,
      USBDevice.ControlRequest(kind: 0x80, code: 6, value: 0x0100, index: 0, length: 18)),
    .bulk(endpoint: 0x82, length: 0x2_0109, []), .bulk(endpoint: 0x02, length: 3, [7, 8, 9]),
    .interrupt(endpoint: 3, [5]), .other,
  ]

  @Test func aStreamIsTheSameHoweverItIsCut() throws {
    let stream = Self.packets.flatMap { $0 }
    for size in [1, 2, 7, 16, 64, stream.count] {
      var decoder = RedirDecoder()
      var requests: [RedirRequest] = []
      var rest = stream[...]
      while !rest.isEmpty {
        requests += try decoder.receive(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(requests.map(\.wish) == Self.wishes)
      #expect(requests.map(\.id).dropFirst() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    }
  }

  /// A packet whose own length is true and whose content is cut short is refused, not read beyond.
  @Test func everyTruncationIsRefusedOrWhole() throws {
    for packet in Self.packets.dropFirst() {
      let body = Array(packet.dropFirst(16))
      for count in 0..<body.count {
        var decoder = RedirDecoder()
        _ = try decoder.receive(RedirHost.hello)
        let cut = RedirHost.packet(UInt32(packet[0]), id: 1, Array(body.prefix(count)))
        // Some kinds end with data, which may have any length.
        if let requests = try? decoder.receive(cut) { #expect(requests.count == 1) }
      }
    }
    for count in 0..<64 {
      var decoder = RedirDecoder()
      let short = RedirHost.head(0, count: count, idCount: 4) + [UInt8](repeating: 0, count: count)
      #expect(throws: RedirDamage.tooShort(kind: 0)) { try decoder.receive(short) }
    }
  }

  @Test func lengthsThatAreTooLargeAreRefusedAtOnce() throws {
    for length in [70_001, 1 << 24, Int(UInt32.max)] {
      var decoder = RedirDecoder()
      _ = try decoder.receive(RedirHost.hello)
      #expect(throws: RedirDamage.tooLong(length)) {
        try decoder.receive(RedirHost.head(101, count: length, idCount: 8))
      }
    }
    var early = RedirDecoder()
    #expect(throws: RedirDamage.noHello) { try early.receive(RedirHost.packet(101, id: 1, [])) }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func noBytesMakeItTrap(seed: UInt64) {
    var random = Splitmix64(seed: seed)
    var decoder = RedirDecoder()
    _ = try? decoder.receive(RedirHost.hello)
    for _ in 0..<200 {
      let kind = UInt32(random.next() % 110)
      let count = Int(random.next() % 40)
      let body = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      guard (try? decoder.receive(RedirHost.packet(kind, id: random.next(), body))) != nil else {
        decoder = RedirDecoder()
        _ = try? decoder.receive(RedirHost.hello)
        continue
      }
    }
  }
}
