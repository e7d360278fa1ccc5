// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Keeps other programs that use it out of a folder, from the first read to the last write.
///
/// It ends with the program. A file system without locks, such as some network ones, keeps no one out,
/// so writers compare once more before they replace anything.
package final class FolderLock {
  private let folder: OpenFile

  /// How long to wait for another program, whose work takes seconds.
  private static let patience = Duration.seconds(60)

  package init(_ path: String) throws(FileError) {
    guard let folder = OpenFile(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      throw FileError(path: path, action: .write, code: errno)
    }
    let end = ContinuousClock.now + Self.patience
    while flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      guard ContinuousClock.now < end else {
        throw FileError(path: path, action: .write, code: EWOULDBLOCK)
      }
      usleep(20_000)
    }
    self.folder = folder
  }

  /// A program that is being started has a copy of the descriptor for a moment.
  deinit { flock(folder.descriptor, LOCK_UN) }

  /// Whether this is still the folder of that name: the previous holder may have removed it.
  package func isOf(_ path: String) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(folder.descriptor, &own) == 0 && stat(path, &there) == 0
      && own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }
}
