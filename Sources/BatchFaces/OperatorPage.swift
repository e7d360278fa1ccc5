// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import Provisioning
internal import TagReading
internal import Terminal

/// The operator's screen as lines: one big word and its row, how far the job is, the last tags, and
/// what to do next.
struct OperatorPage {
  let state: OperatorState
  let words: OperatorWords
  let width: Int
  let height: Int
  let glyphs: ScreenGlyphs

  /// Beside fewer lines than these, a big word would push out what an operator must read.
  private static let bigWordHeight = 18
  /// With at least this many lines, a word is drawn twice or three times as big.
  private static let biggerWordHeights = [36, 60]
  private static let barWidth = 30
  /// So many alarms are shown one by one.
  private static let alarmsMax = 3
  /// Beside a big word a sentence may take so many lines.
  private static let sentenceLinesMax = 3

  /// The header and a blank line, the bar and the tally, and one line about the last tag.
  private static let linesBesideReaders = 6

  /// As many lines as the terminal has, none wider than it.
  var lines: [ScreenLine] {
    let notice = state.notice.map { [ScreenLine(glyphs.fitted($0, width), .strong)] } ?? []
    let below = alarmLines + notice + [prompt]
    let readers =
      state.readers.count > 1
      ? readerBlocks(in: height - below.count - Self.linesBesideReaders)
      : wordLines + [ScreenLine("")] + details
    let above = [header, ScreenLine("")] + readers + [bar, tally]
    let room = max(0, height - above.count - below.count - 1)
    var middle = state.lastTags.prefix(room).map(line)
    middle += Array(repeating: ScreenLine(""), count: max(0, room - middle.count))
    let all = above + [ScreenLine("")] + middle
    return Array(all.prefix(max(0, height - below.count))) + below
  }

  private var header: ScreenLine {
    let name = state.title ?? state.job
    guard let station = state.station, width >= 40 else {
      return ScreenLine(glyphs.fitted(name, width), .strong)
    }
    let right = glyphs.fitted(station, width / 3)
    let left = glyphs.column(name, width - shownWidth(right) - 1)
    return ScreenLine("\(left) \(right)", .strong)
  }

  /// What someone has to look into stays in sight, however many tags come after it.
  private var alarmLines: [ScreenLine] {
    let shown = state.alarms.prefix(Self.alarmsMax).map { alarm in
      ScreenLine(glyphs.fitted("\(words(.alarm))  \(words.alarm(alarm))", width), .word(.putAside))
    }
    let more = state.alarms.count - shown.count
    guard more > 0 else { return shown }
    return shown + [ScreenLine(words(.moreAlarms, n: more), .word(.putAside))]
  }

  private var wordLines: [ScreenLine] {
    let times =
      height < Self.bigWordHeight
      ? 0 : 1 + Self.biggerWordHeights.count { height >= $0 }
    return wordLines(of: 0, times: times)
  }

  /// The word of a reader, drawn so many times as big as it can be, or in one line.
  func wordLines(of number: ReaderNumber, times: Int) -> [ScreenLine] {
    var lines = [ScreenLine](
      repeating: ScreenLine(""), count: max(1, BigWord.height * times))
    guard let (word, style, block) = face(of: number) else { return lines }
    for size in stride(from: times, to: 0, by: -1) {
      guard
        let rows = BigWord.rows(word, columns: width - 2, block: block, times: size)
      else { continue }
      let top = (lines.count - rows.count) / 2
      for (index, row) in rows.enumerated() { lines[top + index] = ScreenLine("  \(row)", style) }
      return lines
    }
    lines[lines.count / 2] = ScreenLine(glyphs.fitted("  \(word)", width), style)
    return lines
  }

  /// What of its last tag a reader shows, and how; what is over differs without colours, too.
  func face(
    of number: ReaderNumber
  ) -> (word: String, style: ScreenStyle, block: Character)? {
    switch state.face(of: number) {
    case .nothing: nil
    case .word(let word): (words.word(word), .word(word), glyphs.block)
    case .past(let word): (words.word(word), .quiet, glyphs.rest)
    case .noTag: (words(.wordNone), .quiet, glyphs.rest)
    }
  }

  /// Which row it is about, and why it did not go well or what was written.
  private var details: [ScreenLine] {
    let (name, first, second) = detailWords
    let isHigh = height >= Self.bigWordHeight
    var lines = name.map { [ScreenLine(glyphs.fitted($0, width), .strong)] } ?? []
    // On a low screen the name is worth more than the link.
    if isHigh || lines.isEmpty { lines.append(ScreenLine(glyphs.fitted(first, width))) }
    let sentence = glyphs.wrapped(second, width, lines: isHigh ? Self.sentenceLinesMax : 1)
    return lines + sentence.map { ScreenLine($0) }
  }

  /// What people call the row, a line about it, and a sentence.
  private var detailWords: (name: String?, String, String) {
    switch state.readers.first {
    case .twoTags(let one, let other):
      return (nil, words(.twoTags, ["one": one, "other": other]), words(.takeOne))
    case .working(let uid, let known): return (nil, uid, known == nil ? "" : task(of: 0))
    case .lost(let trouble), .refused(let trouble):
      return (nil, words(.noReading), words.trouble(state.trouble(of: 0), trouble))
    default: break
    }
    if let torn = state.tornTag(of: 0) {
      return (task(of: 0), words(.sameTag, ["uid": torn.uid.description]), words(.sameHelp))
    }
    if state.face(of: 0) == .noTag { return (nil, words(.noTag), words(.noTagHelp)) }
    guard let last = state.lastTag(of: 0) else { return (nil, "", "") }
    let row = last.row.map { words.row($0.id) } ?? words(.noRow)
    let chip = last.chip.map { "  \($0)" } ?? ""
    let sentence = words.reason(of: last) ?? "\(last.uid)\(chip), \(wasDone)"
    return (last.row?.label, "\(row)  \(last.link ?? "")", sentence)
  }

  /// What became of a tag that needs nothing more.
  var wasDone: String {
    switch state.task {
    case .write: words(.wasWritten)
    case .lock: words(.wasLocked)
    case .verify: words(.wasRight)
    }
  }

  private var bar: ScreenLine {
    let (done, all) = state.progress
    let numbers = words(.progress, n: all, ["done": words.number(done)])
    let columns = min(Self.barWidth, width - numbers.count - 11)
    guard columns >= 8, all > 0 else { return ScreenLine(glyphs.fitted(numbers, width)) }
    let filled = Int(Double(columns) * Double(min(done, all)) / Double(all))
    let share = Int(100 * Double(min(done, all)) / Double(all))
    return ScreenLine(
      "\(numbers)  " + String(repeating: glyphs.block, count: filled)
        + String(repeating: glyphs.rest, count: columns - filled) + "  \(share) %")
  }

  /// This run in numbers, the most wanted first: what has no room is left out.
  private var tally: ScreenLine {
    let counts = state.counts
    var parts = [
      words(.countOK, n: counts.ok), words(.countAgain, n: counts.again),
      words(.countAside, n: counts.putAside),
    ]
    // These come back on the reader, however many rows are free.
    if counts.unfinished > 0 { parts.append(words(.countUnfinished, n: counts.unfinished)) }
    if let rate = state.tagsPerMinute { parts.append(words(.pace, n: Int(rate.rounded()))) }
    if let minutes = state.minutesLeft {
      parts.append(words(.left, ["time": duration(minutes: minutes)]))
    }
    if let yield = state.yield { parts.append(words(.yield, n: Int(yield))) }
    if counts.alreadyDone > 0 { parts.append(words(.countDone, n: counts.alreadyDone)) }
    var text = ""
    for part in parts where text.count + part.count + 3 <= width {
      text += text.isEmpty ? part : "   \(part)"
    }
    return ScreenLine(text)
  }

  /// What is to be done at a reader, or why it does not work.
  func task(of number: ReaderNumber) -> String {
    if let instruction = state.instruction(at: number) { return words(instruction) }
    switch state.readers[number] {
    case .lost(let trouble), .refused(let trouble):
      return words.trouble(state.trouble(of: number), trouble)
    default: return ""
    }
  }

  private func line(_ tag: TagResult) -> ScreenLine {
    let word = glyphs.column(words.word(tag.word), 12)
    let row = glyphs.column(tag.row.map(\.id) ?? "-", 12)
    var head = "\(word)  \(row)  \(tag.uid)"
    if let label = tag.row?.label {
      // The other half is for the link, or for what is wrong.
      let half = max(0, (width - shownWidth(head) - 2) / 2)
      head += "  " + glyphs.fitted(label, half)
    }
    let room = width - shownWidth(head) - 2
    let rest =
      words.reason(of: tag).map { glyphs.wrapped($0, room).joined() }
      ?? glyphs.fitted(tag.link ?? "", room)
    let text = room < 8 ? glyphs.fitted(head, width) : "\(head)  \(rest)"
    return ScreenLine(text, tag.word == .ok ? .quiet : .word(tag.word))
  }

  /// What to do next, where the eye looks for it.
  private var prompt: ScreenLine {
    let hint = words(.ends)
    guard !state.isPausing else {
      return ScreenLine(glyphs.fitted(words(.paused), width), .strong)
    }
    guard state.readers.count == 1 else {
      return ScreenLine(glyphs.fitted(hint, width), .quiet)
    }
    let sentence = task(of: 0)
    guard shownWidth(sentence) + hint.count + 3 <= width else {
      return ScreenLine(glyphs.fitted(sentence, width), .strong)
    }
    return ScreenLine("\(glyphs.column(sentence, width - hint.count - 1)) \(hint)", .strong)
  }
}

extension ScreenStyle {
  /// The colour of an outcome.
  static func word(_ word: OutcomeWord) -> ScreenStyle {
    switch word {
    case .ok: .green
    case .again: .yellow
    case .putAside: .red
    case .alreadyDone: .cyan
    case .twoTags: .magenta
    }
  }
}
