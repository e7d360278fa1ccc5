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
  init(_ survey: ReaderSurvey) {
    guard survey.pcscServiceRuns else {
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
