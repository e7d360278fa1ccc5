// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a virtual reader cannot be had or used.
package enum VirtualReaderError: Error, Hashable {
  /// No pseudo-terminal could be opened; the system's error number.
  case noTerminal(Int32)
  /// No channel to the reader's own thread.
  case noChannel(Int32)
  case noThread(Int32)
  /// The link could not be made to show where the terminal is.
  case link(path: String, Int32)
  /// Something that is not a symbolic link already has the name that the link was to have.
  case linkInTheWay(path: String)
  /// A symbolic link has it that is someone else's, or that of another simulation.
  case linkLeadsElsewhere(path: String, to: String)
  /// The socket at which hosts of USB would connect.
  case noSocket(ListeningError)
  /// The reader was stopped before.
  case stopped
}
