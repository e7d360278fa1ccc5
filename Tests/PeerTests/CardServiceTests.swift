// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// Debian's PC/SC service carries our commands to virtual ISO 15693 chips; their memories judge.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: CardService.obstacle == nil, "\(CardService.obstacle ?? "")"))
struct CardServiceTests {
  static let old = "https://go.tagtag.shop/old"
  static let new = "https://go.tagtag.shop/new"

  /// What a phone reads of a link alone.
  static func message(_ link: String) -> [UInt8] {
    [0xD1, 0x01, UInt8(link.utf8.count - 7), 0x55, 0x04] + link.utf8.dropFirst(8)
  }

  /// A chip whose memory begins with these bytes, and is as its maker left it after them.
  static func chip(
    _ model: VicinityModel = .slix, _ start: String = "", number: UInt8 = 1
  ) throws -> VirtualVicinityChip {
    let uid = model.uidStart + [UInt8](repeating: 0, count: 7 - model.uidStart.count) + [number]
    let data = bytes(start)
    let zeros = [UInt8](repeating: 0, count: model.blockCount * model.blockSize - data.count)
    return try #require(VirtualVicinityChip(model, uid: uid, memory: data + zeros))
  }

  /// An ICODE SLIX that shows a link, which is as long as the other one.
  private static func written(
    _ link: String = old, number: UInt8 = 1
  ) throws -> VirtualVicinityChip {
    try chip(.slix, "E1400D01 0317 \(hex(message(link))) FE", number: number)
  }

  /// What phones read of the chip: all of them the same, or the test has failed.
  static func shown(_ chip: VirtualVicinityChip, _ line: CardLine) -> Seen {
    let seen = phonesRead(type5: line.memory(of: chip), blockSize: chip.model.blockSize)
    #expect(seen.allSatisfy { $0 == seen[0] }, "phones differ")
    return seen[0]
  }

  /// Puts the new link on what is there.
  static func put(_ service: CardService) throws -> ProcessResult {
    try service.tagpress("put", "--reader", CardService.reader, new)
  }

  // MARK: Good days

  @Test(
    arguments: [
      (.acr1552u, "by raw requests (transparent exchange)"),
      (.identiv3720, "by Identiv's own command (FF FC)"),
      (.omnikey5022, "block by block (READ BINARY and UPDATE BINARY)"),
      (.generic, "block by block (READ BINARY and UPDATE BINARY)"),
    ] as [(ImitatedReader.Model, String)])
  func doctorFindsTheReadersAndTheirWays(_ model: ImitatedReader.Model, _ way: String) throws {
    let service = try CardService()
    let line = CardLine(model, at: service)
    let chip = try Self.chip()
    try line.lay(chip)
    // Waits until the service has seen the chip.
    _ = try service.tagpress("read", "--reader", CardService.reader)
    let result = try service.tagpress("doctor")
    #expect(
      result.output.contains(
        """
          OK    pcsc:Virtual PCD 00 00: Virtual PCD 00 00 (driver pcsc)
                if it is contactless, reads and writes NTAG, Ultralight and smart cards with NDEF; \
        reads and writes ISO 15693 tags \(way)
          OK    pcsc:Virtual PCD 00 01: Virtual PCD 00 01 (driver pcsc)
        """), "\(result.output)")
    #expect(line.memory(of: chip) == [UInt8](repeating: 0, count: 112))
  }

  /// New chips, and ones with an empty message: blocks alone do not tell how large a new one is.
  @Test(
    arguments: [
      (.acr1552u, .wide, "", "transparent-exchange"),
      (.identiv3720, .st25dv04k, "", "identiv-requests"),
      (.omnikey5022, .single, "E1401F00 0300FE", "blocks"),
      (.generic, .slix, "E1400D01 0300FE", "blocks"),
    ] as [(ImitatedReader.Model, VicinityModel, String, String)])
  func aLinkIsWrittenReadAndReplaced(
    _ reader: ImitatedReader.Model, _ model: VicinityModel, _ start: String, _ way: String
  ) throws {
    let service = try CardService()
    let line = CardLine(reader, at: service)
    let chip = try Self.chip(model, start)
    try line.lay(chip)
    for link in [Self.old, Self.new] {
      let put = try service.tagpress("put", "--format", "--reader", CardService.reader, link)
      #expect(put.output.hasPrefix("OK  \(hex(chip.uid).uppercased())  "), "\(put.errorOutput)")
      #expect(put.exit == .code(0))
      #expect(Self.shown(chip, line) == .message(Self.message(link)))
      let read = try service.tagpress("read", "--json", "--reader", CardService.reader)
      #expect(read.output.contains(#""\#(link)""#) && read.output.contains(#""\#(way)""#))
      #expect(read.exit == .code(0))
    }
  }

  /// What a reader is asked about the tag counts too; a service that is slow is asked once less.
  @Test(
    arguments: [(.acr1552u, 7, 10...11), (.omnikey5022, 11, 33...34)]
      as [(ImitatedReader.Model, Int, ClosedRange<Int>)])
  func timingsTellTheCommandsToTheReader(
    _ reader: ImitatedReader.Model, _ exchanges: Int, _ commands: ClosedRange<Int>
  ) throws {
    let service = try CardService()
    let line = CardLine(reader, at: service)
    try line.lay(try Self.written())
    let put = try service.tagpress("put", "--timings", "--reader", CardService.reader, Self.new)
    let said = try #require(put.errorOutput.split(separator: "\n").last)
    let isTold = commands.contains {
      said.hasPrefix("timings: \(exchanges) exchanges, \($0) commands to the reader, ")
    }
    #expect(isTold && said.hasSuffix(" ms"), "\(said)")
  }

  // MARK: A job

  private static func job(_ tags: String = "") -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="machines">
      <link>https://go.tagtag.shop/m/{number}</link>
      \(tags)
      <rows count="3" id="m{number}"/>
    </job>
    """
  }

  /// Runs a command on the job and does with tags what it says; the rest of its output is returned.
  ///
  /// A new tag follows at once, faster than the service looks.
  private static func run(
    _ command: String, _ chips: [VirtualVicinityChip], _ line: CardLine, _ service: CardService
  ) throws -> (lines: [String], end: ProcessResult) {
    var left = chips[...]
    func layNext() throws {
      if !service.isRunning { try service.start() }
      if let next = left.first { try line.lay(next) }
    }
    try layNext()
    let program = try service.started(command, "--reader", CardService.reader, "machines.xml")
    var lines: [String] = []
    while let text = program.nextLine() {
      lines.append(text)
      if !text.hasPrefix("AGAIN") { left = left.dropFirst() }
      line.clear()
      try layNext()
    }
    return (lines, try program.finish())
  }

  @Test(arguments: ImitatedReader.Model.allCases)
  func aJobIsWrittenAndVerified(_ model: ImitatedReader.Model) throws {
    let service = try CardService()
    try service.folder.write(Self.job(), to: "machines.xml")
    let line = CardLine(model, at: service)
    let chips = try (1...3).map { try Self.chip(.slix, "E1400D01 0300FE", number: $0) }
    let written = try Self.run("write", chips, line, service)
    let expected = chips.enumerated().map { index, chip in
      let (uid, number) = (hex(chip.uid).uppercased(), index + 1)
      return "OK            \(uid)  m\(number)  https://go.tagtag.shop/m/\(number)"
    }
    #expect(written.lines == expected, "\(written.end.errorOutput)")
    #expect(written.end.exit == .code(0))
    for (index, chip) in chips.enumerated() {
      let message = Self.message("https://go.tagtag.shop/m/\(index + 1)")
      #expect(Self.shown(chip, line) == .message(message))
    }
    let memories = chips.map { line.memory(of: $0) }
    let verified = try Self.run("verify", chips.reversed(), line, service)
    #expect(verified.lines == expected.reversed(), "\(verified.end.errorOutput)")
    #expect(verified.end.exit == .code(0))
    #expect(chips.map { line.memory(of: $0) } == memories)

    // Someone wrote the second one again.
    try line.lay(chips[1])
    #expect(try Self.put(service).exit == .code(0))
    let wrong = try Self.run("verify", chips, line, service)
    #expect(wrong.lines.map { $0.hasPrefix("OK  ") } == [true, false, true], "\(wrong.lines)")
    #expect(wrong.end.exit == .code(1))
  }

  /// Whatever happens in the middle of a tag, its row comes onto that very tag, and only there.
  @Test(arguments: [false, true])
  func everyRowFindsItsTagOnABadDay(isDone: Bool) throws {
    let troubles: [Trouble] = [
      .leaves(isDone: isDone), .serviceEnds(isDone: isDone), .says([0x63, 0x00], isDone: isDone),
    ]
    for (trouble, number) in zip(troubles, [4, 7, 2]) {
      let service = try CardService()
      let tags = #"<tags chips="ICODESLIX" format="yes"/>"#
      try service.folder.write(Self.job(tags), to: "machines.xml")
      let line = CardLine(.acr1552u, at: service)
      let chips = try (1...3).map { try Self.chip(number: $0) }
      line.plan(trouble, atWrite: number)
      let written = try Self.run("write", chips, line, service)
      #expect(line.troubleHasCome, "\(trouble)")
      #expect(written.end.exit == .code(0), "\(trouble): \(written)")
      for (index, chip) in chips.enumerated() {
        let message = Self.message("https://go.tagtag.shop/m/\(index + 1)")
        #expect(Self.shown(chip, line) == .message(message), "\(trouble)")
      }
    }
  }

  // MARK: Bad days

  @Test func aServiceThatDoesNotRunIsNamed() throws {
    let service = try CardService()
    service.kill()
    for command in [["read"], ["put", Self.new]] {
      let result = try service.tagpress(command + ["--reader", CardService.reader])
      #expect(
        result.errorOutput == """
          tagpress \(command[0]): The PC/SC service is not running. Start it with \
          'sudo systemctl start pcscd.socket', or if there is none, run 'sudo apt install pcscd'.

          """)
      #expect(result.exit == .code(2))
    }
  }

  /// The chip shows the old link, the new one, or none; put right, it shows the new one.
  private static func expectOneOfBoth(
    _ chip: VirtualVicinityChip, _ line: CardLine, after result: ProcessResult, _ what: String
  ) {
    let seen = shown(chip, line)
    if result.exit == .code(0) {
      #expect(seen == .message(message(new)), "\(what): called OK")
    } else {
      let allowed: [Seen] = [
        .message(message(old)), .message(message(new)), .message([]), .nothing,
      ]
      #expect(allowed.contains(seen), "\(what)")
      #expect(result.errorOutput.count > "Put a tag on the reader.\n".count, "\(what): no reason")
    }
  }

  /// A link takes the place of another by one write that empties, some of the text, and a last one.
  @Test(arguments: [.acr1552u, .generic] as [ImitatedReader.Model], [1, 2, 4])
  func nothingIsGuessedWhenACommandIsCutShort(_ model: ImitatedReader.Model, number: Int) throws {
    for isDone in [false, true] {
      for trouble in [Trouble.leaves(isDone: isDone), .serviceEnds(isDone: isDone)] {
        let service = try CardService()
        let line = CardLine(model, at: service)
        let chip = try Self.written()
        try line.lay(chip)
        line.plan(trouble, atWrite: number)
        let cut = try Self.put(service)
        #expect(line.troubleHasCome && cut.exit != .code(0), "\(trouble)")
        if !service.isRunning {
          #expect(cut.errorOutput.contains("The PC/SC service stopped."), "\(cut.errorOutput)")
          #expect(cut.exit == .code(2))
        }
        Self.expectOneOfBoth(chip, line, after: cut, "\(trouble)")
        if !service.isRunning { try service.start() }
        try line.lay(chip)
        let mended = try Self.put(service)
        #expect(mended.exit == .code(0), "\(trouble): \(mended.errorOutput)")
        #expect(Self.shown(chip, line) == .message(Self.message(Self.new)), "\(trouble)")
      }
    }
  }

  /// No answer, half a status, an answer to a read, and statuses of which some mean that nothing was
  /// done and others that it was.
  @Test(
    arguments: [.acr1552u, .generic] as [ImitatedReader.Model],
    [
      ("90", 1), ("6300", 2), ("6401", 3), ("6F00", 4), ("6A82", 1), ("6982", 2),
      ("01020304 9000", 3), ("6A81", 4), ("6D00", 1), ("6E00", 2), ("6800", 3), ("6881", 4),
    ])
  func aWrongAnswerIsNeverBelieved(
    _ model: ImitatedReader.Model, _ wrong: (answer: String, write: Int)
  ) throws {
    let service = try CardService()
    let line = CardLine(model, at: service)
    for isDone in [false, true] {
      let chip = try Self.written()
      try line.lay(chip)
      line.plan(.says(bytes(wrong.answer), isDone: isDone), atWrite: wrong.write)
      let result = try Self.put(service)
      #expect(line.troubleHasCome, "\(isDone)")
      Self.expectOneOfBoth(chip, line, after: result, "\(isDone)")
      #expect(try Self.put(service).exit == .code(0), "\(isDone)")
      #expect(Self.shown(chip, line) == .message(Self.message(Self.new)), "\(isDone)")
    }
  }

  /// Between two commands another tag takes the place of the first, and the service sees nothing: in
  /// the middle, after the last write, and with the very link that the first one is to show.
  @Test(
    arguments: ImitatedReader.Model.allCases,
    [(1, Self.old), (3, Self.new), (4, Self.old), (4, Self.new)] as [(write: Int, link: String)])
  func aTagThatCameInBetweenIsNotTouched(
    _ model: ImitatedReader.Model, _ swap: (write: Int, link: String)
  ) throws {
    let service = try CardService()
    let line = CardLine(model, at: service)
    let (chip, stranger) = (try Self.written(), try Self.written(swap.link, number: 2))
    let before = stranger.memory
    try line.lay(chip)
    line.plan(.swap(stranger), atWrite: swap.write)
    let swapped = try Self.put(service)
    #expect(line.troubleHasCome && swapped.exit != .code(0))
    #expect(
      swapped.errorOutput.contains("Another tag (\(hex(stranger.uid).uppercased())) is on"),
      "\(swapped.errorOutput)")
    #expect(line.memory(of: stranger) == before)
    Self.expectOneOfBoth(chip, line, after: swapped, "swapped")
    try line.lay(chip)
    #expect(try Self.put(service).exit == .code(0))
    #expect(Self.shown(chip, line) == .message(Self.message(Self.new)))
    #expect(line.memory(of: stranger) == before)
  }
}
