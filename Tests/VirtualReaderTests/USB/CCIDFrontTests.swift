// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import TestSupport
import Testing

@testable import VirtualReader

/// The microcontroller of the ACR122U, as libccid and libnfc meet it.
struct CCIDFrontTests {
  /// A device without a socket, at a time of its own.
  struct USBBench {
    var device: USBDevice
    private(set) var now = ContinuousClock.now
    private var sequence: UInt8 = 0

    init(
      _ model: USBReaderModel = .acr122u, faults: FaultPlan = .none, chip: (any VirtualChip)? = nil
    ) {
      var options = VirtualReaderOptions(faults: faults)
      options.usb = USBOffer(model, at: "")
      device = USBDevice(model, options)
      device.powerUp(at: now)
      if let chip { _ = device.board.place(chip, stateChanged: nil) }
    }

    mutating func pass(_ time: Duration) {
      now += time
      while let next = device.nextWork, next <= now { device.tick(at: now) }
    }

    /// Sends a message of CCID and gives what is there as the answer, if anything is.
    mutating func send(_ type: UInt8, _ content: String = "") -> String? {
      sequence += 1
      let bytes = hex(content)
      let head = [type] + littleEndian(UInt32(bytes.count)) + [0, sequence, 0, 0, 0]
      let isTaken = device.receive(head + bytes, at: now)
      #expect(isTaken)
      return answer()
    }

    /// Type, status, error and content of what there is to fetch.
    mutating func answer() -> String? {
      guard let bytes = device.takeMessage(at: now), bytes.count >= 10 else { return nil }
      #expect(Int(bytes[1]) == bytes.count - 10)
      return hexText([bytes[0]]) + " " + hexText(Array(bytes[7...8])) + " "
        + hexText(Array(bytes[10...]))
    }
  }

  static let uid: [UInt8] = [0x04, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC]

  private func withTag(_ faults: FaultPlan = .none) -> USBBench {
    USBBench(faults: faults, chip: VirtualType2Chip(.ntag213, uid: Self.uid))
  }

  @Test func theSlotFollowsTheCard() {
    var bench = withTag()
    #expect(bench.send(0x65) == "81 0100 ")
    #expect(bench.send(0x62) == "80 0000 3b8f8001804f0ca0000003060300030000000068")
    #expect(bench.send(0x65) == "81 0000 ")
    #expect(bench.send(0x63) == "81 0100 ")
    bench.device.board.lift(TagID(number: 0))
    #expect(bench.send(0x65) == "81 0200 ")
    #expect(bench.send(0x62) == "80 42fe ")
    #expect(bench.device.takeNotices() == [[0x50, 0x02]])
  }

  /// PC/SC part 3: what the ATR says of each kind of card.
  @Test func eachKindOfCardHasItsATR() {
    let idm: [UInt8] = [1, 0x2E, 3, 4, 5, 6, 7, 8]
    let cards: [((any VirtualChip)?, String)] = [
      (VirtualType2Chip(.ntag213, uid: Self.uid), "3b8f8001804f0ca0000003060300030000000068"),
      (VirtualFelicaLiteChip(idm: idm), "3b8f8001804f0ca00000030603f011000000008a"),
      (VirtualType4Chip(.desfireEV1, uid: Self.uid), "3b8180018080"),
      (VirtualTopazChip(uid: [1, 2, 3, 4]), "3b8f8001804f0ca00000030603f004"),
    ]
    for (chip, atr) in cards {
      var bench = USBBench(chip: chip)
      let answer = bench.send(0x62) ?? ""
      #expect(answer.hasPrefix("80 0000 \(atr)"), "\(answer)")
    }
  }

  @Test func commandsOfTheReader() {
    var bench = withTag()
    #expect(bench.send(0x6B, "FF00480000") == "83 0281 41435231323255323135")
    #expect(bench.send(0x6F, "FF00000002D402") == "80 0281 d503320106079000")
    #expect(bench.send(0x62) != nil)
    #expect(bench.send(0x6F, "FFCA000000") == "80 0081 04123456789abc9000")
    #expect(bench.send(0x6F, "FFB0000404") == "80 0081 0103a00c9000")
    #expect(bench.send(0x6F, "FFD600060401020304") == "80 0081 9000")
    #expect(bench.send(0x6F, "FFB0000604") == "80 0081 010203049000")
    #expect(bench.send(0x6F, "FFB000FF04") == "80 0081 6300")
    #expect(bench.send(0x6F, "FF00500000") == "80 0081 90ff")
    #expect(bench.send(0x6F, "FF00510000") == "80 0081 9000")
    #expect(bench.send(0x6F, "FF00400F0400000000") == "80 0081 9000")
    #expect(bench.send(0x6F, "FF00990000") == "80 0081 6300")
    #expect(bench.send(0x6F, "00A4040000") == "80 0081 6300")
    // A length that is not true, a command that is none of the chip's.
    #expect(bench.send(0x6F, "FF00000005D402") == "80 0081 6300")
    #expect(bench.send(0x6F, "FF00000002D499") == "80 0081 637f")
    #expect(bench.send(0x6C) == "82 0000 1110004d00fe00")
    #expect(bench.send(0x69) == "81 4000 ")
  }

  @Test func whatIsNoMessageIsRefused() {
    var bench = withTag()
    func send(_ bytes: [UInt8]) -> String? {
      let isTaken = bench.device.receive(bytes, at: bench.now)
      #expect(isTaken)
      return bench.answer()
    }
    #expect(send([0x65, 9, 0, 0, 0, 0, 1, 0, 0, 0]) == "81 4201 ")
    #expect(send([0x65]) == nil)
    #expect(send([0x65, 0, 0, 0, 0, 3, 1, 0, 0, 0]) == "81 4205 ")
    #expect(bench.send(0x65) == "81 0100 ")
  }

  /// The chip looks for ever, and what comes meanwhile waits (libnfc issue 120).
  @Test func aLookWithoutAnEndIsGivenUpAfterFiveSeconds() {
    var bench = USBBench()
    #expect(bench.send(0x6F, "FF00510000") == "80 0281 9000")
    #expect(bench.send(0x6F, "FF00000006D43205FFFFFF") == "80 0281 d5339000")
    #expect(bench.send(0x6F, "FF00000004D44A0100") == nil)
    #expect(bench.send(0x6F, "FF00000002D402") == nil)
    bench.pass(.seconds(6))
    #expect(bench.answer() == "80 42fe ")
    #expect(bench.answer() == "80 0281 d503320106079000")
    #expect(bench.send(0x6F, "FF00000004D44A0100") == nil)
    _ = VirtualType2Chip(.ntag213, uid: Self.uid).map {
      bench.device.board.place($0, stateChanged: nil)
    }
    bench.device.lookAgain(at: bench.now)
    #expect(bench.answer() == "80 0281 d54b01010044000704123456789abc9000")
  }

  @Test func faultsAreThoseThatPeopleReport() {
    let version = "FF00000002D402"
    let good = "80 0281 d503320106079000"
    let answers: [(Fault, [String?])] = [
      (.commandLost, [nil]), (.answerLost, [nil]), (.chipMute, ["80 42fe "]),
      (.readerSays(0x6300, isDone: true), ["80 0281 6300"]),
      (.readerSays(0x637F, isDone: false), ["80 0281 637f"]),
      (.previousAnswer, ["80 0281 d5339000", good]), (.answersOutOfStep, [nil]),
      (.readerReset, [nil]),
    ]
    for (fault, expected) in answers {
      var faults = FaultPlan.none
      faults.atCommand = [0x02: [0: fault]]
      var bench = USBBench(faults: faults)
      #expect(bench.send(0x6F, "FF00000006D43205FFFFFF") == "80 0281 d5339000")
      #expect(bench.send(0x6F, version) == expected[0], "\(fault)")
      if expected.count > 1 { #expect(bench.answer() == expected[1]) }
      #expect(bench.send(0x6F, version) == good, "\(fault)")
      #expect((bench.send(0x6F, "FF00500000") == "80 0281 90ff") == (fault != .answersOutOfStep))
    }
    var late = FaultPlan.none
    late.atExchange = [0: .answerLate(.milliseconds(150))]
    var bench = USBBench(faults: late)
    #expect(bench.send(0x6F, version) == nil)
    bench.pass(.milliseconds(151))
    #expect(bench.answer() == good)
  }

  /// The PN533 is on USB itself, says that it is one, and puts a status before registers.
  @Test func aPN533SpeaksInFrames() {
    var bench = USBBench(.pn533)
    func ask(_ content: String) -> [String] {
      let frame = (try? Frame.command(hex(content)).bytes()) ?? []
      let isTaken = bench.device.receive(frame, at: bench.now)
      #expect(isTaken)
      var answers: [String] = []
      while let bytes = bench.device.takeMessage(at: bench.now) {
        answers.append(Bench.text(bytes) ?? "")
      }
      return answers
    }
    #expect(ask("02") == ["ack", "0333020707"])
    #expect(ask("066302630D") == ["ack", "07000000"])
    #expect(ask("08630280") == ["ack", "0900"])
    #expect(ask("1401") == ["ack", "error"])
  }

  /// A command of ISO 7816-4 goes to a smart card as it is, and its answer comes back as it is.
  @Test func aSmartCardIsSpokenTo() {
    var bench = USBBench(chip: VirtualType4Chip(.ntag424, uid: Self.uid))
    #expect(bench.send(0x62)?.hasPrefix("80 0000 3b8") == true)
    #expect(bench.send(0x6F, "00A4040007D276000085010100") == "80 0081 9000")
    #expect(bench.send(0x6F, "00A4000C02E103") == "80 0081 9000")
    #expect(bench.send(0x6F, "00B0000002") == "80 0081 00179000")
    bench.device.board.lift(TagID(number: 0))
    #expect(bench.send(0x6F, "00B0000002") == "80 0081 6300")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func noMessageMakesItTrap(seed: UInt64) {
    var random = Splitmix64(seed: seed)
    func bytes(_ most: Int) -> [UInt8] {
      (0..<Int(random.next() % UInt64(most + 1))).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
    }
    let chips: [(any VirtualChip)?] = [
      VirtualType2Chip(.ntag213, uid: Self.uid), VirtualType4Chip(.ntag424, uid: Self.uid), nil,
    ]
    var bench = USBBench(seed % 4 == 0 ? .pn533 : .acr122u, chip: chips[Int(seed % 3)])
    let starts = ["FF000000", "FFB000", "FFD600", "FFCA00", "FF005100", "00A40400", "FF"]
    for _ in 0..<300 {
      var content = hex(starts[Int(random.next() % 7)]) + bytes(60)
      // Now and then a command of the chip with a true length.
      if random.next() % 2 == 0 {
        let command = [0xD4] + bytes(40)
        content = [0xFF, 0, 0, 0, UInt8(command.count)] + command
      }
      let types: [UInt8] = [0x61, 0x62, 0x63, 0x65, 0x69, 0x6B, 0x6F, 0x6F, 0x6F, 0x72]
      let head = [types[Int(random.next() % 10)]] + littleEndian(UInt32(content.count))
      let message = random.next() % 8 == 0 ? bytes(300) : head + [0, 1, 0, 0, 0] + content
      let frame = try? Frame.command(Array(content.prefix(200))).bytes()
      _ = bench.device.receive(seed % 4 == 0 ? frame ?? [] : message, at: bench.now)
      bench.pass(.milliseconds(Int(random.next() % 4_000)))
      while bench.device.takeMessage(at: bench.now) != nil {}
      _ = bench.device.takeNotices()
    }
    bench.device.reset(at: bench.now)
    bench.pass(.seconds(6))
    while bench.device.takeMessage(at: bench.now) != nil {}
    if seed % 4 != 0 { #expect(bench.send(0x65)?.hasPrefix("81 0") == true) }
  }
}
