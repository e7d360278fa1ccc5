// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One state of a compiled pattern.
///
/// A pattern is a small machine that is in several states at once. Each state is entered at most once
/// per byte of the link, so no pattern can make the work explode, however many stars it has.
enum PatternState: Equatable, Sendable {
  /// Takes this byte and continues at the next state.
  case byte(UInt8)
  /// Takes a slash, or nothing directly after one.
  case slash
  /// Takes the first byte of any character.
  case character
  /// Takes the later bytes of a character, if there are any.
  case restOfCharacter
  /// Takes one character of a set.
  case oneOf(ASCIISet)
  /// Takes anything.
  case run
  /// Continues at the next state and at another one.
  case fork(Int)
  case jump(Int)
  /// Takes this byte and continues at `child`; for any other byte the sibling is asked.
  case edge(UInt8, child: Int, sibling: Int?)
  /// The whole pattern has matched, if the text ends here.
  case end
  /// Matches nothing: an undefined variable.
  case never
}
