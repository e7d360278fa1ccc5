// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import PN532Protocol
import TestSupport
import Testing
import Threads
import VirtualReader

@Suite(.serialized, .timeLimit(.minutes(10)))
struct VirtualReaderTests {
  static let uid = "04e141124c2880"

  @Test func answersOverItsTerminal() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    reader.place { PlainChip(uid: hex(Self.uid)) }
    let host = try #require(HostPort(reader.path))
    #expect(host.ask("02") == .answer(hex("0332010607")))
    #expect(host.ask("4a0100") == .answer(hex("4b010100440007" + Self.uid)))
    #expect(host.ask("400160") == .refusal)
    #expect(reader.counters.hostCommands == 3)
  }

  @Test func tagsComeAndGo() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    let host = try #require(HostPort(reader.path))
    #expect(host.begin("4a0100") == .acknowledged)
    let first = reader.place { PlainChip(uid: hex(Self.uid)) }
    #expect(host.next() == .answer(hex("4b010100440007" + Self.uid)))
    let second = reader.swap(first) { PlainChip(uid: hex("278B7034")) }
    #expect(reader.tagsInField == [second])
    #expect(host.ask("40013004") == .answer(hex("4101")))
    #expect(host.ask("4a0100") == .answer(hex("4b010100040004278b7034")))
    #expect(host.ask("4001a20401020304") == .answer(hex("4100")))
    reader.lift(second)
    #expect(host.begin("4a0100") == .acknowledged)
    reader.putBack(second)
    #expect(host.next() == .answer(hex("4b010100040004278b7034")))
    #expect(reader.state(of: second)?[16..<20] == [1, 2, 3, 4])
    #expect(reader.counters(of: second).programmedPages == 1)
    reader.discard(second)
    #expect(reader.state(of: second) == nil)
    #expect(reader.counters(of: second) == Counters())
    #expect(reader.state(of: first)?.count == 64)
  }

  @Test func eachProgrammedPageIsReportedBeforeTheHostHearsOfIt() throws {
    let states = Guarded<[[UInt8]]>([])
    let reader = try VirtualReader()
    defer { reader.stop() }
    reader.place(
      stateChanged: { state in states.withLock { $0.append(Array(state[16..<20])) } },
      { PlainChip(uid: hex(Self.uid)) })
    let host = try #require(HostPort(reader.path))
    _ = host.ask("4a0100")
    for byte in 1...3 as ClosedRange<UInt8> {
      #expect(host.ask([0x40, 0x01, 0xA2, 0x04, byte, 0, 0, 0]) == .answer(hex("4100")))
      #expect(states.withLock { $0.last } == [byte, 0, 0, 0])
    }
    #expect(states.withLock { $0.count } == 3)
  }

  @Test func theCableComesOutAndIn() throws {
    var options = VirtualReaderOptions()
    let directory = try TemporaryDirectory()
    options.link = directory.path(of: "ttyUSB0")
    let reader = try VirtualReader(options)
    reader.place { PlainChip(uid: hex(Self.uid)) }
    let host = try #require(HostPort(reader.path))
    #expect(host.ask("02") == .answer(hex("0332010607")))
    try reader.unplug()
    #expect(host.next() == .hangUp)
    #expect(HostPort(reader.path) == nil, "the link goes with the device")
    try reader.replug()
    let again = try #require(HostPort(reader.path))
    #expect(again.ask("4a0100") == .answer(hex("4b010100440007" + Self.uid)))
    reader.stop()
    #expect(HostPort(reader.path) == nil)
    #expect(throws: VirtualReaderError.stopped) { try reader.replug() }
  }

  @Test func aPlanPullsTheCableAndPutsItBack() throws {
    var options = VirtualReaderOptions()
    let directory = try TemporaryDirectory()
    options.link = directory.path(of: "ttyUSB0")
    options.faults.atExchange[1] = .readerUnplugged(.milliseconds(20))
    let reader = try VirtualReader(options)
    defer { reader.stop() }
    let host = try #require(HostPort(reader.path))
    #expect(host.ask("02") == .answer(hex("0332010607")))
    #expect(host.ask("02") == .hangUp)
    for _ in 0..<24_000 where access(reader.path, F_OK) != 0 { usleep(5_000) }
    let again = try #require(HostPort(reader.path))
    #expect(again.ask("02") == .answer(hex("0332010607")))
  }

  @Test func aFileInTheWayOfTheLinkIsLeftAlone() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("mine", to: "ttyUSB0")
    var options = VirtualReaderOptions()
    options.link = path
    #expect(throws: VirtualReaderError.linkInTheWay(path: path)) { try VirtualReader(options) }
    #expect(try directory.read("ttyUSB0") == Array("mine".utf8))
  }

  @Test(arguments: [
    "ttyUSB1", "/dev/ttyUSB9", "/dev/pts", "/dev/pts/", "/dev/pts/ptmx", "/dev/pts/999999x",
  ])
  func aLinkThatLeadsElsewhereIsLeftAlone(_ goal: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "ttyUSB0")
    symlink(goal, path)
    var options = VirtualReaderOptions()
    options.link = path
    #expect(throws: VirtualReaderError.linkLeadsElsewhere(path: path, to: goal)) {
      try VirtualReader(options)
    }
    #expect(directory.entries == ["ttyUSB0"])
  }

  @Test func theLinkOfAnotherReaderIsLeftAlone() throws {
    let directory = try TemporaryDirectory()
    var options = VirtualReaderOptions()
    options.link = directory.path(of: "ttyUSB0")
    let reader = try VirtualReader(options)
    defer { reader.stop() }
    #expect(throws: VirtualReaderError.self) { try VirtualReader(options) }
    #expect(HostPort(reader.path) != nil)
  }

  @Test func aLinkToATerminalThatIsGoneIsReplaced() throws {
    let directory = try TemporaryDirectory()
    var options = VirtualReaderOptions()
    options.link = directory.path(of: "ttyUSB0")
    symlink("/dev/pts/999999", directory.path(of: "ttyUSB0"))
    let reader = try VirtualReader(options)
    #expect(HostPort(reader.path) != nil)
    reader.stop()
    #expect(directory.entries == [])
  }

  @Test func whatTookThePlaceOfTheLinkStays() throws {
    let directory = try TemporaryDirectory()
    var options = VirtualReaderOptions()
    options.link = directory.path(of: "ttyUSB0")
    let reader = try VirtualReader(options)
    unlink(reader.path)
    symlink("mine", reader.path)
    reader.stop()
    #expect(directory.entries == ["ttyUSB0"])
  }

  @Test func speedsMustAgree() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    let host = try #require(HostPort(reader.path))
    #expect(host.ask("1007") == .answer(hex("11")))
    let before = reader.counters.bytesFromHost
    host.send(hex("0000FF00FF00"))
    // The speed changes with the ACK, and what the reader takes together with it is heard as it was.
    for _ in 0..<120_000 where reader.counters.bytesFromHost == before { usleep(1_000) }
    #expect(host.askInVain("02") == .silence)
    host.setSpeed(B921600)
    #expect(host.ask("02") == .answer(hex("0332010607")))
  }

  @Test("an exchange does not take the time of the model")
  func isQuick() throws {
    var options = VirtualReaderOptions()
    options.time = TimeModel(perCommand: .seconds(3600))
    let reader = try VirtualReader(options)
    defer { reader.stop() }
    reader.place { PlainChip(uid: hex(Self.uid)) }
    let host = try #require(HostPort(reader.path))
    _ = host.ask("4a0100")
    // One that took it would answer in hours, and the host waits for minutes.
    guard case .answer = host.ask("40013004") else {
      Issue.record("no answer came")
      return
    }
    #expect(reader.counters.modelled >= .seconds(2 * 3600))
  }

  @Test func reallyTakesItsTimeWhenAsked() throws {
    var options = VirtualReaderOptions()
    options.isRealTime = true
    options.time = TimeModel(perCommand: .milliseconds(20))
    let reader = try VirtualReader(options)
    defer { reader.stop() }
    let host = try #require(HostPort(reader.path))
    #expect(ContinuousClock().measure { _ = host.ask("02") } > .milliseconds(20))
  }

  /// A PN532 says at once that it has taken a command, and hears while it works.
  @Test func nothingWaitsForACommandThatTakesItsTime() throws {
    var options = VirtualReaderOptions()
    options.isRealTime = true
    options.time = TimeModel(perCommand: .seconds(600))
    let reader = try VirtualReader(options)
    let host = try #require(HostPort(reader.path))
    for _ in 0..<2 {
      #expect(host.begin("02") == .acknowledged)
      // The hand that lays tags does not wait either.
      let tag = reader.place { PlainChip(uid: hex(Self.uid)) }
      reader.discard(tag)
      // An abort ends the command, and so does another one.
      host.send(hex("0000FF00FF00"))
      #expect(host.begin("02") == .acknowledged)
    }
    try reader.unplug()
    reader.stop()
  }

  @Test func anAbortedAnswerDoesNotCome() throws {
    var options = VirtualReaderOptions()
    options.isRealTime = true
    options.time = TimeModel(perCommand: .milliseconds(200))
    let reader = try VirtualReader(options)
    defer { reader.stop() }
    let host = try #require(HostPort(reader.path))
    #expect(host.begin("02") == .acknowledged)
    host.send(hex("0000FF00FF00"))
    #expect(host.next(patience: 300) == .silence)
    #expect(host.ask("02") == .answer(hex("0332010607")))
  }

  @Test func inAutoPollIsOverWhenItsTimeIs() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    let host = try #require(HostPort(reader.path))
    let took = ContinuousClock().measure {
      #expect(host.ask("60010110") == .answer(hex("6100")))
    }
    #expect(took > .milliseconds(145))
    #expect(host.begin("60fe0f10") == .acknowledged)
    reader.place { PlainChip(uid: hex(Self.uid)) }
    #expect(host.next() == .answer(hex("610110" + "0c" + "010044" + "0007" + Self.uid)))
  }

  @Test func manyReadersAtOnce() throws {
    let readers = try (0..<8).map { _ in try VirtualReader() }
    for reader in readers {
      let host = try #require(HostPort(reader.path))
      #expect(host.ask("02") == .answer(hex("0332010607")))
    }
    #expect(Set(readers.map(\.path)).count == 8)
    for reader in readers { reader.stop() }
  }
}
