// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a line of the operator's screen is, for a terminal that has colours.
package enum ScreenStyle: Hashable {
  case plain
  case strong
  case quiet
  // The colours of words; what a word says is in its letters too, so nothing is lost without.
  case green
  case yellow
  case red
  case cyan
  case magenta

  fileprivate var code: String {
    switch self {
    case .plain: ""
    case .strong: "\u{1B}[1m"
    case .quiet: "\u{1B}[2m"
    // On black, because yellow on a white window is no colour at all.
    case .green: "\u{1B}[1;32;40m"
    case .yellow: "\u{1B}[1;33;40m"
    case .red: "\u{1B}[1;31;40m"
    case .cyan: "\u{1B}[1;36;40m"
    case .magenta: "\u{1B}[1;35;40m"
    }
  }
}

/// A line of the operator's screen: text that no longer needs escaping.
package struct ScreenLine: Hashable {
  package let text: String
  package let style: ScreenStyle

  package init(_ text: String, _ style: ScreenStyle = .plain) {
    self.text = text
    self.style = style
  }

  package func written(inColour: Bool) -> String {
    inColour && style != .plain ? "\(style.code)\(text)\u{1B}[0m" : text
  }
}
