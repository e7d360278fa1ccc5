// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Plain
import TestSupport
import Testing

/// Every word but OK on the operator's screen, in a real terminal, while the tag is there.
struct OperatorScreenWordsTests {
  struct Scene: CustomTestStringConvertible {
    let word: String
    var link = "https://go.tagtag.shop/s/{number}"
    var options = ""
    var language = "C.UTF-8"
    var hint = "Ctrl-C ends"
    /// Makes the tags that lie on the reader what they are.
    var prepare: @Sendable (Desk) throws -> Void = { _ in }
    /// The lines between the header and the last one; every UID is `UUUUUUUUUUUUUU`.
    let body: String
    var prompt = "Take the tag away"

    var testDescription: String { word }

    var screen: [String] {
      let header = "Spring stickers".padded(to: 74) + "Desk 2"
      let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let blank = [String](repeating: "", count: 21 - lines.count)
      return [header, ""] + lines + blank + [prompt.padded(to: 80 - hint.count) + hint]
    }
  }

  private static let scenes = [
    Scene(
      word: "AGAIN", link: "https://go.tagtag.shop/s/{number}{?code}",
      options: "--resolver '/bin/sh broken'",
      prepare: { desk in
        try desk.folder.write("read question\nexit 1\n", to: "broken")
      },
      body: """
           ███   ████  ███  ███ █   █
          █   █ █     █   █  █  ██  █
          █████ █  ██ █████  █  █ █ █
          █   █ █   █ █   █  █  █  ██
          █   █  ████ █   █ ███ █   █

        n1
        The resolver: '/bin/sh' ended with code 1. It has to keep running and answer
        each line with one line.
        0 of 2  ······························  0 %
        0 OK   1 again   0 put aside

        AGAIN         n1            UUUUUUUUUUUUUU  The resolver: '/bin/sh' ended with …
        """),
    Scene(
      word: "PUT ASIDE",
      prepare: { desk in _ = try desk.tagpress("put", "https://elsewhere.example") },
      body: """
          ████  █   █ █████     ███   ████ ███ ████  █████
          █   █ █   █   █      █   █ █      █  █   █ █
          ████  █   █   █      █████  ███   █  █   █ ███
          █     █   █   █      █   █     █  █  █   █ █
          █      ███    █      █   █ ████  ███ ████  █████

        n1
        The tag already has the link https://elsewhere.example, and the job takes only
        blank tags. Put the tag aside.
        0 of 2  ······························  0 %
        0 OK   0 again   1 put aside   yield 0 %

        PUT ASIDE     n1            UUUUUUUUUUUUUU  The tag already has the link https:…
        """),
    Scene(
      word: "BEISEITE", language: "de_AT.UTF-8", hint: "Strg-C beendet",
      prepare: { desk in _ = try desk.tagpress("write", "winter.xml") },
      body: """
          ████  █████ ███  ████ █████ ███ █████ █████
          █   █ █      █  █     █      █    █   █
          ████  ███    █   ███  ███    █    █   ███
          █   █ █      █      █ █      █    █   █
          ████  █████ ███ ████  █████ ███   █   █████

        n1
        Der Auftrag nimmt nur leere NFC-Tags, und dieser gilt nicht als leer. Er zeigt
        https://go.tagtag.shop/w/1. Der Auftrag „winter“ hat einen NFC-Tag mit dieser
        Nummer für w1. Legen Sie ihn beiseite.
        0 von 2  ······························  0 %
        0 OK   0 noch einmal   1 beiseite   0 % gut

        BEISEITE      n1            UUUUUUUUUUUUUU  Der Auftrag nimmt nur leere NFC-Tag…
        """, prompt: "NFC-Tag wegnehmen"),
    Scene(
      word: "ALREADY DONE",
      prepare: { desk in _ = try desk.tagpress("write", "--first", "spring.xml") },
      body: """
           ███  █     ████  █████  ███  ████  █   █    ████   ███  █   █ █████
          █   █ █     █   █ █     █   █ █   █  █ █     █   █ █   █ ██  █ █
          █████ █     ████  ███   █████ █   █   █      █   █ █   █ █ █ █ ███
          █   █ █     █  █  █     █   █ █   █   █      █   █ █   █ █  ██ █
          █   █ █████ █   █ █████ █   █ ████    █      ████   ███  █   █ █████

        n1  https://go.tagtag.shop/s/1
        UUUUUUUUUUUUUU  NTAG213, read back
        1 of 2  ███████████████···············  50 %
        0 OK   0 again   0 put aside   1 already done

        ALREADY DONE  n1            UUUUUUUUUUUUUU  https://go.tagtag.shop/s/1
        """, prompt: "Nothing to do: take the tag away"),
    Scene(
      word: "TWO TAGS",
      prepare: { desk in try desk.tell("add 2") },
      body: """
          █████ █   █  ███     █████  ███   ████  ████
            █   █   █ █   █      █   █   █ █     █
            █   █ █ █ █   █      █   █████ █  ██  ███
            █   ██ ██ █   █      █   █   █ █   █     █
            █   █   █  ███       █   █   █  ████ ████

        UUUUUUUUUUUUUU and UUUUUUUUUUUUUU are on the reader.
        Take one of the two tags away
        0 of 2  ······························  0 %
        0 OK   0 again   0 put aside
        """, prompt: "Take one of the two tags away"),
  ]

  @Test(arguments: scenes)
  func anOperatorSeesTheWordUntilTheTagIsGone(_ scene: Scene) throws {
    let desk = try Desk()
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring" title="Spring stickers">
        <link>\(scene.link)</link>
        <tags chips="NTAG213"/>
        <rows count="2" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    // Another job has a tag already.
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="winter">
        <link>https://go.tagtag.shop/w/{number}</link>
        <rows count="1" id="w{number}"/>
      </job>
      """, to: "winter.xml")
    try scene.prepare(desk)
    let grid = try write(scene, on: desk)
    var screen = grid.leftScreen.joined(separator: "\n")
    for tag in ["one.tag", "two.tag"] {
      screen.replace(try desk.uid(of: tag), with: "UUUUUUUUUUUUUU")
    }
    #expect(screen == scene.screen.joined(separator: "\n"))
    #expect(grid.faults == [])
    #expect(grid.usesColour)
  }

  /// Writes on a terminal, and ends the run when the screen asks for the next deed of the operator.
  private func write(_ scene: Scene, on desk: Desk) throws -> TerminalGrid {
    try desk.folder.write(
      """
      stty cols 80 rows 24
      env -i XDG_STATE_HOME="$PWD/state" LIBNFC_DEVICE='\(desk.reader)' PATH=/usr/bin:/bin \
        TERM=xterm LANG=\(scene.language) \
        \(builtTool) write --station 'Desk 2' \(scene.options) spring.xml &
      while ! test -e end; do sleep 0.1; done
      kill -INT $!
      wait $!

      """, to: "drive")
    let terminal = try BackgroundProgram(
      "/usr/bin/script", ["-qefc", "/bin/sh drive", "shown"], directory: desk.folder.path)
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
      let shown = String(decoding: (try? desk.folder.read("shown")) ?? [], as: UTF8.self)
      let screen = TerminalGrid(columns: 80, lines: 24, showing: shown).screen
      if screen.last == scene.screen.last { break }
      try #require(ContinuousClock.now < deadline, "the screen shows \(screen)")
      usleep(20_000)
    }
    try desk.folder.write("", to: "end")
    let result = try terminal.finish()
    // Rows are left without a tag.
    #expect(result.exit == .code(1))
    return TerminalGrid(columns: 80, lines: 24, showing: result.output)
  }
}

extension String {
  /// The text with blanks after it, up to a column.
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: columns - count)
  }
}
