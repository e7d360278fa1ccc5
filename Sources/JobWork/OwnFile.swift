// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Files
internal import Glibc

/// Whether a file that is there may be replaced: an earlier one of ours, or an empty one.
///
/// Otherwise, with the arguments in the wrong order, the manifest would be replaced. Ours begins with
/// some bytes, and has a mark in its first piece, or also anywhere behind it.
package func isOurs(
  _ path: String, beginning: [UInt8] = [], mark: [UInt8], inFirstPiece: Bool = false
) throws(FileError) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0 else { return true }
  guard status.st_mode & S_IFMT == S_IFREG else { return false }
  do throws(InputError) {
    let file = try InputFile(regular: path)
    var piece = try file.next()
    guard !piece.isEmpty else { return true }
    guard piece.starts(with: beginning) else { return false }
    while true {
      if piece.firstRange(of: mark) != nil { return true }
      if inFirstPiece { return false }
      let more = try file.next()
      guard !more.isEmpty else { return false }
      // A mark may be across two pieces.
      piece = Array(piece.suffix(mark.count)) + more
    }
  } catch {
    throw FileError(path: path, action: .read, code: error.code)
  }
}
