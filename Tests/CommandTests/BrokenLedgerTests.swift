// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import TestSupport
import Testing

/// A ledger that cannot keep what happens: it is refused in words, and no tag is touched.
struct BrokenLedgerTests {
  private static func job(_ id: String = "spring") -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="\(id)">
      <link>https://go.example.com/s/{number}</link>
      <tags chips="NTAG213"/>
      <rows count="3" id="n{number}"/>
    </job>
    """
  }

  /// A desk with one tag of the job done and a new one on the reader.
  private static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.folder.write(job(), to: "spring.xml")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("next")
    return desk
  }

  private static let kinds: [(change: @Sendable (inout [UInt8]) -> Void, words: String)] = [
    (
      { $0.replaceSubrange(4_096..<8_192, with: [UInt8](repeating: 7, count: 4_096)) },
      "It is damaged. Run 'tagpress doctor --rebuild spring.ledger'"
    ),
    ({ $0.removeLast(4_100) }, "It is damaged. Run 'tagpress doctor --rebuild spring.ledger'"),
    // The number of our migrations, as SQLite keeps it in the head of a file.
    ({ $0[63] = 99 }, "A later TagPress made it"),
    // Next to its witness it is what is left of a ledger.
    (
      { $0 = Array("not a ledger".utf8) },
      "It is damaged. Run 'tagpress doctor --rebuild spring.ledger'"
    ),
  ]

  @Test(arguments: kinds.indices)
  func aFileThatIsNoGoodLedgerIsRefused(_ kind: Int) throws {
    let desk = try Self.desk()
    let (change, words) = Self.kinds[kind]
    var bytes = try desk.folder.read("spring.ledger")
    change(&bytes)
    try desk.folder.write(bytes, to: "spring.ledger")
    let before = (try desk.pages(of: "two.tag"), try desk.counter("commands"))
    for command in [["write", "--first"], ["lock", "--yes"], ["verify"]] {
      let result = try desk.tagpress(command + ["spring.xml"])
      #expect(result.exit == .code(2), "\(command)")
      #expect(
        result.errorOutput.contains("tagpress \(command[0]): Ledger spring.ledger: \(words)"),
        "\(result.errorOutput)")
      #expect(try desk.folder.read("spring.ledger") == bytes)
    }
    #expect((try desk.pages(of: "two.tag"), try desk.counter("commands")) == before)
  }

  /// Its claims are in one of the two files only, for a moment.
  @Test func nothingIsRebuiltWhileAProgramWrites() throws {
    let desk = try Self.desk()
    try desk.tell("remove")
    let writer = try BackgroundProgram(
      builtTool, ["write", "--json", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    while let line = writer.nextLine(), !line.contains(#""event":"ready""#) {}
    unlink(desk.folder.path(of: "spring.ledger"))
    let before = desk.folder.entries
    let refused = try desk.tagpress("doctor", "--rebuild", "spring.xml")
    #expect(refused.exit == .code(2))
    #expect(refused.errorOutput.contains("Another program keeps it locked."), "\(refused)")
    #expect(desk.folder.entries == before)
    writer.send(SIGINT)
    _ = try writer.finish()
    let rebuilt = try desk.tagpress("doctor", "--rebuild", "spring.xml")
    #expect(rebuilt.exit == .code(0))
    #expect(
      rebuilt.output.hasPrefix(
        "spring.ledger was rebuilt from spring.witness: 1 tag is done, 0 begun. "), "\(rebuilt)")
  }

  /// An editor that adds a line end leaves every line as it was.
  @Test func whatFollowsTheLastLineOfAWitnessIsKeptAndSaid() throws {
    let desk = try Self.desk()
    try desk.folder.write(try desk.folder.read("spring.witness") + [10, 10], to: "spring.witness")
    unlink(desk.folder.path(of: "spring.ledger"))
    let rebuilt = try desk.tagpress("doctor", "--rebuild", "spring.xml")
    #expect(rebuilt.exit == .code(0), "\(rebuilt)")
    #expect(
      rebuilt.output.hasSuffix(
        """
        Behind its last line, the witness had 2 bytes that are none of its lines; they are only in \
        the kept file now.
        The old files are kept as spring.witness.aside-1.

        """), "\(rebuilt.output)")
    #expect(try desk.tagpress("write", "--first", "spring.xml").output.hasPrefix("OK  "))
  }

  @Test func theLedgerOfAnotherJobIsRefused() throws {
    let desk = try Self.desk()
    try desk.folder.write(Self.job("summer"), to: "spring.xml")
    let commands = try desk.counter("commands")
    let result = try desk.tagpress("write", "--first", "spring.xml")
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("It belongs to the job \"spring\". Give this manifest"))
    #expect(try desk.counter("commands") == commands)
  }

  /// Begins to write one tag while no file may grow beyond this many blocks of 512 bytes, which is
  /// a full disk for everyone but root.
  private static func write(_ desk: Desk, blocks: Int) throws -> BackgroundProgram {
    try BackgroundProgram(
      "/bin/sh",
      [
        "-c",
        """
        trap '' XFSZ; ulimit -f \(blocks)
        exec "$0" write --first --reader "$1" spring.xml
        """, builtTool, desk.reader,
      ], directory: desk.folder.path)
  }

  @Test(arguments: [1, 24])
  func aDiskThatIsFullStopsBeforeTheTag(_ blocks: Int) throws {
    let desk = try Self.desk()
    let before = (try desk.pages(of: "two.tag"), try desk.counter("commands"))
    let result = try Self.write(desk, blocks: blocks).finish()
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("The disk or your quota is full"), "\(result)")
    #expect((try desk.pages(of: "two.tag"), try desk.counter("commands")) == before)
    // With room again it continues.
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(try desk.pages(of: "two.tag") != before.0)
  }

  @Test func aDiskThatBecomesFullInTheMiddleOfATagIsNoOK() throws {
    let desk = try Self.desk()
    let before = try desk.pages(of: "two.tag")
    // Another program that has the ledger open keeps its log, which then has to grow.
    let other = try Ledger(
      at: desk.folder.path(of: "spring.ledger"), job: "spring", now: Moment(microseconds: 1))
    let stranger = Presentation(
      uid: [4, 1, 2, 3, 4, 5, 6], chip: "NTAG213", reader: "test", began: Moment(microseconds: 1))
    for _ in 0..<10 {
      try other.refuse(stranger, Reason("foreign", "no"), at: Moment(microseconds: 2))
    }
    var failures = (untouched: 0, touched: 0)
    // A program that reads the ledger keeps its log from being reused from the beginning.
    try other.beginMoment()
    for round in 0..<40 {
      let log = try desk.folder.read("spring.ledger-wal").count
      let program = try Self.write(desk, blocks: log / 512 + 4 * round)
      let line = program.nextLine() ?? ""
      // What could not be confirmed may have been stored all the same, and is found again.
      if line.hasPrefix("OK  ") || line.hasPrefix("ALREADY DONE  ") { break }
      #expect(line == "" || line.hasPrefix("AGAIN  "))
      let result = try program.finish()
      #expect(result.exit == .code(2))
      #expect(result.errorOutput.contains("The disk or your quota is full"), "\(result)")
      if try desk.pages(of: "two.tag") == before {
        failures.untouched += 1
      } else {
        failures.touched += 1
      }
    }
    // First the claim cannot be stored, then the outcome.
    #expect(failures.untouched > 0 && failures.touched > 0)
    other.endMoment()
    #expect(try other.counts().done == 2)
  }
}
