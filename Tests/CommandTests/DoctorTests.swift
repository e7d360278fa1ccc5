// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

@Suite struct DoctorTests {
  @Test func namesAReaderThatAnswers() throws {
    let desk = try Desk()
    let result = try desk.tagpress("doctor", "--reader", desk.reader)
    #expect(result.output.contains("  OK    \(desk.reader): PN532 v1.6 (driver pn532_uart)\n"))
    #expect(
      result.output.contains(
        """
                reads and writes NTAG and Ultralight (Type A); recognises FeliCa, Type B, Topaz

        """))
    #expect(result.output.hasPrefix("tagpress "))
    #expect(result.errorOutput == "")
    #expect(result.exit == .code(0))
  }

  @Test func programsGetAnObject() throws {
    let desk = try Desk()
    let result = try desk.tagpress("doctor", "--json")
    let report = try JSONDocument(reading: result.stdout).root
    #expect(report["libraries"]?["libnfc"]?.string?.isEmpty == false)
    // The Desk names its reader in LIBNFC_DEVICE; a machine may have others on USB.
    let reader = report["readers"]?.elements?.last
    #expect(reader?["name"]?.string == desk.reader)
    #expect(reader?["works"]?.bool == true)
    #expect(reader?["driver"]?.string == "pn532_uart")
    // libnfc's own list stays for programs.
    #expect(reader?["families"]?.elements?.isEmpty == false)
  }

  @Test(arguments: [
    ("/dev/ttyUSB99", "There is no reader at /dev/ttyUSB99."),
    ("/dev/null", "/dev/null is not a serial port."),
    ("nonsense", "'nonsense' is not the name of a reader."),
    ("pn532_uart:/dev/ttyUSB0:12345", "12345 is not a line speed"),
    ("acr122_usb:009:099", "The reader acr122_usb:009:099 does not start."),
  ])
  func saysWhyAReaderDoesNotWork(_ name: String, _ words: String) throws {
    let result = try tagpress("doctor", "--reader", name)
    #expect(result.exit == .code(1))
    #expect(result.output.contains("FAIL  \(name): \(words)"), "\(result.output)")
    // libnfc writes its own errors to the terminal unless it is told not to.
    #expect(result.errorOutput == "")
  }

  /// Whether the library is there depends on the machine; no one serves in this place.
  @Test func saysWhyACardReaderDoesNotWork() throws {
    let folder = try TemporaryDirectory()
    let result = try tagpress(
      "doctor", "--reader", "pcsc:Nobody's reader",
      environment: ["PCSCLITE_CSOCK_NAME": folder.path(of: "socket"), "PATH": "/usr/bin:/bin"])
    #expect(result.exit == .code(1))
    let beginnings = ["PC/SC is not installed", "The PC/SC service is not running"]
    #expect(
      beginnings.contains { result.output.contains("FAIL  pcsc:Nobody's reader: \($0)") },
      "\(result.output)")
  }

  @Test func aReaderThatAnotherProgramUsesIsNotDisturbed() throws {
    let desk = try Desk()
    let watch = try BackgroundProgram(
      builtTool, ["read", "--watch", "--json", "--reader", desk.reader],
      directory: desk.folder.path)
    _ = try #require(watch.nextLine())
    let result = try desk.tagpress("doctor", "--reader", desk.reader)
    #expect(result.exit == .code(1))
    #expect(result.output.contains("is in use by"))
    try desk.tell("next")
    #expect(watch.nextLine()?.contains(try desk.uid(of: "two.tag")) == true)
  }

  @Test func ledgersAreReadFromEndToEnd() throws {
    let desk = try Desk()
    func doctor(_ jobs: [String] = []) throws -> (lines: [String], exit: ProcessResult.Exit) {
      let result = try desk.tagpress(["doctor"] + jobs)
      let lines = result.output.split(separator: "\n").map(String.init)
      return (lines.filter { $0.contains(".ledger") || $0.contains("none in") }, result.exit)
    }
    #expect(try doctor().lines == ["  none in this folder"])
    try desk.folder.writeSpringJob(rows: 2)
    let new = try doctor(["spring.xml"])
    #expect(new.lines.first?.hasPrefix("  OK    spring.ledger: There is no ledger yet; ") == true)
    #expect(new.exit == .code(0))
    _ = try desk.tagpress("write", "--first", "spring.xml")
    for arguments in [[], ["spring.xml"], ["spring.ledger"]] {
      let begun = try doctor(arguments)
      #expect(begun.lines.count == 1)
      #expect(
        begun.lines[0].hasPrefix("  OK    spring.ledger: job spring, 1 of 2 rows done, "))
      #expect(begun.exit == .code(0))
    }
    for folder in [desk.folder.path, desk.folder.path + "/"] {
      let begun = try doctor([folder])
      #expect(begun.lines.count == 1)
      #expect(
        begun.lines[0].hasPrefix(
          "  OK    \(desk.folder.path)/spring.ledger: job spring, 1 of 2 rows done, "))
    }
    try desk.folder.write(
      Array(try desk.folder.read("spring.ledger").dropLast(5_000)), to: "damaged.ledger")
    try desk.folder.write("x", to: "other.ledger")
    let ill = try doctor()
    #expect(ill.lines.count == 3)
    #expect(ill.lines[0].hasPrefix("  FAIL  damaged.ledger: It is damaged. Run 'tagpress doctor"))
    #expect(ill.lines[1].hasPrefix("  FAIL  other.ledger: The file was not made by TagPress"))
    #expect(ill.exit == .code(1))
    #expect(try doctor(["no.xml"]).lines[0].hasPrefix("  FAIL  no.ledger: There is no ledger yet"))
    let report = try JSONDocument(
      reading: try desk.tagpress("doctor", "--json", "spring.xml", "no.xml").stdout
    ).root
    let ledgers = report["ledgers"]?.elements
    #expect(ledgers?.first?["works"]?.bool == true)
    #expect(ledgers?.last?["error"]?.string?.hasPrefix("There is no ledger yet.") == true)
    #expect(report["clock"]?["isRight"]?.bool == true)
  }
}
