// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Locks of an open file, not of a process: they end when the last descriptor of the open file is
/// closed, however its process ends.
///
/// A program that is being started has a copy of every descriptor for a moment, so locks are
/// released explicitly before the descriptor is closed.
enum ByteLock {
  // F_OFD_GETLK and F_OFD_SETLK, which glibc declares only with _GNU_SOURCE.
  private static let get: Int32 = 36
  private static let set: Int32 = 37

  static func acquire(_ file: Int32, at place: Int64, shared isShared: Bool = false) -> Bool {
    var lock = lock(place...place)
    if isShared { lock.l_type = Int16(F_RDLCK) }
    return fcntl(file, set, &lock) == 0
  }

  /// Whether someone else has it; false if the disk cannot tell.
  static func isTaken(_ file: Int32, at place: Int64) -> Bool {
    isAnyTaken(file, in: place...place)
  }

  static func isAnyTaken(_ file: Int32, in places: ClosedRange<Int64>) -> Bool {
    var lock = lock(places)
    return fcntl(file, get, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// Releases everything that was locked through this descriptor, and closes it.
  static func close(_ file: Int32) {
    var lock = flock()
    lock.l_type = Int16(F_UNLCK)
    lock.l_whence = Int16(SEEK_SET)
    _ = fcntl(file, set, &lock)
    Glibc.close(file)
  }

  private static func lock(_ places: ClosedRange<Int64>) -> flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(places.lowerBound)
    lock.l_len = off_t(places.upperBound - places.lowerBound + 1)
    return lock
  }
}
