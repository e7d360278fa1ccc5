// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// A file that is written piece by piece and takes its place in one step, so that anyone who opens
/// it sees the old bytes or all of the new ones; and so does anyone who comes after a power cut.
///
/// It has the permissions and, as far as we may give it away, the owner of a file whose place it
/// takes. A symbolic link stays, and the file is replaced to which it leads. If it is released
/// without `finish()`, the old file stays as it was.
package final class NewFile {
  /// Its name for those who want it.
  private let path: String
  private let place: String
  /// Where it is written, next to its place.
  private let draft: String
  private var descriptor: Int32
  private var pending: [UInt8] = []
  private var failure: Int32?
  private var isThere = true
  /// Whether it may take the place of an earlier file.
  private let replaces: Bool
  /// The owner of the old file, if we may not give it the new one.
  package private(set) var lostOwner: Owner?
  /// Whether it must survive a power cut, which costs a wait for the disk.
  private let isLasting: Bool

  /// A user and a group, by their numbers.
  package struct Owner: Equatable, Sendable, CustomStringConvertible {
    package let user: UInt32
    package let group: UInt32

    /// As `chown` takes it.
    package var description: String { "\(user):\(group)" }
  }

  private static let bufferSize = 1 << 16
  private static let draftsMax = 100

  /// No other user may read a private file, whatever was there before.
  ///
  /// Not through links, it replaces a link that someone has put there meanwhile, and never what that
  /// leads to.
  package init(
    _ path: String, replacing replaces: Bool = true, lasting isLasting: Bool = true,
    private isPrivate: Bool = false, throughLinks: Bool = true
  ) throws(FileError) {
    var old = stat()
    guard replaces || lstat(path, &old) != 0 else {
      throw FileError(path: path, action: .make, code: EEXIST)
    }
    let isOld = stat(path, &old) == 0
    // Root could replace /dev/null.
    guard !isOld || old.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, action: .write, code: EEXIST)
    }
    let place = throughLinks ? NewFile.goal(of: path) : path
    // What has the draft's name is someone else's, or of a run with our number that was cut short.
    var draft = ""
    var descriptor: Int32 = -1
    let mode: mode_t = isPrivate ? 0o600 : 0o644
    for number in 0..<Self.draftsMax where descriptor < 0 {
      draft = "\(place).new-\(getpid())-\(number)"
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor < 0, errno != EEXIST { break }
    }
    guard descriptor >= 0 else { throw FileError(path: path, action: .write, code: errno) }
    var mine = stat()
    var there = stat()
    // What a link leads to is not replaced here, so its owner says nothing.
    if isOld, !isPrivate, lstat(place, &there) == 0, there.st_mode & S_IFMT == S_IFREG,
      fstat(descriptor, &mine) == 0, (mine.st_uid, mine.st_gid) != (there.st_uid, there.st_gid),
      fchown(descriptor, there.st_uid, there.st_gid) != 0
    {
      lostOwner = Owner(user: there.st_uid, group: there.st_gid)
      // Whoever could read it through its group still can, if we are in it.
      _ = fchown(descriptor, .max, there.st_gid)
    }
    // A user who made the old file private wants the new one private too.
    if isOld, !isPrivate { fchmod(descriptor, old.st_mode & 0o777) }
    self.path = path
    self.replaces = replaces
    self.isLasting = isLasting
    self.place = place
    self.draft = draft
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if isThere { unlink(draft) }
  }

  /// Finds out whether a file can be made where nothing is yet, before any work is done for it.
  package static func requireNew(_ path: String) throws(FileError) {
    _ = try NewFile(path, replacing: false)
  }

  /// The folder where it will be.
  package var folder: String {
    place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
  }

  /// Whether writing has failed, so that nothing more need be made for the file.
  package var isBroken: Bool { failure != nil }

  package func write(_ bytes: some Collection<UInt8>) {
    pending += bytes
    if pending.count >= NewFile.bufferSize { flush() }
  }

  /// Takes its place, unless that is no longer as someone has found it; `isAsFound` is asked last.
  ///
  /// - Returns: whether it did.
  package func finish(if isAsFound: () -> Bool) throws(FileError) -> Bool {
    sync()
    guard failure != nil || isAsFound() else { return false }
    try takePlace()
    return true
  }

  package func finish() throws(FileError) {
    sync()
    try takePlace()
  }

  /// Brings what was written to the disk and closes the file, so that only the place is left to be taken.
  package func settle() throws(FileError) {
    sync()
    close(descriptor)
    descriptor = -1
    if let failure { throw FileError(path: path, action: replaces ? .write : .make, code: failure) }
  }

  /// A name may reach the disk before the bytes do, and is that of an empty file then.
  private func sync() {
    flush()
    if failure == nil, isLasting, descriptor >= 0, fsync(descriptor) != 0 { failure = errno }
  }

  private func takePlace() throws(FileError) {
    if failure == nil {
      let result = replaces ? rename(draft, place) : takeFreePlace()
      if result != 0 { failure = errno } else { isThere = false }
    }
    if failure == nil, isLasting, !syncFolder(of: place) { failure = errno }
    if let failure {
      throw FileError(path: path, action: replaces ? .write : .make, code: failure)
    }
  }

  /// A file system that cannot do this in one step may know hard links, which replace nothing either.
  private func takeFreePlace() -> Int32 {
    if tagpress_rename_new(draft, place) == 0 { return 0 }
    guard errno == EINVAL || errno == ENOSYS else { return -1 }
    return link(draft, place) == 0 ? unlink(draft) : -1
  }

  /// The path without symbolic links; as it is where there is no file yet.
  private static func goal(of path: String) -> String {
    guard let goal = realpath(path, nil) else { return path }
    defer { free(goal) }
    return String(cString: goal)
  }

  private func flush() {
    if failure == nil, !writeAll(pending, to: descriptor) { failure = errno }
    pending.removeAll(keepingCapacity: true)
  }
}
