// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Files
internal import Glibc
internal import Plain
internal import Provisioning
internal import Synchronization
internal import TagReading
internal import Terminal

/// The operator's screen on a terminal: drawn anew where it changed, and gone when the batch ends.
final class OperatorScreen: BatchObserver {
  private(set) var state: OperatorState
  private let words: OperatorWords
  private let cures: CureWords
  private let console: Console
  private let glyphs: ScreenGlyphs
  private let isColoured: Bool
  private var drawn: [ScreenLine] = []
  private var drawnSize = (columns: 0, lines: 0)
  private var isOpen = false
  /// What was said while the screen was there, for the person who comes back to the terminal.
  private var notices: [String] = []

  private static let noticesMax = 20

  init(
    station: String?, words: OperatorWords, _ cures: @escaping CureWords, on console: Console
  ) {
    state = OperatorState(station: station, cures)
    self.words = words
    self.cures = cures
    self.console = console
    glyphs = TerminalKind.showsUnicode ? .unicode : .ascii
    isColoured = TerminalKind.showsColours
  }

  func receive(_ event: BatchEvent) {
    state.apply(event)
    if case .ended(let end) = event {
      close()
      console.say(words.isOwn ? end.sentence(cures) : words.end(end, cures))
      return
    }
    // Why a reader could not be opened is still wanted when the screen is gone.
    if case .readerRefused(_, let error) = event {
      note(visible(words.trouble(error.machineName, error.words(cures))))
    }
    if case .alarm(let alarm) = event { note("\(words(.alarm))  \(words.alarm(alarm))") }
    draw()
  }

  func rest() {
    state.rest()
    // The window may have got another size meanwhile.
    draw()
  }

  /// Takes the terminal, also after Ctrl-Z; what is said meanwhile stands in a line of the screen.
  private func open() {
    isOpen = true
    drawnSize = (columns: 0, lines: 0)
    console.listener = { [weak self] text in self?.show(notice: text) }
    noteOpenScreen()
    put("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back as it was; the words of the end come after that.
  private func close() {
    guard isOpen else { return }
    isOpen = false
    put("\(screenEnd)")
    isScreenOpen.store(false, ordering: .relaxed)
    console.listener = nil
    for notice in notices { console.say(notice) }
  }

  private func show(notice: String) {
    state.show(notice: notice)
    note(notice)
    draw()
  }

  /// Keeps something that is said again when the screen is gone.
  private func note(_ notice: String) {
    if notices.count == Self.noticesMax { notices.removeFirst() }
    notices.append(notice)
  }

  private func draw() {
    let size = TerminalKind.size(of: STDERR_FILENO)
    if !isOpen || !isScreenOpen.load(ordering: .relaxed) { open() }
    var text = ""
    if size != drawnSize {
      text += "\u{1B}[2J"
      drawn = []
      drawnSize = size
    }
    let page = OperatorPage(
      state: state, words: words, width: size.columns, height: size.lines, glyphs: glyphs)
    let lines = page.lines
    for (index, line) in lines.enumerated()
    where !drawn.indices.contains(index) || drawn[index] != line {
      text += "\u{1B}[\(index + 1);1H\(line.written(inColour: isColoured))\u{1B}[K"
    }
    drawn = lines
    if !text.isEmpty { put(text) }
  }

  private func put(_ text: String) {
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}
