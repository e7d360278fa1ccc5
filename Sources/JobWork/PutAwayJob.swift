// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files

/// A job that was put away: its manifest has a hidden name, and everything else stays where it is.
///
/// Its ledger stays too, so that its tags are known where other jobs are written.
package enum PutAwayJob {
  private static let ending = ".away"

  /// The hidden name of a manifest.
  private static func hidden(_ file: String) -> String {
    let name = lastName(of: file)
    return "\(file.dropLast(name.count)).\(name)\(ending)"
  }

  /// The manifest that has this hidden path; nil if it is none.
  package static func manifest(of path: String) -> String? {
    let name = lastName(of: path)
    guard name.hasPrefix("."), name.hasSuffix(ending), name.utf8.count > ending.utf8.count + 1
    else { return nil }
    return String(path.dropLast(name.count)) + String(name.dropFirst().dropLast(ending.count))
  }

  package static func put(_ file: String) throws(Failure) {
    try orFail { () throws(FileError) in try giveName(hidden(file), toFileAt: file) }
  }

  package static func bringBack(_ file: String) throws(Failure) {
    try orFail { () throws(FileError) in try giveName(file, toFileAt: hidden(file)) }
  }
}
