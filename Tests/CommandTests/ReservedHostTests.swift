// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// Links to hosts of examples, which must never be on a real tag.
struct ReservedHostTests {
  private static let words = """
    2 links, the first that of row "n1", lead to go.example.com, a name that is kept for examples \
    and tests. Write the name of your website instead.
    """

  /// Readers that may hold real tags, none of which is opened, as none is there.
  private static let real = ["pn532_uart:/dev/null", "usb:7-7", "pcsc:Some reader", "acr122_usb"]

  @Test(arguments: real)
  func noneIsWrittenAtARealReader(_ reader: String) throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 2, host: "go.example.com")
    let written = try tagpress("write", "--reader", reader, "spring.xml", directory: folder.path)
    #expect(written.exit == .code(1), "\(written.errorOutput)")
    #expect(
      written.errorOutput == """
        tagpress write: spring.xml: \(Self.words) Nothing was written. For tags that stay in a lab, \
        add --allow-reserved-hosts.

        """)
    let put = try tagpress(
      "put", "--reader", reader, "https://go.example.com/1", directory: folder.path)
    #expect(put.exit == .code(1))
    #expect(put.errorOutput.contains("The link leads to go.example.com, a name that is kept"))
    #expect(put.errorOutput.contains("add --allow-reserved-hosts"))
    // With the word for it, the reader is asked for.
    for command in [["write", "spring.xml"], ["put", "https://go.example.com/1"]] {
      let result = try run(
        builtTool, command + ["--allow-reserved-hosts", "--reader", reader],
        directory: folder.path)
      #expect(result.exit == .code(2), "\(result.errorOutput)")
    }
  }

  /// One real reader beside a simulated one is enough.
  @Test func oneOfSeveralReadersIsEnough() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2, host: "go.example.com")
    let result = try desk.tagpress(
      "write", "--reader", desk.reader, "--reader", "usb:7-7", "spring.xml")
    #expect(result.exit == .code(1) && result.errorOutput.contains("--allow-reserved-hosts"))
    // A link to a pseudo-terminal is one, too; only a simulator can be there.
    let simulated = try desk.tagpress(
      "write", "--first", "--reader", "pn532_uart:reader", "spring.xml")
    #expect(simulated.exit == .code(0))
    // It is written, but not without a word.
    #expect(simulated.errorOutput.contains("(reserved-host)"), "\(simulated.errorOutput)")
  }

  @Test func checkAndRehearseWarn() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 2, host: "go.example.com")
    let check = try tagpress("check", "spring.xml", directory: folder.path)
    // At the place of the link.
    #expect(
      check.output.hasPrefix("spring.xml:2:9: warning: \(Self.words) (reserved-host)\n"),
      "\(check.output)")
    #expect(check.exit == .code(0) && check.output.contains(", 1 warning\n"))
    let rehearsal = try tagpress("rehearse", "--plain", "spring.xml", directory: folder.path)
    #expect(rehearsal.exit == .code(0) && rehearsal.errorOutput.contains("(reserved-host)"))
    // The links of a resolver's job are not known, and their host may be.
    let late = try tagpress("check", "--resolver", "x", "spring.xml", directory: folder.path)
    #expect(late.output.hasPrefix("spring.xml:2:9: warning: \(Self.words)"))
  }

  @Test func aNewJobSaysThatItsHostIsToBeReplaced() throws {
    let folder = try TemporaryDirectory()
    let made = try tagpress("new", "spring", directory: folder.path)
    #expect(made.output.contains("go.example.com stands for the name of your website"))
    #expect(
      made.output.hasSuffix(
        "Next: Edit spring/spring.xml, replace go.example.com with the name of your website, then "
          + "run 'tagpress check spring/spring.xml'.\n"), "\(made.output)")
    #expect(
      try tagpress("check", "spring/spring.xml", directory: folder.path).output
        .contains("(reserved-host)"))
    let own = try tagpress(
      "new", "own", "--link", "https://go.acme.de/{number}", directory: folder.path)
    #expect(!own.output.contains("website"), "\(own.output)")
  }
}
