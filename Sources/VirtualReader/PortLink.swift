// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// A symbolic link that shows where the reader's terminal is, whatever number that has today.
///
/// What someone else has put there stays: only the link of a simulation that was killed is
/// replaced, which leads to a terminal that is gone, and only a link to our own terminal is
/// removed.
enum PortLink {
  static func point(_ link: String, at terminal: String) throws(VirtualReaderError) {
    if let goal = goal(of: link), isTerminal(goal), access(goal, F_OK) != 0, errno == ENOENT {
      unlink(link)
    }
    guard symlink(terminal, link) == 0 else {
      let code = errno
      guard code == EEXIST else { throw .link(path: link, code) }
      throw goal(of: link).map { .linkLeadsElsewhere(path: link, to: $0) }
        ?? .linkInTheWay(path: link)
    }
  }

  static func remove(_ link: String, from terminal: String) {
    if goal(of: link) == terminal { unlink(link) }
  }

  /// Where a symbolic link leads; nil for anything else.
  private static func goal(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count < 0
      ? nil : String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func isTerminal(_ path: String) -> Bool {
    let folder = "/dev/pts/"
    let number = path.dropFirst(folder.count)
    return path.hasPrefix(folder) && !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}
