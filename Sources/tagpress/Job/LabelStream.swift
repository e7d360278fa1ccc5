// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import PrintedLabels
internal import Terminal

/// What the labels are written to: one file, or standard output.
final class LabelStream {
  private let file: NewFile?
  private let console: Console

  /// `-` is standard output.
  init(
    _ path: String, beginning: [UInt8] = [], mark: [UInt8], on console: Console
  ) throws(Failure) {
    self.console = console
    guard path != "-" else {
      file = nil
      return
    }
    let mayBeReplaced: Bool
    do throws(FileError) {
      mayBeReplaced = try isOurs(path, beginning: beginning, mark: mark)
      file = mayBeReplaced ? try NewFile(path) : nil
    } catch {
      throw Failure(error)
    }
    guard mayBeReplaced else { throw .notOurs(path) }
  }

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
