// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TagReading
import Terminal
import TestSupport
import Testing

@testable import BatchFaces
@testable import JobLedger
@testable import Provisioning

/// The end of a run whose program for finished tags takes its time.
struct DoneProgramTests {
  /// What is said when this many tags were OK and the run ends.
  private static func words(
    of command: String, within seconds: Int, tags: UInt8, isStopped: Bool,
    label: String? = nil,
    hearing: @escaping (String) -> Void = { _ in }
  ) throws -> [String] {
    var said: [String] = []
    let console = Console()
    console.listener = { text in
      said.append(text)
      hearing(text)
    }
    let stop = StopFlag()
    if isStopped { stop.raise() }
    let program = DoneProgram(
      command, within: seconds, unless: stop, behind: Nobody(), on: console)
    for number in 0..<tags {
      program.receive(
        .finished(
          TagResult(
            reader: 0, uid: try #require(TagUID([4, 0, 0, 0, 0, 0, number])), chip: "NTAG213",
            row: label.map(Self.row), link: nil, word: .ok, reason: nil,
            began: Moment(microseconds: 0),
            ended: Moment(microseconds: 1), effort: Effort(), isFailure: false), BatchCounts()))
    }
    program.receive(
      .ended(
        BatchEnd(
          task: .write, cause: .stopped, counts: BatchCounts(), unfinished: 0, isComplete: false)))
    return said
  }

  private static func row(called label: String) -> PlannedRow {
    PlannedRow(
      key: RowKey(number: 1), id: "n1", place: 1, manifest: 1, link: "https://e.com/", further: nil,
      inputs: nil, label: label)
  }

  /// No shell is between, so a name is only ever a text.
  @Test(arguments: ["Zoo", "$(touch x); `touch x` \"&|<>' *\\", "A=B", "東京\u{202E}"])
  func theProgramGetsTheLabelAsItIs(_ label: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("printf '%s' \"$TAGPRESS_LABEL\" > \"$1\"; cat > \"$2\"\n", to: "keep")
    let command = ["/bin/sh", "keep", "label", "tag"].enumerated()
      .map { $0.offset == 0 ? $0.element : folder.path(of: $0.element) }.joined(separator: " ")
    #expect(try Self.words(of: command, within: 60, tags: 1, isStopped: false, label: label) == [])
    #expect(try folder.read("label") == Array(label.utf8))
    #expect(folder.entries == ["keep", "label", "tag"])
  }

  /// Not even that of the one who has started us.
  @Test func aRowWithoutALabelHasNone() throws {
    let folder = try TemporaryDirectory()
    try folder.write("echo \"${TAGPRESS_LABEL-none} $HOME\" > \"$1\"\n", to: "keep")
    setenv("TAGPRESS_LABEL", "of another row", 1)
    defer { unsetenv("TAGPRESS_LABEL") }
    let command = "/bin/sh \(folder.path(of: "keep")) \(folder.path(of: "label"))"
    #expect(try Self.words(of: command, within: 60, tags: 1, isStopped: false) == [])
    let home = String(cString: getenv("HOME"))
    #expect(try folder.read("label") == Array("none \(home)\n".utf8))
  }

  @Test(
    arguments: [
      (1, false, "1 call is not over yet. Ctrl-C twice stops waiting for it."),
      (1, true, "1 call is not over yet. Another Ctrl-C stops waiting for it."),
      (2, true, "2 calls are not over yet. Another Ctrl-C stops waiting for them."),
    ] as [(UInt8, Bool, String)])
  func aUserWhoWaitsForCallsIsToldSo(_ tags: UInt8, _ isStopped: Bool, _ words: String) throws {
    let folder = try TemporaryDirectory()
    // No call ends before someone has been told that it is waited for.
    try folder.write("while ! test -e \"$1\"; do sleep 0.1; done\n", to: "wait")
    let command = "/bin/sh \(folder.path(of: "wait")) \(folder.path(of: "go"))"
    let said = try Self.words(of: command, within: 600, tags: tags, isStopped: isStopped) { _ in
      _ = try? folder.write([], to: "go")
    }
    #expect(said == ["--on-done: \(words)"])
  }

  @Test(arguments: [false, true])
  func onlyWhoWantsToStopIsSparedTheNextCallThatHangs(isStopped: Bool) throws {
    let said = try Self.words(of: "sleep 600", within: 2, tags: 3, isStopped: isStopped)
    func slow(_ tag: String) -> String {
      "--on-done: 'sleep' took longer than 2 seconds and was stopped. The tag \(tag) is done all "
        + "the same."
    }
    let tags = ["04000000000000", "04000000000001", "04000000000002"]
    let words =
      isStopped
      ? [
        slow(tags[0]),
        "--on-done does not end, so it was not called for 2 tags (which are done all the same): "
          + "\(tags[1]), \(tags[2]).",
      ] : tags.map(slow)
    #expect(said.filter { !$0.contains("not over yet") } == words)
  }
}

/// Shows nothing.
private final class Nobody: BatchObserver {
  func receive(_ event: BatchEvent) {}

  func rest() {}
}
