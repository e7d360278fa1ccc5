// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// A symbolic link that shows where the reader's terminal is, whatever number that has today.
enum PortLink {
  /// Points the link at a terminal in one step, so that no program finds it missing in between.
  static func point(_ link: String, at terminal: String) throws(VirtualReaderError) {
    let fresh = "\(link).new"
    for path in [link, fresh] {
      var status = stat()
      guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFLNK else {
        throw .linkInTheWay(path: path)
      }
    }
    unlink(fresh)
    guard symlink(terminal, fresh) == 0, rename(fresh, link) == 0 else {
      throw .link(path: link, errno)
    }
  }

  static func remove(_ link: String) {
    unlink(link)
  }
}
