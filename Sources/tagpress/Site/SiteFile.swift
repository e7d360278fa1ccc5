// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
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

  /// What is there in its place; nil if there is nothing.
  func present() throws(Failure) -> [UInt8]? {
    do throws(FileError) {
      return try readFileIfThere(path)
    } catch {
      throw Failure(error)
    }
  }

  /// Whether what is there in its place belongs to someone else.
  func isForeign(_ present: [UInt8]?) -> Bool {
    guard isSnippet, let present, let bytes else { return false }
    return !ServerSnippets.isSnippet(present, like: bytes)
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
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
