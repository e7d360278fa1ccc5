// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Terminal

/// What something is written to: a file that may take the place of an earlier one of ours and of
/// nothing else, or standard output.
final class OwnOutput {
  private let file: NewFile?
  private let console: Console

  /// `-` is standard output.
  init(
    _ path: String, beginning: [UInt8] = [], mark: [UInt8], inFirstPiece: Bool = false,
    on console: Console, otherwise refusal: Failure
  ) throws(Failure) {
    self.console = console
    guard path != "-" else {
      file = nil
      return
    }
    let mayBeReplaced: Bool
    do throws(FileError) {
      mayBeReplaced = try isOurs(
        path, beginning: beginning, mark: mark, inFirstPiece: inFirstPiece)
      file = mayBeReplaced ? try NewFile(path) : nil
    } catch {
      throw Failure(error)
    }
    guard mayBeReplaced else { throw refusal }
  }

  /// The folder where the file will be; nil for standard output.
  var folder: String? { file?.folder }

  /// Whether it takes more.
  func take(_ bytes: [UInt8]) -> Bool {
    guard let file else {
      console.write(bytes: bytes)
      return !console.isClosed
    }
    file.write(bytes)
    return !file.isBroken
  }

  func finish() throws(Failure) {
    do throws(FileError) {
      try file?.finish()
    } catch {
      throw Failure(error)
    }
  }
}
