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
    ("nonsense", "'nonsense' names no reader."),
    ("pn532_uart:/dev/ttyUSB0:12345", "12345 is no line speed"),
    ("acr122_usb:009:099", "The reader acr122_usb:009:099 does not come up."),
  ])
  func saysWhyAReaderDoesNotWork(_ name: String, _ words: String) throws {
    let result = try tagpress("doctor", "--reader", name)
    #expect(result.exit == .code(1))
    #expect(result.output.contains("FAIL  \(name): \(words)"), "\(result.output)")
    // libnfc writes its own errors to the terminal unless it is told not to.
    #expect(result.errorOutput == "")
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
}
