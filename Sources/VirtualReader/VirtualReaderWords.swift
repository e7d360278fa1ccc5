// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

extension VirtualReaderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noTerminal(let code):
      "The system gave no pseudo-terminal (\(systemWords(code))). "
        + "Close programs that use terminals, or check that /dev/pts is mounted."
    case .noChannel(let code):
      "The virtual reader could not open a channel to its thread (\(systemWords(code))). "
        + "Raise the limit of open files and try again."
    case .noThread(let code):
      "The virtual reader could not start its thread (\(systemWords(code))). "
        + "Raise the limit of threads and try again."
    case .link(let path, let code):
      "The link \(path) to the virtual reader could not be created (\(systemWords(code))). "
        + "Choose a name in a folder that you can write to."
    case .linkInTheWay(let path):
      "\(path) exists and is not a symbolic link. Choose another name for the virtual reader."
    case .linkLeadsElsewhere(let path, let goal):
      "\(path) leads to \(goal) and was not changed. Choose another name for the virtual reader, "
        + "or remove the link if no one needs it."
    case .noSocket(let error): error.description
    case .stopped:
      "The virtual reader was stopped. Start a new one."
    }
  }
}

extension ListeningError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pathTooLong(let path):
      "\(path) is too long for the name of a socket. Use a shorter one."
    case .inTheWay(let path):
      "\(path) exists and is in use. Choose another name for the socket."
    case .notASocket(let path):
      "\(path) already exists and is not a socket. Choose another name."
    case .cannotListen(let path, let code):
      "The socket \(path) could not be created: \(systemWords(code)). Choose another place."
    }
  }
}

private func systemWords(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
