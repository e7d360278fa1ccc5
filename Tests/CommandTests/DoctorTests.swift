// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import StrictJSON
import TestSupport
import Testing

struct DoctorTests {
  @Test func namesAReaderThatAnswers() throws {
    let desk = try Desk()
    let result = try desk.tagpress("doctor", "--reader", desk.reader)
    #expect(result.output.contains("  OK    \(desk.reader): PN532 v1.6 (driver pn532_uart)\n"))
    #expect(
      result.output.contains(
        """
                reads and writes NTAG and Ultralight (Type A); recognises FeliCa, Type B, Topaz
                a quarter less time from tag to tag: \(desk.reader):460800

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
    ("acr122_usb:009:099", "There is no reader at acr122_usb:009:099."),
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
      let lines = result.output.split(separator: "Jobs that are remembered")[0]
        .split(separator: "\n").map(String.init)
      return (lines.filter { $0.contains(".ledger") || $0.contains("none in") }, result.exit)
    }
    #expect(try doctor().lines == ["  none in this folder"])
    try desk.folder.writeSpringJob(rows: 2)
    let new = try doctor(["spring.xml"])
    let words = "There is no ledger yet; 'tagpress write JOB' creates it. Its disk has "
    #expect(new.lines.first?.hasPrefix("  OK    spring.ledger: \(words)") == true)
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
    let report = try JSONDocument(
      reading: try desk.tagpress("doctor", "--json", "spring.xml", "no.xml").stdout
    ).root
    let ledgers = report["ledgers"]?.elements
    #expect(ledgers?.first?["works"]?.bool == true)
    #expect(ledgers?.last?["error"]?.string?.hasPrefix("There is no such file.") == true)
    #expect(report["clock"]?["isRight"]?.bool == true)
  }

  /// A name that means nothing is said to be the mistake that it is.
  @Test func whatIsNoJobHasNoLedgerToCome() throws {
    let folder = try TemporaryDirectory()
    try folder.write("hello\n", to: "l")
    let cases = [
      ("nix", "There is no such file. Check the name."),
      ("nix.xml", "There is no such file. Check the name."),
      ("nix.ledger", "There is no such file. Check the name."),
      ("l", "This is not a job that can be read. 'tagpress check l' says why."),
    ]
    for (name, words) in cases {
      let result = try tagpress("doctor", name, directory: folder.path)
      #expect(result.exit == .code(1))
      #expect(result.output.contains("\n  FAIL  \(name): \(words)\n"), "\(result.output)")
    }
    #expect(folder.entries == ["l"])
  }

  /// They have no witness yet, and nothing is wrong with them.
  @Test(arguments: 1...4)
  func ledgersOfEarlierVersionsAreWell(_ version: Int) throws {
    let folder = try TemporaryDirectory()
    for step in 1...version {
      let sql = try contents(of: "\(packageRoot)/Tests/Fixtures/Ledgers/version-\(step).sql")
      let path = folder.path(of: "spring.ledger")
      try #require(RawDatabase(path).run(String(decoding: sql, as: UTF8.self)) == nil)
    }
    let before = try folder.read("spring.ledger")
    let doctor = try tagpress("doctor", "spring.ledger", directory: folder.path)
    #expect(
      doctor.output.contains("\n  OK    spring.ledger: job spring, 1 of 3 rows done, "),
      "\(doctor.output)")
    let rebuild = try tagpress("doctor", "--rebuild", "spring.ledger", directory: folder.path)
    #expect(rebuild.exit == .code(0))
    #expect(
      rebuild.output == """
        spring.ledger is intact. An earlier TagPress made it, without a witness; it gets one with \
        the next tag. Nothing was changed.

        """)
    #expect(try folder.read("spring.ledger") == before && folder.entries == ["spring.ledger"])
  }

  @Test func jobsThatAreRememberedAreListedAndForgotten() throws {
    let folder = try TemporaryDirectory()
    let place = "\(folder.path)/job/spring.ledger"
    func remembered() throws -> [String] {
      let lines = try tagpress("doctor", directory: folder.path).output
        .split(separator: "\n", omittingEmptySubsequences: false)
      let start = try #require(lines.firstIndex(of: "Jobs that are remembered"))
      return lines[(start + 1)...].prefix { !$0.isEmpty }.map(String.init)
    }
    func run(_ line: String) throws -> ProcessResult {
      let line = line.replacing("tagpress", with: "'\(builtTool)'")
      return try TestSupport.run("/bin/sh", ["-c", line], directory: folder.path)
    }
    try folder.writeSpringJob(rows: 3)
    #expect(try run("mkdir job && mv spring.xml job").exit == .code(0))
    // A rehearsal is of no job.
    #expect(try run("tagpress rehearse --plain job/spring.xml").exit == .code(0))
    #expect(try remembered() == ["  none"])
    #expect(try run("tagpress write --plan job/spring.xml").exit == .code(0))
    let list = try remembered()
    #expect(list.first == "  spring  \(place)" && list.count == 2, "\(list)")
    let report = try JSONDocument(reading: try run("tagpress doctor --json").stdout).root
    #expect(report["remembered"]?.elements?.first?["ledger"]?.string == place)
    #expect(try run("tagpress doctor --forget job/spring.xml job").exit == .code(64))
    // Its folder is gone for good.
    #expect(try run("rm -r job").exit == .code(0))
    #expect(try remembered().first == "  spring  \(place), which is gone")
    let forgotten = try run("tagpress doctor --forget job/spring.xml")
    #expect(forgotten.exit == .code(0))
    #expect(
      forgotten.output.hasPrefix("How far \(place) had come is forgotten. "), "\(forgotten)")
    #expect(try remembered() == ["  none"])
    let again = try run("tagpress doctor --forget job/spring.xml")
    #expect(again.exit == .code(1))
    #expect(again.errorOutput.contains("Nothing is remembered of \(place)."), "\(again)")
    // What cannot be read is not said to be empty.
    let home = try TemporaryDirectory()
    mkdir(home.path(of: "tagpress"), 0o700)
    try home.write("", to: "tagpress/jobs")
    let words = "\(home.path)/tagpress/jobs cannot be read (Not a directory)"
    func unread(_ options: String...) throws -> ProcessResult {
      try TestSupport.run(
        builtTool, ["doctor"] + options, environment: ["XDG_STATE_HOME": home.path],
        directory: folder.path)
    }
    let said = try unread().output
    #expect(said.contains("Jobs that are remembered\n  not known: \(words)\n"), "\(said)")
    let kept = try unread("--forget", "job/spring.xml")
    #expect(kept.exit == .code(2) && kept.errorOutput.contains("\(words)."), "\(kept)")
  }

  /// A ledger is OK only where tags would be written with it, and the cure is the same.
  @Test func nothingIsOKThatWriteRefuses() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 2)
    #expect(try tagpress("write", "--plan", "spring.xml", directory: folder.path).exit == .code(0))
    let copy = try TemporaryDirectory(in: folder.path)
    for name in folder.entries where name.hasPrefix("spring") {
      try copy.write(try folder.read(name), to: name)
    }
    try Self.expectBothRefuse("spring.xml", in: copy, "run 'tagpress write --moved JOB'.")
    // Under its new name it is still a copy: that is asked next, and not in a circle.
    _ = try run("/bin/mv", ["spring.xml", "summer.xml"], directory: copy.path)
    let rename = "mv spring.ledger summer.ledger && mv spring.witness summer.witness"
    try Self.expectBothRefuse("summer.xml", in: copy, "\(rename). If")
    for command in [["report"], ["write", "--plan", "--moved"]] {
      let result = try run(builtTool, command + ["summer.xml"], directory: copy.path)
      #expect(result.errorOutput.contains("\(rename). If"), "\(result.errorOutput)")
    }
    _ = try run("/bin/sh", ["-c", rename], directory: copy.path)
    try Self.expectBothRefuse("summer.xml", in: copy, "run 'tagpress write --moved JOB'.")
    let moved = try tagpress("write", "--plan", "--moved", "summer.xml", directory: copy.path)
    #expect(moved.exit == .code(0))
    #expect(
      try tagpress("doctor", "summer.xml", directory: copy.path).output.contains(
        "\n  OK    summer.ledger: job spring, 0 of 2 rows done"))

    let text = String(decoding: try folder.read("spring.xml"), as: UTF8.self)
    try folder.write(text.replacing("id=\"spring\"", with: "id=\"winter\""), to: "spring.xml")
    try Self.expectBothRefuse(
      "spring.xml", in: folder, "It belongs to the job \"spring\". Give this manifest another file")
  }

  private static func expectBothRefuse(
    _ job: String, in folder: TemporaryDirectory, _ words: String
  ) throws {
    let doctor = try tagpress("doctor", job, directory: folder.path)
    let line = doctor.output.split(separator: "\n").first { $0.hasPrefix("  FAIL  s") }
    let sentence = try #require(line).dropFirst(8)
    #expect(doctor.exit == .code(1) && sentence.contains(words), "\(doctor.output)")
    let write = try tagpress("write", "--plan", job, directory: folder.path)
    #expect(write.exit == .code(2))
    // The one command says what to add to it, and the other which to run.
    let refusal = write.errorOutput.replacing(
      "add --moved.", with: "run 'tagpress write --moved JOB'.")
    #expect(refusal.contains(sentence), "\(sentence)\n\(write.errorOutput)")
  }
}
