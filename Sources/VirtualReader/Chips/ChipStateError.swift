// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a file is not the state of a virtual chip; lines count from 1.
package enum ChipStateError: Error, Hashable, Sendable {
  case tooLong(bytes: Int)
  /// A byte that is neither printable ASCII nor the end of a line.
  case notText(line: Int)
  /// The first line does not say "tagpress virtual tag" and a version.
  case notAChipState
  case unknownVersion
  /// The second line does not name a chip of this program.
  case unknownModel
  case unknownLine(line: Int)
  case badValue(line: Int, of: ChipStateWord)
  /// A page the chip does not have, in a line for a page.
  case noSuchPage(line: Int, page: Int)
  case repeated(line: Int, first: Int)
  case missing(ChipStateWord, number: Int)
}

/// The words that begin a line of a state file.
package enum ChipStateWord: String, Hashable, Sendable {
  case model
  case claims
  case signature
  case counter
  case failedPasswords = "failed-passwords"
  case random
  case commandsLeft = "commands-left"
  case worn
  case page
  case block
  case uid
  case file
  case settings
  case key
  case idm
  case pmm
  case blocksAtOnce = "blocks-at-once"
  case system
  case service
}
