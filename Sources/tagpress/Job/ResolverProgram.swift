// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import ChildPrograms
internal import JobManifest
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReading
internal import Terminal
internal import Threads

/// A program of the user that provides the data for exactly one tag, such as the values of a row.
///
/// It is started once and asked line by line. If it has ended, it is restarted at once; if it hung
/// or answered nonsense, it is restarted for the next tag. Its stderr is kept until someone shows
/// it.
final class ResolverProgram: RowResolver {
  /// A server may be slow, and an operator holds a tag meanwhile.
  private static let secondsMax = 30
  /// Time to store what it has when its input ends.
  private static let lastSecondsMax = 5

  private let command: String
  /// Locked while an answer is awaited.
  private let program = Guarded<ChildProgram?>(nil)
  /// Locked briefly: the code that shows the complaints must not wait for an answer.
  private let complaints = Guarded<[String]>([])

  /// Its answer about a tag, once parsed.
  private enum Answer<Content: Sendable>: Sendable {
    case content(Content)
    case refusal(String)
  }

  init(_ command: String) {
    self.command = command
  }

  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue] {
    try answer(to: question.json, for: question.uid) { root throws(ResolverTrouble) in
      guard let values = ResolverValues(root["values"]) else {
        throw ResolverTrouble(
          words: """
            The resolver's answer is neither {"values": {…}} with texts nor {"error": "…"}. Correct \
            the program.
            """,
          isPassing: true, isWrongAnswer: true)
      }
      return values.values
    }
  }

  /// Asks one question about one tag, and parses the answer unless it is a refusal.
  func answer<Content: Sendable>(
    to question: JSONValue, for uid: TagUID,
    _ understand: (JSONNode) throws(ResolverTrouble) -> Content
  ) throws(ResolverTrouble) -> Content {
    let found = try program.withLock { program throws(ResolverTrouble) -> Answer<Content> in
      do throws(ResolverTrouble) {
        let root = try self.root(of: question, for: uid, from: &program)
        if let words = root["error"]?.string { return .refusal(words) }
        return .content(try understand(root))
      } catch {
        // Its next output could be the answer to this question.
        program = nil
        throw error
      }
    }
    switch found {
    case .content(let content): return content
    case .refusal(let words):
      throw ResolverTrouble(words: "The resolver refused this tag: \"\(words)\".", isPassing: false)
    }
  }

  /// The JSON that it answers, if that is for this tag.
  private func root(
    of question: JSONValue, for uid: TagUID, from program: inout ChildProgram?
  ) throws(ResolverTrouble) -> JSONNode {
    let line: [UInt8]
    do throws(ChildProgramError) {
      line = try ask(&program, Array((question.compact + "\n").utf8))
    } catch {
      throw ResolverTrouble(words: "The resolver: \(Self.words(of: error))", isPassing: true)
    }
    let root: JSONNode
    do throws(JSONFinding) {
      root = try JSONDocument(reading: line).root
    } catch {
      throw ResolverTrouble(
        words: """
          The resolver answered "\(shortened(String(decoding: line, as: UTF8.self), to: 60))", which \
          is not JSON. Correct the program.
          """,
        isPassing: true, isWrongAnswer: true)
    }
    if let other = root["uid"], other.string?.uppercased() != uid.description {
      throw ResolverTrouble(
        words: """
          The resolver answered for another tag than \(uid), so the program was stopped. Correct \
          it, and put the tag on the reader again.
          """,
        isPassing: true)
    }
    return root
  }

  /// Asks the program, after starting it if necessary, and again if it has ended meanwhile.
  private func ask(
    _ program: inout ChildProgram?, _ line: [UInt8]
  ) throws(ChildProgramError) -> [UInt8] {
    if let running = program {
      do throws(ChildProgramError) {
        return try ask(running, line)
      } catch {
        guard case .ended = error else { throw error }
        keep([Self.words(of: error) + " It will be started again."])
      }
    }
    let fresh = try ChildProgram(command)
    program = fresh
    return try ask(fresh, line)
  }

  private func ask(
    _ program: ChildProgram, _ line: [UInt8]
  ) throws(ChildProgramError) -> [UInt8] {
    defer { keep(program.takeComplaints()) }
    return try program.answer(to: line, within: Self.secondsMax)
  }

  /// Ends the program's input and waits for its end.
  func end() {
    program.withLock { asked in
      guard let program = asked else { return }
      asked = nil
      var ending: [String] = []
      do throws(ChildProgramError) {
        try program.finish(with: [], within: Self.lastSecondsMax)
      } catch {
        ending = [error.description]
      }
      keep(program.takeComplaints() + ending)
    }
  }

  private static func words(of error: ChildProgramError) -> String {
    guard case .ended = error else { return error.description }
    return "\(error) It has to keep running and answer each line with one line."
  }

  private func keep(_ lines: [String]) {
    complaints.withLock { $0 += lines }
  }

  /// Its stderr since the last call.
  func takeComplaints() -> [String] {
    complaints.withLock { complaints in
      defer { complaints = [] }
      return complaints
    }
  }
}

/// Shows a resolver's stderr after whatever shows the batch, and stops it with the run.
final class ResolverComplaints: BatchObserver {
  private let resolver: ResolverProgram
  private let display: any BatchObserver
  private let console: Console

  init(of resolver: ResolverProgram, behind display: any BatchObserver, on console: Console) {
    self.resolver = resolver
    self.display = display
    self.console = console
  }

  func receive(_ event: BatchEvent) {
    // Its last output comes before the last word of the run.
    if case .ended = event { resolver.end() }
    show()
    display.receive(event)
  }

  func rest() {
    show()
    display.rest()
  }

  private func show() {
    for line in resolver.takeComplaints() { console.say("resolver: \(visible(line))") }
  }
}
