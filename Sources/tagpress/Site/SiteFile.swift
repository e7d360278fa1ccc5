// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import Plain
internal import StrictJSON

/// A file that `site make` puts into its folder, or a file or folder that must not be there.
struct SiteFile {
  let path: String
  /// What it should hold; nil if it must not be there.
  let bytes: [UInt8]?
  /// What it held when it was planned; nil if it was not there.
  var was: [UInt8]?
  /// Its name is one that people give to their own files, too.
  var isSnippet = false
  /// Whether it says more than the jobs need, and keeps it.
  var keepsMore = false
  /// The host that serves it, if it is an association file.
  var servingHost: String?
  /// Why it must not be there, if it must not.
  var leftover = Leftover.noApp

  var folder: String { Files.folder(of: path) }
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether what is there in its place belongs to someone else.
  func isForeign(_ present: [UInt8]?) -> Bool {
    guard isSnippet, let present, let bytes else { return false }
    return !ServerSnippets.isSnippet(present, like: bytes)
  }

  /// What is to be done with it.
  enum Task {
    case write([UInt8])
    case remove
    /// It is as it should be.
    case nothing
    /// It is not ours, or it is only said that it must not be there.
    case leave
  }

  var task: Task {
    guard let bytes else { return leftover.isMove ? .remove : .leave }
    if isForeign(was) { return .leave }
    return was == bytes ? .nothing : .write(bytes)
  }

  /// Refuses a link: what it names is outside the folder, and may be anyone's.
  func requireNoLink(in root: String) throws(Failure) {
    for place in [path] + (folder == root ? [] : [folder]) {
      var status = stat()
      guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw Failure(
        name: "file-is-a-link",
        words:
          "This is a link to another place, which stays as it is. Remove the link, or name the "
          + "folder there with -o.",
        kind: .differs, file: place)
    }
  }

  /// What is refused of it, if it is a link.
  func linkInWords(in root: String) -> String? {
    do throws(Failure) {
      try requireNoLink(in: root)
      return nil
    } catch {
      return "\(visible(error.file ?? path)): \(error.words)"
    }
  }

  /// Refuses a file that is no longer what the plan was made of: what came meanwhile would be lost.
  func requireAsFound(in root: String) throws(Failure) {
    try requireNoLink(in: root)
    try requireUnchanged()
  }

  /// Refuses to say that it is as it should be if it is no longer.
  func requireUnchanged() throws(Failure) {
    guard try presentBytes(path) == was else { throw changedMeanwhile }
  }

  /// Writes it next to its place, where it is of no effect yet.
  func draft(_ bytes: [UInt8], in root: String) throws(Failure) -> NewFile {
    try requireAsFound(in: root)
    do throws(FileError) {
      // Where nothing was, nothing is replaced.
      let file = try NewFile(path, replacing: was != nil, throughLinks: false)
      file.write(bytes)
      try file.settle()
      return file
    } catch {
      throw failure(error)
    }
  }

  /// Lets a draft take its place; the last look is directly before that.
  func put(_ draft: NewFile, in root: String) throws(Failure) {
    try requireAsFound(in: root)
    let isWritten: Bool
    do throws(FileError) {
      isWritten = try draft.finish { (try? presentBytes(path)) == .some(was) }
    } catch {
      throw failure(error)
    }
    guard isWritten else { throw changedMeanwhile }
  }

  private func failure(_ error: FileError) -> Failure {
    was == nil && error.code == EEXIST ? changedMeanwhile : Failure(error)
  }

  private var changedMeanwhile: Failure {
    Failure(
      name: "changed-meanwhile",
      words:
        "Another program changed this file while it was planned, so it stays as it is. Run the "
        + "same command again.",
      kind: .differs, file: path)
  }

  func object(_ outcome: String) -> JSONValue {
    [
      "file": .string(path), "bytes": .optional(bytes?.count),
      "outcome": .string(outcome),
    ]
  }
}
