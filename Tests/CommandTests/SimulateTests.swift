// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

struct SimulateTests {
  @Test func laysTagsOnTheReaderAndTakesThemAway() throws {
    let desk = try Desk()
    let both = """
      {"tags":[{"number":1,"file":"one.tag","onReader":%},{"number":2,"file":"two.tag","onReader":&}]}

      """
    func shown(_ first: Bool, _ second: Bool) -> String {
      both.map { $0 == "%" ? "\(first)" : $0 == "&" ? "\(second)" : String($0) }.joined()
    }
    #expect(try desk.tell("list") == shown(true, false))
    #expect(try desk.tell("next") == shown(false, true))
    #expect(try desk.tell("remove") == shown(false, false))
    #expect(try desk.tell("present 1") == shown(true, false))
    #expect(try desk.tell("remove") == shown(false, false))
    // A hand that took the first tag away puts the second on the reader.
    #expect(try desk.tell("next") == shown(false, true))
    #expect(try desk.tell("swap 2") == shown(false, true))
    #expect(try desk.tell("add 1") == shown(true, true))
    #expect(try desk.tell("add 1") == shown(true, true))
    #expect(try desk.tell("remove") == shown(false, false))
  }

  @Test(arguments: [
    "next next", "present", "present 9", "tear 9", "tear", "present x", "dance", "", "swap -1",
    "add", "add 3",
    "present 0", "present -9223372036854775808",
  ])
  func refusesWhatItDoesNotUnderstand(_ words: String) throws {
    let desk = try Desk()
    let result = try desk.tagpress("simulate", "--control", "desk", "--tell", words)
    #expect(result.output.hasPrefix(#"{"error":"#), "\(result.output)")
    #expect(result.exit == .code(1))
  }

  @Test func takesATagAwayWhileItIsWritten() throws {
    let desk = try Desk(tags: ["one.tag"])
    try desk.tell("remove")
    let empty = try desk.pages()
    #expect(try desk.tell("tear 1").contains("true"))
    #expect(try desk.tagpress("put", "https://go.tagtag.shop/s/1").exit != .code(0))
    let torn = try desk.pages()
    #expect(zip(empty, torn).count { $0 != $1 } == 1)
    // It does not come back on its own, and once it is put back it stays.
    #expect(try desk.tell("list").contains("false"))
    try desk.tell("present 1")
    #expect(try desk.tagpress("put", "https://go.tagtag.shop/s/1").exit == .code(0))
    // Whoever takes it away sooner has torn nothing.
    try desk.tell("tear 1")
    try desk.tell("remove")
    try desk.tell("present 1")
    #expect(try desk.tagpress("put", "https://go.tagtag.shop/s/2").exit == .code(0))
  }

  @Test func pullsTheCableAndPutsItBack() throws {
    let desk = try Desk()
    try desk.tell("unplug")
    #expect(try desk.tagpress("read").exit == .code(2))
    try desk.tell("replug")
    let list = try desk.tell("list")
    #expect(list.contains("\"onReader\":true"))
  }

  @Test(arguments: [
    ("", "does not begin with"), ("hello", "does not begin with"),
    ("tagpress virtual tag 2\n", "version other than 1"),
    ("tagpress virtual tag 1\nmodel NTAG999\n", "does not name a chip"),
    ("tagpress virtual tag 1\nmodel NTAG213\npage 00 04\n", "bad value"),
    ("tagpress virtual tag 1\nmodel NTAG213\n", "has no line"),
  ])
  func aDamagedTagFileIsNamed(_ text: String, _ words: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "bad.tag")
    let result = try tagpress("simulate", "--stack", "bad.tag", directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(result.output == "")
    #expect(result.errorOutput.hasPrefix("tagpress simulate: bad.tag: "))
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    #expect(result.errorOutput.split(separator: "\n").count == 1)
    #expect(folder.entries == ["bad.tag"])
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let result = try tagpress("simulate", "--stack", "no/such/folder/one.tag")
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("no/such/folder/one.tag could not be written"))
  }

  @Test func noOneListensAtASocketThatIsNotThere() throws {
    let result = try tagpress("simulate", "--control", "/nonexistent/desk", "--tell", "list")
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("There is no simulation at"))
  }

  @Test func itIsOfferedToQEMUOnUSB() throws {
    let folder = try TemporaryDirectory()
    func simulate(_ arguments: String...) throws -> ProcessResult {
      try run(builtTool, ["simulate"] + arguments, directory: folder.path)
    }
    let simulation = try BackgroundProgram(
      builtTool, ["simulate", "--usb", "a,b", "--usb-reader", "pn533", "--control", "desk"],
      directory: folder.path)
    #expect(
      simulation.nextLine()
        == "-chardev socket,id=reader,path=a,,b -device usb-redir,chardev=reader")
    let second = try simulate("--usb", "a,b")
    #expect(
      second.errorOutput
        == "tagpress simulate: a,b exists and is in use. Choose another name for the socket.\n")
    for words in ["unplug", "replug", "remove", "present 1"] {
      #expect(try simulate("--control", "desk", "--tell", words).exit == .code(0), "\(words)")
    }
    #expect(try simulate("--control", "desk", "--tell", "stop").exit == .code(0))
    #expect(try simulation.finish().exit == .code(0))
    #expect(folder.entries == [])
    #expect(try simulate("--usb", "a", "--link", "b").exit == .code(64))
    #expect(try simulate("--usb-reader", "pn533").exit == .code(64))
  }

  @Test func theTranscriptIsOneEventALine() throws {
    let folder = try TemporaryDirectory()
    let simulation = try BackgroundProgram(
      builtTool, ["simulate", "--control", "desk", "--transcript", "log"], directory: folder.path)
    let reader = try #require(simulation.nextLine())
    _ = try run(builtTool, ["read", "--reader", reader], directory: folder.path)
    _ = try run(
      builtTool, ["simulate", "--control", "desk", "--tell", "stop"], directory: folder.path)
    #expect(try simulation.finish().exit == .code(0))
    let lines = String(decoding: try folder.read("log"), as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.contains("tag 0 enters") == true, "\(lines.first ?? "")")
    #expect(lines.last?.hasPrefix(#"{"commands":"#) == true)
  }

  /// Told before the first tag, and not after hours.
  @Test func aTranscriptReplacesNothing() throws {
    let folder = try TemporaryDirectory()
    try folder.write("mine", to: "log")
    symlink("elsewhere", folder.path(of: "link"))
    for name in ["log", "link"] {
      let result = try run(
        builtTool, ["simulate", "--transcript", name], directory: folder.path)
      #expect(result.exit == .code(2) && result.output == "")
      #expect(
        result.errorOutput == """
          tagpress simulate: \(name) already exists and was not changed. Choose another name, or move \
          it away.

          """)
    }
    #expect(try folder.read("log") == Array("mine".utf8))
    #expect(folder.entries == ["link", "log"])
  }

  @Test func whatIsMadeMeanwhileUnderTheTranscriptsNameStays() throws {
    let folder = try TemporaryDirectory()
    let simulation = try BackgroundProgram(
      builtTool, ["simulate", "--control", "desk", "--transcript", "log"], directory: folder.path)
    #expect(simulation.nextLine() != nil)
    try folder.write("mine", to: "log")
    _ = try tagpress("simulate", "--control", "desk", "--tell", "stop", directory: folder.path)
    let result = try simulation.finish()
    #expect(result.exit == .code(2) && result.errorOutput.contains("log already exists"))
    #expect(try folder.read("log") == Array("mine".utf8))
    #expect(folder.entries == ["log"])
  }

  @Test func aLinkOfSomeoneElseStays() throws {
    let folder = try TemporaryDirectory()
    symlink("/etc/hostname", folder.path(of: "reader"))
    let result = try run(
      builtTool, ["simulate", "--link", "reader"], directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == """
        tagpress simulate: reader leads to /etc/hostname and was not changed. Choose another name \
        for the virtual reader, or remove the link if no one needs it.

        """)
    #expect(folder.entries == ["reader"])
  }

  /// What the sentence says is done, and then it works.
  @Test func theLinkOfAKilledSimulationIsReplaced() throws {
    let folder = try TemporaryDirectory()
    func simulation() throws -> BackgroundProgram {
      try BackgroundProgram(
        builtTool, ["simulate", "--link", "reader", "--control", "desk"], directory: folder.path)
    }
    let killed = try simulation()
    #expect(killed.nextLine() == "pn532_uart:reader")
    killed.send(SIGKILL)
    _ = try killed.finish()
    var next = try simulation()
    if next.nextLine() == nil {
      // Another test has the terminal of that number meanwhile.
      #expect(try next.finish().errorOutput.contains("remove the link if no one needs it"))
      unlink(folder.path(of: "reader"))
      next = try simulation()
      #expect(next.nextLine() == "pn532_uart:reader")
    }
    next.send(SIGTERM)
    #expect(try next.finish().exit == .code(0))
    #expect(folder.entries == [])
  }
}
