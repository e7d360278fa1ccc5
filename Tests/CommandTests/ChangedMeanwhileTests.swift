// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What was right when a command looked at it, and is another thing when the command uses it.
struct ChangedMeanwhileTests {
  /// Tags that were verified as the manifest before wanted them are not all right.
  @Test(arguments: [true, false])
  func aJobThatChangesWhileItIsVerifiedIsNotAllRight(_ isTakenOver: Bool) throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("remove")
    let program = try BackgroundProgram(
      builtTool, ["verify", "--json", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    while let line = program.nextLine(), !line.contains(#""event":"waiting-to-verify""#) {}
    try desk.folder.writeSpringJob(rows: 2, protect: #"<protect with="lock" when="written"/>"#)
    if isTakenOver {
      #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    }
    try desk.tell("present 1")
    while let line = program.nextLine(), !line.contains(#""outcome":"OK""#) {}
    try desk.tell("present 2")
    let end = try program.finish()
    #expect(end.exit == .code(1), "\(end)")
    #expect(
      end.output.contains(#""neverSeen":0,"manifestChanged":true,"allRight":false"#), "\(end)")
    let words =
      isTakenOver
      ? "Another program took over a changed manifest meanwhile, and tags were still compared"
      : "The manifest has changed since the ledger read it"
    #expect(end.errorOutput.contains(words), "\(end.errorOutput)")
  }

  /// The manifest that was read first is what they were compared with.
  @Test func aManifestThatIsPutBackWhileTagsAreVerifiedIsNotAllRight() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 1, protect: #"<protect with="lock" when="written"/>"#)
    let right = try desk.folder.read("spring.xml")
    try desk.folder.writeSpringJob(rows: 1)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("remove")
    // The ledger knows the manifest with the lock, and the tag has none.
    try desk.folder.write(right, to: "spring.xml")
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    try desk.folder.writeSpringJob(rows: 1)
    let program = try BackgroundProgram(
      builtTool, ["verify", "--json", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    while let line = program.nextLine(), !line.contains(#""event":"waiting-to-verify""#) {}
    try desk.folder.write(right, to: "spring.xml")
    try desk.tell("present 1")
    let end = try program.finish()
    #expect(end.exit == .code(1), "\(end)")
    #expect(end.errorOutput.contains("The manifest was another one when this began"), "\(end)")
  }

  /// The last question is before a link of an example is on a tag for ever.
  @Test func putAsksAgainForAReaderThatIsPluggedInMeanwhile() throws {
    let folder = try TemporaryDirectory()
    let port = folder.path(of: "port")
    let line =
      "'\(builtTool)' put --lock --reader 'pn532_uart:\(port)' https://go.example.com/1; echo exit=$?"
    let program = try BackgroundProgram(
      "script", ["-qec", line, "/dev/null"], directory: folder.path)
    // The question is no whole line.
    var said: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while !said.contains(UInt8(ascii: "'")) {
      let count = read(program.pipes.output, &piece, piece.count)
      try #require(count > 0)
      said += piece[..<count]
    }
    symlink("/dev/null", port)
    let answer = Array("lock\n".utf8)
    #expect(write(program.pipes.input, answer, answer.count) == answer.count)
    let end = try program.finish().output
    #expect(end.contains("exit=1") && end.contains("--allow-reserved-hosts"), "\(end)")
  }

  /// Its port appears while the question of the warnings waits, and no simulator is behind it.
  @Test func aReaderThatIsPluggedInMeanwhileGetsNoLinksOfExamples() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>http://go.example.com/s/{number}</link>
        <tags chips="NTAG213"/>
        <rows count="2" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    let port = folder.path(of: "port")
    let line = "'\(builtTool)' write --plain --reader 'pn532_uart:\(port)' spring.xml; echo exit=$?"
    let program = try BackgroundProgram(
      "script", ["-qec", line, "/dev/null"], directory: folder.path)
    // Without a reader, these links are only named; then comes the question.
    while let line = program.nextLine(), !line.contains("(reserved-host)") {}
    symlink("/dev/null", port)
    let answer = Array("yes\n".utf8)
    #expect(write(program.pipes.input, answer, answer.count) == answer.count)
    let said = try program.finish().output
    #expect(said.contains("exit=1") && said.contains("--allow-reserved-hosts"), "\(said)")
  }
}
