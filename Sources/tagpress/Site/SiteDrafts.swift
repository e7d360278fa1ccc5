// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc

/// The new files of a site, written next to their places before the first of them takes it: what cannot be
/// written is found out while nothing has changed.
final class SiteDrafts {
  private let root: String
  private var drafts: [String: NewFile] = [:]
  /// Folders that were made for drafts.
  private var folders: [String] = []

  init(of files: [SiteFile], in root: String) throws(Failure) {
    self.root = root
    for file in files {
      switch file.task {
      case .write(let bytes):
        try file.requireNoLink(in: root)
        try makeFolder(of: file)
        drafts[file.path] = try file.draft(bytes, in: root)
      // What was added since is in no other place.
      case .remove: try file.requireAsFound(in: root)
      case .nothing: try file.requireUnchanged()
      case .leave: break
      }
    }
  }

  /// What was made for nothing goes; a folder with something in it stays.
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

  private func makeFolder(of file: SiteFile) throws(Failure) {
    if isAbsent(file.folder) { folders.append(file.folder) }
    do throws(FileError) {
      try Files.makeFolder(file.folder)
    } catch {
      throw Failure(error)
    }
  }
}
