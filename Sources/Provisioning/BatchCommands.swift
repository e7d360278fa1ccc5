// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Synchronization
package import TagReading

/// What the code that shows a batch can ask of it while it runs, on any thread.
///
/// Neither a pause nor the end cuts a tag short: one that is being written is finished first.
package final class BatchCommands: Sendable {
  /// The wish to stop, including that of a user who interrupts the program.
  let stopFlag: StopFlag
  private let pausing = Atomic<Bool>(false)

  package init(stop: StopFlag = StopFlag()) {
    stopFlag = stop
  }

  /// Lets no tag be begun until the batch is to continue.
  package func pause() { pausing.store(true, ordering: .relaxed) }

  package func goOn() { pausing.store(false, ordering: .relaxed) }

  package func stop() { stopFlag.raise() }

  package var isPausing: Bool { pausing.load(ordering: .relaxed) }
}
