// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import VirtualReader

/// A host that speaks usbredir over a socket, well or badly.
final class RedirHost {
  private let descriptor: Int32
  private var lastID: UInt64 = 0

  struct Packet {
    let kind: UInt32
    let id: UInt64
    let body: [UInt8]
  }

  init(at path: String) throws {
    descriptor = try ListeningSocket.socket(for: path)
    #expect(try ListeningSocket.connecting(descriptor, to: path) == 0)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(descriptor) }

  static let hello: [UInt8] =
    head(0, count: 68, idCount: 4) + [UInt8](repeating: 0, count: 64) + [0x70, 0, 0, 0]

  static func head(_ kind: UInt32, count: Int, idCount: Int, id: UInt64 = 0) -> [UInt8] {
    littleEndian(kind) + littleEndian(UInt32(truncatingIfNeeded: count))
      + littleEndian(id).prefix(idCount)
  }

  static func packet(_ kind: UInt32, id: UInt64, _ body: [UInt8]) -> [UInt8] {
    head(kind, count: body.count, idCount: 8, id: id) + body
  }

  /// Says hello and waits until the device is there.
  func greet() throws {
    send(Self.hello)
    _ = try #require(read(12 + 68))
    #expect(try (0..<3).map { _ in try #require(next()).kind } == [5, 4, 1])
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// The next packet; nil when the other end has closed.
  func next() -> Packet? {
    guard let head = read(16) else { return nil }
    let number = { (place: Int, count: Int) -> UInt64 in
      head[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard let body = read(Int(number(4, 4))) else { return nil }
    return Packet(kind: UInt32(number(0, 4)), id: number(8, 8), body: body)
  }

  /// Waits until the other end has closed, whatever comes before.
  func waitForEnd() {
    while read(1) != nil {}
  }

  /// Sends a message to the reader.
  func write(_ message: [UInt8], to endpoint: UInt8 = 0x02) throws -> Packet {
    try ask(101, Self.bulkHead(endpoint, message.count) + message)
  }

  /// Fetches a message of the reader, without its head.
  func fetch(_ count: Int = 265, from endpoint: UInt8 = 0x82) throws -> [UInt8] {
    Array(try ask(101, Self.bulkHead(endpoint, count)).body.dropFirst(10))
  }

  func ask(_ kind: UInt32, _ body: [UInt8]) throws -> Packet {
    lastID += 1
    send(Self.packet(kind, id: lastID, body))
    while true {
      let packet = try #require(next())
      if packet.id == lastID, packet.kind != 103 { return packet }
    }
  }

  static func bulkHead(_ endpoint: UInt8, _ count: Int) -> [UInt8] {
    [endpoint, 0] + littleEndian(UInt16(truncatingIfNeeded: count)) + [0, 0, 0, 0]
      + littleEndian(UInt16(truncatingIfNeeded: count >> 16))
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var at = 0
    while at < count {
      let got = bytes[at...].withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      guard got > 0 else { return nil }
      at += got
    }
    return bytes
  }
}
