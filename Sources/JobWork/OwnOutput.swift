// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files

/// What something is written to: a file that may take the place of an earlier one of ours and of
/// nothing else, or standard output.
package final class OwnOutput {
  private let file: NewFile?
  private let sink: (([UInt8]) -> Bool)?
  /// Whether what is in the place now may be replaced.
  private let mayBeReplaced: () throws(FileError) -> Bool
  private let refusal: Failure

  /// With `-`, the bytes go to the sink, which says whether it takes more.
  package init(
    _ path: String, beginning: [UInt8] = [], mark: [UInt8], inFirstPiece: Bool = false,
    or sink: @escaping ([UInt8]) -> Bool, otherwise refusal: Failure
  ) throws(Failure) {
    self.sink = path == "-" ? sink : nil
    self.refusal = refusal
    mayBeReplaced = { () throws(FileError) in
      try isOurs(path, beginning: beginning, mark: mark, inFirstPiece: inFirstPiece)
    }
    guard path != "-" else {
      file = nil
      return
    }
    let mayBegin: Bool
    do throws(FileError) {
      mayBegin = try mayBeReplaced()
      file = mayBegin ? try NewFile(path) : nil
    } catch {
      throw Failure(error)
    }
    guard mayBegin else { throw refusal }
  }

  /// The folder where the file will be; nil for standard output.
  package var folder: String? { file?.folder }

  /// Whether it takes more.
  package func take(_ bytes: [UInt8]) -> Bool {
    guard let file else { return sink?(bytes) ?? false }
    file.write(bytes)
    return !file.isBroken
  }

  /// Asks once more what is in the place: someone may have saved another file there meanwhile.
  package func finish() throws(Failure) {
    guard let file else { return }
    let isFinished = try orFail { () throws(FileError) in
      try file.finish { (try? mayBeReplaced()) == true }
    }
    guard isFinished else { throw refusal }
  }
}
