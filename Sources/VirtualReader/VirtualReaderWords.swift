// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

extension VirtualReaderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noTerminal(let code):
      "The system gave no pseudo-terminal (\(Self.words(code))). "
        + "Close programs that use terminals, or check that /dev/pts is mounted."
    case .noChannel(let code):
      "The virtual reader could not open a channel to its thread (\(Self.words(code))). "
        + "Raise the limit of open files and try again."
    case .noThread(let code):
      "The virtual reader could not start its thread (\(Self.words(code))). "
        + "Raise the limit of threads and try again."
    case .link(let path, let code):
      "The link \(path) to the virtual reader could not be created (\(Self.words(code))). "
        + "Choose a name in a folder that you can write to."
    case .linkInTheWay(let path):
      "\(path) exists and is not a symbolic link. Choose another name for the virtual reader."
    case .linkLeadsElsewhere(let path, let goal):
      "\(path) leads to \(goal) and was not changed. Choose another name for the virtual reader, "
        + "or remove the link if no one needs it."
    case .stopped:
      "The virtual reader was stopped. Start a new one."
    }
  }

  private static func words(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
