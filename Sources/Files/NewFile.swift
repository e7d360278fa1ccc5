// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// A file that is written piece by piece and replaces the old one in one step, so that everyone who
/// opens it sees the old bytes or all of the new ones, even after a power cut.
///
/// It gets the permissions and, as far as we may give it away, the owner of the file that it
/// replaces. A symbolic link stays, and its target is replaced. If it is released without
/// `finish()`, the old file stays as it was.
package final class NewFile {
  /// The path that the caller wants.
  private let path: String
  private let place: String
  /// The path of the draft, next to it.
  private let draft: String
  private var descriptor: Int32
  private var pending: [UInt8] = []
  private var failure: Int32?
  private var isThere = true
  /// Whether it may replace an existing file.
  private let replaces: Bool
  /// The owner of the old file, if we may not give it the new one.
  package private(set) var lostOwner: Owner?
  /// Whether it must survive a power cut, which means waiting for the disk.
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
  /// Without `throughLinks`, it replaces a link that someone has put there meanwhile, and never its
  /// target.
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
    // A file with the draft's name belongs to someone else, or to an interrupted run with our process id.
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
    // The link's target is not replaced here, so its owner does not matter.
    if isOld, !isPrivate, lstat(place, &there) == 0, there.st_mode & S_IFMT == S_IFREG,
      fstat(descriptor, &mine) == 0, (mine.st_uid, mine.st_gid) != (there.st_uid, there.st_gid),
      fchown(descriptor, there.st_uid, there.st_gid) != 0
    {
      lostOwner = Owner(user: there.st_uid, group: there.st_gid)
      // Whoever could read it through its group still can, if we are in that group.
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

  /// Finds out whether a new file can be made there, before any work is done for it.
  package static func requireNew(_ path: String) throws(FileError) {
    _ = try NewFile(path, replacing: false)
  }

  /// The folder where it will be.
  package var folder: String {
    place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
  }

  /// Whether writing has failed, so that nothing more needs to be made for the file.
  package var isBroken: Bool { failure != nil }

  package func write(_ bytes: some Collection<UInt8>) {
    pending += bytes
    if pending.count >= NewFile.bufferSize { flush() }
  }

  /// Replaces the old file, unless that is no longer as expected; `isAsFound` is called last.
  ///
  /// - Returns: whether it did.
  package func finish(if isAsFound: () -> Bool) throws(FileError) -> Bool {
    sync()
    guard failure != nil || isAsFound() else { return false }
    try moveIntoPlace()
    return true
  }

  package func finish() throws(FileError) {
    sync()
    try moveIntoPlace()
  }

  /// Syncs what was written and closes the file; only the renaming is left.
  package func settle() throws(FileError) {
    sync()
    close(descriptor)
    descriptor = -1
    if let failure { throw FileError(path: path, action: replaces ? .write : .make, code: failure) }
  }

  /// Otherwise the name may reach the disk before the bytes, and an empty file is left.
  private func sync() {
    flush()
    if failure == nil, isLasting, descriptor >= 0, fsync(descriptor) != 0 { failure = errno }
  }

  private func moveIntoPlace() throws(FileError) {
    if failure == nil {
      let result = replaces ? rename(draft, place) : moveIntoFreePlace()
      if result != 0 { failure = errno } else { isThere = false }
    }
    if failure == nil, isLasting, !syncFolder(of: place) { failure = errno }
    if let failure {
      throw FileError(path: path, action: replaces ? .write : .make, code: failure)
    }
  }

  private func moveIntoFreePlace() -> Int32 { moveFile(draft, toFreePlace: place) }

  /// The path without symbolic links; unchanged if there is no file yet.
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

/// A file system that cannot do this in one step may support hard links, which replace nothing either.
private func moveFile(_ old: String, toFreePlace new: String) -> Int32 {
  if tagpress_rename_new(old, new) == 0 { return 0 }
  guard errno == EINVAL || errno == ENOSYS else { return -1 }
  return link(old, new) == 0 ? unlink(old) : -1
}

/// Gives a file another name, under which there must be none.
package func giveName(_ new: String, toFileAt old: String) throws(FileError) {
  guard moveFile(old, toFreePlace: new) == 0, syncFolder(of: new) else {
    throw FileError(path: errno == EEXIST ? new : old, action: .make, code: errno)
  }
}
