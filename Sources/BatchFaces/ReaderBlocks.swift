// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import Provisioning
internal import TagReading
internal import Terminal

// Several readers side by side: each has its own word, its row, and what to do with its tag.

extension OperatorPage {
  /// The readers as large as they fit into so many lines.
  func readerBlocks(in room: Int) -> [ScreenLine] {
    let each = max(0, room) / max(1, state.readers.count)
    return state.readers.indices.flatMap { number -> [ScreenLine] in
      if each >= BigWord.height + 3 {
        return [title(of: number)] + wordLines(of: number, times: 1)
          + [ScreenLine(glyphs.fitted(help(at: number), width)), ScreenLine("")]
      }
      guard each >= 2 else { return [line(of: number, task(at: number))] }
      let indent = String(repeating: " ", count: name(of: number).count)
      let task = glyphs.wrapped(indent + task(at: number), width).joined()
      return [line(of: number, tag(at: number)), ScreenLine(task)]
    }
  }

  private func name(of number: ReaderNumber) -> String {
    words(.reader, ["n": String(number + 1)]) + "  "
  }

  private func title(of number: ReaderNumber) -> ScreenLine {
    let tag = tag(at: number)
    return ScreenLine(
      glyphs.fitted(name(of: number) + (tag.isEmpty ? task(at: number) : tag), width),
      isOut(number) ? .word(.putAside) : .strong)
  }

  private func line(of number: ReaderNumber, _ about: String) -> ScreenLine {
    let face = face(of: number)
    // A word that is over is in brackets, so that it is another one without colours, too.
    let isPast = if case .past = state.face(of: number) { true } else { false }
    let word = face.map { glyphs.column(isPast ? "(\($0.word))" : $0.word, 14) } ?? ""
    let style = face?.style ?? (isOut(number) ? .word(.putAside) : .plain)
    let text = about.isEmpty && face == nil ? task(at: number) : about
    return ScreenLine(glyphs.fitted(name(of: number) + word + text, width), style)
  }

  /// Whether the reader cannot be used.
  private func isOut(_ number: ReaderNumber) -> Bool {
    switch state.readers[number] {
    case .lost, .refused: true
    default: false
    }
  }

  /// Which row the word of a reader is about.
  private func tag(at number: ReaderNumber) -> String {
    switch state.face(of: number) {
    case .nothing, .noTag, .word(.twoTags): return ""
    case .word, .past: break
    }
    if let torn = state.tornTag(of: number) {
      return "\(words.row(torn.row.id, torn.row.label))  \(torn.uid)"
    }
    guard let tag = state.lastTag(of: number) else { return "" }
    let row = tag.row.map { words.row($0.id, $0.label) } ?? words(.noRow)
    return "\(row)  \(tag.link ?? tag.uid.description)"
  }

  /// The line below a big word, when that above it may be the task already.
  private func help(at number: ReaderNumber) -> String {
    if state.face(of: number) == .noTag { return words(.noTagHelp) }
    return tag(at: number).isEmpty ? "" : task(at: number)
  }

  /// What is to be done at a reader, or why its tag is not OK.
  private func task(at number: ReaderNumber) -> String {
    let reason =
      state.readers[number] == .finished
      ? state.lastTag(of: number).flatMap(words.reason) : nil
    return reason ?? task(of: number)
  }
}
