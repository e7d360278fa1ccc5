// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a terminal shows after some bytes: as much of one as our screen needs.
///
/// Any other control sequence is kept as a fault, so that a test sees what a real terminal might do.
struct TerminalGrid {
  let columns: Int
  let lines: Int
  /// What was shown when the program last left the second screen.
  private(set) var leftScreen: [String] = []
  private(set) var bells = 0
  private(set) var usesColour = false
  private(set) var faults: [String] = []
  private var cells: [[Character]]
  private var row = 0
  private var column = 0

  init(columns: Int, lines: Int, showing text: String) {
    self.columns = columns
    self.lines = lines
    cells = Array(repeating: Array(repeating: " ", count: columns), count: lines)
    var rest = Substring(text)
    // What comes after the second screen is written below the shell's own lines.
    while leftScreen.isEmpty, let character = rest.popFirst() {
      switch character {
      case "\u{1B}" where rest.first == "[":
        rest.removeFirst()
        let arguments = rest.prefix { !$0.isLetter }
        rest.removeFirst(arguments.count)
        take(rest.popFirst() ?? " ", String(arguments))
      case "\u{07}": bells += 1
      case "\r\n", "\n", "\r": column = 0
      default: put(character)
      }
    }
  }

  /// What is shown now, without the blanks after it.
  var screen: [String] {
    cells.map { line in
      String(String(line.reversed().drop { $0 == " " }).reversed())
    }
  }

  private mutating func put(_ character: Character) {
    guard row < lines, column < columns else {
      faults.append("\(character) outside, at \(row + 1);\(column + 1)")
      return
    }
    cells[row][column] = character
    column += 1
  }

  private mutating func take(_ command: Character, _ arguments: String) {
    switch (command, arguments) {
    case ("H", _):
      let place = arguments.split(separator: ";").compactMap { Int($0) }
      row = (place.first ?? 1) - 1
      column = (place.last ?? 1) - 1
    case ("K", ""):
      if row < lines { for place in column..<columns { cells[row][place] = " " } }
    case ("J", "2"):
      cells = Array(repeating: Array(repeating: " ", count: columns), count: lines)
    case ("m", _): usesColour = usesColour || (arguments != "0" && arguments != "1")
    case ("h", "?1049"), ("l", "?25"), ("h", "?25"): break
    case ("l", "?1049"): leftScreen = screen
    default: faults.append("ESC [ \(arguments)\(command)")
    }
  }
}
