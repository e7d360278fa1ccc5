// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What keeps a lost reader from being opened again, as long as nothing else does.
///
/// After a loss, people were told to plug the reader in. When that does not help, they have to be told why.
package struct Hindrance {
  /// Whether people know that the reader is not plugged in.
  private let knowsOfPlug: Bool
  private var reason: String?
  private var since = ContinuousClock.now
  private var isTold = false

  /// The system gives a reader that was just plugged in its rights and its drivers within this time.
  private static let patience = Duration.seconds(2)

  /// What was said of the loss; nil for a reader that was not there from the start.
  package init(after loss: ReaderError? = nil) { knowsOfPlug = loss == nil || loss == .readerGone }

  /// Whether a person has to hear of this now, which is once.
  package mutating func isNews(
    _ error: ReaderOpeningError, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    if error.machineName != reason {
      (reason, since, isTold) = (error.machineName, now, false)
    }
    guard !isTold, now - since >= Self.patience else { return false }
    switch error {
    case .inUse, .inUseAsListed, .heldByKernel, .noRule, .notPermitted, .noCardLibrary,
      .cardServiceRefuses, .driverNotStarted, .notATerminal:
      isTold = true
    case .noSuchPort, .noSuchCardReader: isTold = !knowsOfPlug
    // The loss was told with the cure for these.
    case .unknownName, .noAnswer, .unknownSpeed, .notReady, .driverLost, .noReaderFound,
      .severalReaders, .noCardService:
      break
    }
    return isTold
  }
}

extension ReaderOpeningError {
  /// Whether it may end without anyone touching this program: a reader is plugged in, or let go.
  package var mayPass: Bool {
    switch self {
    case .noSuchPort, .noSuchCardReader, .inUse, .inUseAsListed: true
    default: false
    }
  }
}
