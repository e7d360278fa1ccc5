// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// What the terminal can do, as far as its environment tells.
package enum TerminalKind {
  /// Whether a screen can be drawn for the person at the terminal.
  package static var isScreen: Bool {
    isatty(STDERR_FILENO) == 1 && variable("TERM").map { $0 != "dumb" } == true
  }

  /// https://no-color.org: any value but the empty one switches colours off.
  package static var showsColours: Bool { variable("NO_COLOR") == nil }

  package static var showsUnicode: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let name = locale.lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
  }

  /// Such as `de` for `de_DE.UTF-8`; nil where the terminal shows nothing but ASCII.
  package static var language: String? {
    guard showsUnicode else { return nil }
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
    return locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
  }

  /// Columns and lines; those of old for a terminal that does not say.
  package static func size(of descriptor: Int32) -> (columns: Int, lines: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
