// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Files
internal import Glibc
internal import StrictJSON

/// A file that `site make` puts into its folder, or a file or folder that must not be there.
struct SiteFile {
  let path: String
  /// What it should hold; nil if it must not be there.
  let bytes: [UInt8]?
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

  /// Never through a link: what it names is outside the folder, and may be anyone's.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw Failure(
        name: "file-is-a-link",
        words: "This is a link to another file, which stays as it is. Remove the link, or name the "
          + "folder of that file with -o.",
        code: .differs, file: path)
    }
    do throws(FileError) {
      try makeFolder(folder)
      try writeFile(path, bytes)
    } catch {
      throw Failure(error)
    }
  }

  func object(_ outcome: String) -> JSONValue {
    [
      "file": .string(path), "bytes": .optional(bytes?.count),
      "outcome": .string(outcome),
    ]
  }
}
