// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
package import Files
internal import Glibc

/// What became of a file of a site, or how it differs from what the jobs need.
package struct SiteStep {
  package enum Outcome: String {
    case written, unchanged
    case missing, same, differs
    /// It is someone else's and stays.
    case foreign
    /// It must not be there and stays.
    case stale
  }

  package let file: SiteFile
  package let outcome: Outcome
  /// What was there, where it is compared.
  package var present: [UInt8]?
  /// Whose the file was, if it cannot be theirs any more.
  package var lostOwner: NewFile.Owner?
}

extension PlannedSite {
  /// Plans a site and writes it, while other programs that do the same wait.
  ///
  /// Two at once would each write what it has planned, and the first one's rules would be lost.
  package static func write(
    into folder: String, _ plan: () throws(Failure) -> PlannedSite,
    beginning: (PlannedSite) -> Void, _ step: (SiteStep) -> Void
  ) throws(Failure) -> PlannedSite {
    var status = stat()
    let isThere = stat(folder, &status) == 0
    let lock = try lockFolder(folder)
    return try withExtendedLifetime(lock) { () throws(Failure) -> PlannedSite in
      do throws(Failure) {
        let site = try plan()
        beginning(site)
        try site.write(step)
        return site
      } catch {
        // A folder made only for the lock is removed before another program gets it; with something in it,
        // it stays.
        if !isThere { rmdir(folder) }
        throw error
      }
    }
  }

  private static func lockFolder(_ folder: String) throws(Failure) -> FolderLock {
    do throws(FileError) {
      while true {
        try makeFolder(folder)
        // The program that had it before may remove it again.
        do throws(FileError) {
          let lock = try FolderLock(folder)
          if lock.isOf(folder) { return lock }
        } catch {
          guard error.code == ENOENT, isAbsent(folder) else { throw error }
        }
      }
    } catch {
      guard error.code == EWOULDBLOCK else { throw Failure(error) }
      throw Failure(
        name: "folder-in-use",
        words: "Another program is writing into this folder. Run the same command again when it is "
          + "done.",
        kind: .couldNotRun, file: folder)
    }
  }

  private func write(_ step: (SiteStep) -> Void) throws(Failure) {
    // Before the first takes its place, so that no half of a site is left.
    let drafts = try SiteDrafts(of: files, in: folder)
    for file in files {
      guard let bytes = file.bytes else {
        // It may be all that is left of an app that is still installed, so a person removes it.
        step(SiteStep(file: file, outcome: .stale))
        continue
      }
      if file.isForeign(file.was) {
        step(SiteStep(file: file, outcome: .foreign))
      } else if file.was == bytes {
        try file.requireUnchanged()
        step(SiteStep(file: file, outcome: .unchanged))
      } else {
        step(SiteStep(file: file, outcome: .written, lostOwner: try drafts.put(file)))
      }
    }
  }

  /// How the files there differ from what the jobs need.
  package func compare(_ step: (SiteStep) -> Void) throws(Failure) {
    for file in files {
      guard let bytes = file.bytes else {
        step(SiteStep(file: file, outcome: .stale))
        continue
      }
      let present = try presentBytes(file.path)
      let outcome: SiteStep.Outcome =
        // Writing cannot fix a file that is never written, so it does not count as a difference.
        file.isForeign(present)
        ? .foreign : present == nil ? .missing : present == bytes ? .same : .differs
      step(SiteStep(file: file, outcome: outcome, present: present))
    }
  }
}

/// The new files of a site, written next to their places before the first of them takes it: what cannot be
/// written is found out while nothing has changed.
private final class SiteDrafts {
  private let root: String
  private var drafts: [String: NewFile] = [:]
  /// Folders that were made for drafts.
  private var folders: [String] = []

  init(of files: [SiteFile], in root: String) throws(Failure) {
    self.root = root
    for file in files {
      guard let bytes = file.bytes, !file.isForeign(file.was) else { continue }
      guard file.was != bytes else {
        try file.requireUnchanged()
        continue
      }
      try file.requireNoLink(in: root)
      if isAbsent(file.folder) { folders.append(file.folder) }
      try orFail { () throws(FileError) in try makeFolder(file.folder) }
      drafts[file.path] = try file.draft(bytes, in: root)
    }
  }

  /// Folders that were made in vain are removed; one with something in it stays.
  deinit {
    drafts = [:]
    for folder in folders { rmdir(folder) }
  }

  /// Puts a file in its place, and says whose it was if it cannot be theirs any more.
  func put(_ file: SiteFile) throws(Failure) -> NewFile.Owner? {
    guard let draft = drafts[file.path] else { return nil }
    try file.put(draft, in: root)
    return draft.lostOwner
  }
}
