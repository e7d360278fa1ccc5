// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import LibNFCReader
internal import PCSCReader
internal import TagReading

/// The readers that the PC/SC service lists, or why it does not.
struct CardReaders {
  let names: [String]
  let problem: ReaderOpeningError?

  /// A service that is not running is no problem, because most machines do not need it.
  ///
  /// One that starts when it is asked takes the readers that it knows, so it is asked only if there may be
  /// one for which it is needed.
  init(_ survey: ReaderSurvey) {
    let isNeeded =
      survey.usb.isEmpty || survey.usb.contains { $0.device.driver == nil || $0.isClaimed }
    guard survey.pcscServiceRuns, isNeeded || ReaderSurvey.pcscServiceIsStarted() else {
      names = []
      problem = nil
      return
    }
    do throws(ReaderOpeningError) {
      names = try cardReaderNames()
      problem = nil
    } catch {
      names = []
      problem = error
    }
  }
}
