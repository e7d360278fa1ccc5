// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import VirtualReader

/// A reader on USB at its socket, with hosts of every kind.
struct USBEndTests {
  private final class Offer {
    let folder: TemporaryDirectory
    let reader: VirtualReader

    init(
      _ model: USBReaderModel = .acr122u, _ options: VirtualReaderOptions = VirtualReaderOptions()
    ) throws {
      folder = try TemporaryDirectory()
      var options = options
      options.usb = USBOffer(model, at: folder.path(of: "usb"))
      reader = try VirtualReader(options)
    }

    func host() throws -> RedirHost {
      let host = try RedirHost(at: reader.path)
      try host.greet()
      return host
    }
  }

  /// FF 00 00 00, and GetFirmwareVersion behind it.
  private static let askVersion: [UInt8] =
    [0x6F, 7, 0, 0, 0, 0, 9, 0, 0, 0, 0xFF, 0, 0, 0, 2, 0xD4, 0x02]

  private static func mode(of path: String) -> mode_t {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
  }

  /// A umask for the socket alone would be that of all threads, and of two at once the one stays for ever.
  @Test func itsSocketIsForItsUserAndOtherFilesAreAsEver() throws {
    let offer = try Offer()
    #expect(Self.mode(of: offer.reader.path) == 0o600)
    try offer.folder.write("", to: "before")
    let folder = offer.folder.path
    onThreads(8) { thread in
      for number in 0..<20 {
        var options = VirtualReaderOptions()
        options.usb = USBOffer(.acr122u, at: "\(folder)/\(thread)-\(number)")
        _ = try? VirtualReader(options)
      }
    }
    try offer.folder.write("", to: "after")
    #expect(Self.mode(of: "\(folder)/after") == Self.mode(of: "\(folder)/before"))
  }

  @Test func aHostHasTheReaderUntilItIsUnplugged() throws {
    let offer = try Offer()
    let host = try offer.host()
    let device = try host.ask(100, [0x80, 6, 0x80, 0, 0, 1, 0, 0, 18, 0])
    #expect(Array(device.body.dropFirst(10)) == USBReaderModel.acr122u.deviceDescriptor)
    #expect(try host.write(Self.askVersion).body[1] == 0)
    #expect(
      try host.fetch() == [0x80, 8, 0, 0, 0, 0, 9, 2, 0x81, 0, 0xD5, 3, 0x32, 1, 6, 7, 0x90, 0])
    try offer.reader.unplug()
    #expect(host.next()?.kind == 2)
    try offer.reader.replug()
    #expect(try (0..<3).map { _ in try #require(host.next()).kind } == [5, 4, 1])
  }

  @Test func inRealTimeAnAnswerTakesWhatTheModelSays() throws {
    var options = VirtualReaderOptions()
    options.isRealTime = true
    options.time = TimeModel(perCommand: .milliseconds(20))
    let offer = try Offer(.acr122u, options)
    let host = try offer.host()
    // A busy machine may give the host its turn only when the answer is long there.
    let took = try ContinuousClock().measure {
      _ = try host.write(Self.askVersion)
      #expect(try host.fetch().count == 18)
    }
    #expect(took > .milliseconds(20))
  }

  @Test func aReadWaitsAndCanBeGivenUp() throws {
    let offer = try Offer()
    let host = try offer.host()
    host.send(RedirHost.packet(101, id: 77, RedirHost.bulkHead(0x82, 64)))
    host.send(RedirHost.packet(21, id: 77, []))
    let ended = try #require(host.next())
    #expect(ended.id == 77 && ended.body[1] == 1)
    // A read that ends inside a packet loses it; one that ends between two gets the rest at the next.
    _ = try host.write(Self.askVersion)
    #expect(try host.ask(101, RedirHost.bulkHead(0x82, 5)).body[1] == 6)
    _ = try host.write(Self.askVersion)
    #expect(try host.fetch().count == 18)
  }

  @Test func aResetByOneHostEndsTheReadsOfTheOther() throws {
    let offer = try Offer()
    let (one, other) = (try offer.host(), try offer.host())
    one.send(RedirHost.packet(101, id: 5, RedirHost.bulkHead(0x82, 64)))
    // What it answers shows that it has the read by now.
    _ = try one.ask(7, [])
    other.send(RedirHost.packet(3, id: 0, []))
    let ended = try #require(one.next())
    #expect(ended.id == 5 && ended.body[1] == 1)
  }

  @Test func noticesComeToWhoeverListens() throws {
    let offer = try Offer()
    let host = try offer.host()
    #expect(try host.ask(15, [0x81]).body == [0, 0x81])
    #expect(try host.ask(15, [0x83]).body == [2, 0x83])
    #expect(try host.ask(15, [0x81]).body == [0, 0x81])
    let tag = try offer.reader.place {
      try #require(VirtualType2Chip(.ntag213, uid: [4, 1, 2, 3, 4, 5, 6]))
    }
    let came = try #require(host.next())
    #expect(came.kind == 103 && came.body == [0x81, 0, 2, 0, 0x50, 0x03])
    offer.reader.lift(tag)
    // The reader looks by itself.
    let left = try #require(host.next())
    #expect(left.body == [0x81, 0, 2, 0, 0x50, 0x02])
  }

  /// Whoever talks nonsense is closed, and no one else notices.
  @Test func hostilePeersAreClosed() throws {
    let offer = try Offer()
    let good = try offer.host()
    let evil: [[UInt8]] = [
      [UInt8](repeating: 0xFF, count: 64), RedirHost.packet(101, id: 1, []),
      RedirHost.hello + RedirHost.head(101, count: 1 << 30, idCount: 8),
      RedirHost.hello + RedirHost.packet(100, id: 1, [0x80]),
      RedirHost.hello
        + (0..<100).flatMap {
          RedirHost.packet(101, id: $0, RedirHost.bulkHead(0x82, 64))
        },
    ]
    for bytes in evil {
      let peer = try RedirHost(at: offer.reader.path)
      peer.send(bytes)
      peer.waitForEnd()
      #expect(try good.write(Self.askVersion).body[1] == 0)
      #expect(try good.fetch().count == 18)
    }
  }

  @Test func aHostThatDoesNotListenIsClosed() throws {
    let offer = try Offer()
    let deaf = try offer.host()
    let ask = RedirHost.packet(100, id: 1, [0x80, 6, 0x80, 0, 0, 2, 0, 0, 255, 0])
    var sent = 0
    while deaf.send(ask), sent < 200_000 { sent += 1 }
    #expect(sent < 200_000)
    let host = try offer.host()
    #expect(try host.write(Self.askVersion).body[1] == 0)
  }

  @Test func moreThanTheReaderTakesIsRefused() throws {
    let offer = try Offer()
    let host = try offer.host()
    #expect(try host.write([UInt8](repeating: 0, count: 1_025)).body[1] == 4)
    // Its length is not that of what comes with it.
    #expect(try host.ask(101, RedirHost.bulkHead(0x02, 5) + [1]).body[1] == 4)
    #expect(try host.write([1], to: 0x07).body[1] == 2)
    #expect(try host.ask(100, [0x80, 99, 0xC0, 0, 0, 0, 0, 0, 8, 0]).body[3] == 4)
    #expect(try host.ask(9, [7, 7]).body == [2, 7, 0])
    #expect(try host.write(Self.askVersion).body[1] == 0)
  }
}
