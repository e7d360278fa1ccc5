// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobManifest
import TagReading
import TestSupport
import Testing
import Threads

@testable import Provisioning
@testable import tagpress

/// A resolver that takes its time, says too much or ends too early.
struct ResolverProgramTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // As the program does: a resolver may be gone when it is asked.
    signal(SIGPIPE, SIG_IGN)
  }

  /// A resolver that is a shell script.
  private func resolver(_ lines: String) throws -> ResolverProgram {
    ResolverProgram(try script(lines, in: folder))
  }

  /// What is asked for the tag with this number.
  private func question(_ number: UInt8) throws -> ResolverQuestion {
    ResolverQuestion(
      uid: try #require(TagUID([4, 0, 0, 0, 0, 0, number])), chip: "NTAG213",
      content: "factory-new", link: nil, row: "n\(number)", values: [])
  }

  /// The value for the tag with this number; nil when the resolver gave none.
  private func value(of resolver: ResolverProgram, for number: UInt8) -> String? {
    try? resolver.values(for: try question(number)).first?.text
  }

  /// Waits until the script has made the file that has its own name and this ending.
  private func wait(for ending: String) {
    while access(folder.path(of: "script.\(ending)"), F_OK) != 0 { usleep(10_000) }
  }

  @Test func showingItsWordsDoesNotWaitForItsAnswer() throws {
    let resolver = try resolver(
      """
      read question
      : > "$0.asked"
      while ! test -e "$0.told"; do sleep 0.05; done
      echo "a word" >&2
      echo '{"values": {"cert": "q"}}'
      read question
      """)
    let question = try question(1)
    let answers = Guarded<[String]>([])
    let thread = try #require(
      startThread {
        let values = (try? resolver.values(for: question)) ?? []
        answers.withLock { $0 = values.map(\.text) }
      })
    wait(for: "asked")
    // The program answers only after this has returned.
    #expect(resolver.takeComplaints() == [])
    try folder.write("", to: "script.told")
    thread.join()
    #expect(answers.withLock { $0 } == ["q"])
    #expect(resolver.takeComplaints() == ["a word"])
  }

  /// Lines of a script: answers each question with the number of its tag.
  private static let answers = """
    while read question; do
      case "$question" in
        *04000000000001*) echo '{"values": {"cert": "1"}}' ;;
        *) echo '{"values": {"cert": "2"}}' ;;
      esac
    done
    """

  @Test func aLineBeforeTheFirstQuestionAnswersNone() throws {
    let resolver = try resolver("echo ready\n" + Self.answers)
    // It says so each time that it is started.
    for number: UInt8 in [1, 2, 1] { #expect(value(of: resolver, for: number) == nil) }
  }

  @Test func twoLinesForOneQuestionAnswerNone() throws {
    let resolver = try resolver(
      #"while read question; do printf '{"values": {"cert": "1"}}\n{}\n'; done"#)
    let trouble = #expect(throws: ResolverTrouble.self) {
      try resolver.values(for: try question(1))
    }
    #expect(trouble?.isPassing == true)
    #expect(trouble?.words.contains("more than one line for a question") == true)
  }

  @Test func aLineThatComesTooLateIsNotTheNextAnswer() throws {
    let resolver = try resolver(
      """
      while read question; do
        echo '{"values": {"cert": "early"}}'
        echo '{"values": {"cert": "late"}}'
        : > "$0.wrote"
      done
      """)
    // Both lines may come at once, which is seen at once.
    if value(of: resolver, for: 1) != nil { wait(for: "wrote") }
    #expect(value(of: resolver, for: 2) != "late")
  }

  @Test func anAnswerThatNamesAnotherTagIsRefused() throws {
    let resolver = try resolver(
      """
      while read question; do echo '{"uid": "04000000000001", "values": {"cert": "1"}}'; done
      """)
    #expect(value(of: resolver, for: 1) == "1")
    let trouble = #expect(throws: ResolverTrouble.self) {
      try resolver.values(for: try question(2))
    }
    #expect(
      trouble?.words.hasPrefix("The resolver answered for another tag than 04000000000002,")
        == true)
    #expect(trouble?.isPassing == true)
    #expect(value(of: resolver, for: 1) == "1")
  }
  @Test func oneThatEndsAfterEachAnswerIsRestartedAndTold() throws {
    let resolver = try resolver(#"read question; echo '{"values": {"cert": "q"}}'"#)
    for number: UInt8 in 1...3 { #expect(value(of: resolver, for: number) == "q") }
    let words =
      "'/bin/sh' ended with code 0. It has to keep running and answer each line with one "
      + "line. It will be started again."
    #expect(resolver.takeComplaints() == [words, words])
  }

  @Test func oneThatEndsWithoutAnAnswerIsNotAskedForever() throws {
    let resolver = try resolver("echo >> $0.started; read question; exit 3")
    let trouble = #expect(throws: ResolverTrouble.self) {
      try resolver.values(for: try question(1))
    }
    #expect(trouble?.words.hasPrefix("The resolver: '/bin/sh' ended with code 3. ") == true)
    #expect(trouble?.isPassing == true)
    #expect(try folder.read("script.started") == Array("\n".utf8))
  }
  @Test func itKeepsItsRecordWhenItsInputEnds() throws {
    let resolver = try resolver(
      Self.answers + "\nsleep 0.2; echo kept > $0.record; echo bye >&2; exit 4")
    #expect(value(of: resolver, for: 1) == "1")
    resolver.end()
    #expect(try folder.read("script.record") == Array("kept\n".utf8))
    #expect(resolver.takeComplaints() == ["bye", "'/bin/sh' ended with code 4."])
  }
}
