// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The operator's screen in a real terminal, which `script` makes.
struct OperatorScreenTests {
  private static func desk(_ link: String) throws -> Desk {
    let desk = try Desk()
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring" title="Spring stickers">
        <link>\(link)</link>
        <tags chips="NTAG213"/>
        <rows count="2" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    return desk
  }

  /// Writes one tag on a terminal of that size and gives what it showed.
  private static func grid(
    _ columns: Int, _ lines: Int, _ desk: Desk, environment: [String: String] = [:]
  ) throws -> TerminalGrid {
    let command =
      "stty cols \(columns) rows \(lines); exec \(builtTool) write --first --station 'Desk 2' spring.xml"
    var variables = [
      "LIBNFC_DEVICE": desk.reader, "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8",
    ]
    variables.merge(environment) { $1 }
    let result = try run(
      "/usr/bin/script", ["-qec", command, "/dev/null"], environment: variables,
      directory: desk.folder.path)
    #expect(result.exit == .code(0))
    return TerminalGrid(columns: columns, lines: lines, showing: result.output)
  }

  @Test func anOperatorSeesOneBigWord() throws {
    let desk = try Self.desk("https://go.tagtag.shop/s/{number}")
    let grid = try Self.grid(80, 24, desk)
    let uid = try desk.uid()
    #expect(
      grid.leftScreen.joined(separator: "\n") == """
        Spring stickers                                                           Desk 2

           ███  █   █
          █   █ █  █
          █   █ ███
          █   █ █  █
           ███  █   █

        n1  https://go.tagtag.shop/s/1
        \(uid)  NTAG213, read back
        1 of 2  ███████████████···············  50 %
        1 OK   0 again   0 put aside   yield 100 %

        OK            n1            \(uid)  https://go.tagtag.shop/s/1









        Read back and right: take the tag away                               Ctrl-C ends
        """)
    #expect(grid.faults == [])
    #expect(grid.bells == 1)
    #expect(grid.usesColour)
  }

  @Test func withoutColourAndUnicodeNothingIsLost() throws {
    let desk = try Self.desk("https://go.tagtag.shop/s/{number}")
    let grid = try Self.grid(
      200, 50, desk, environment: ["NO_COLOR": "1", "LANG": "C"])
    #expect(!grid.usesColour)
    #expect(grid.faults == [])
    #expect(grid.leftScreen.count == 50)
    #expect(grid.leftScreen.contains("    ######    ##      ##"))
    #expect(grid.leftScreen.contains("1 of 2  ###############...............  50 %"))
  }

  @Test func aSecondCtrlCGivesTheTerminalBack() throws {
    let desk = try Self.desk("https://go.tagtag.shop/s/{number}")
    // While the program of the last tag hangs, the screen is there, and the run does not end. It
    // hangs until no one reads what it writes.
    try desk.folder.write(": > begun\nwhile echo; do sleep 0.1; done\n", to: "hang")
    try desk.folder.write(
      """
      \(builtTool) write --first --on-done '/bin/sh hang' spring.xml &
      while ! test -e begun; do sleep 0.1; done
      while kill -INT $! 2>/dev/null; do sleep 1; done
      wait $!
      echo "code $?"

      """, to: "twice")
    let result = try run(
      "/usr/bin/script", ["-qc", "/bin/sh twice", "/dev/null"],
      environment: [
        "LIBNFC_DEVICE": desk.reader, "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8",
      ], directory: desk.folder.path)
    #expect(result.output.contains("\u{1B}[?1049h\u{1B}[?25l"))
    // Nothing of ours comes after it.
    #expect(result.output.contains("\u{1B}[?25h\u{1B}[?1049lcode 130"))
  }

  @Test(arguments: [(38, 12), (20, 8)])
  func aNarrowTerminalStillSaysTheWord(columns: Int, lines: Int) throws {
    let desk = try Self.desk("https://go.tagtag.shop/a-rather-long-link-for-this/{number}")
    let grid = try Self.grid(columns, lines, desk)
    #expect(grid.faults == [])
    #expect(grid.leftScreen.contains("  OK"))
  }

  @Test func textFromAManifestCannotMoveTheCursor() throws {
    let desk = try Desk()
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring" title="&#x9b;31mSpring\u{202E}">
        <link>https://go.tagtag.shop/s/{number}</link>
        <tags chips="NTAG213"/>
        <rows count="1" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    let grid = try Self.grid(80, 24, desk)
    #expect(grid.faults == [])
    let header = try #require(grid.leftScreen.first)
    #expect(!header.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
  }
}
