// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Terminal

extension Console {
  /// Makes the person at the terminal type a word before something that may be regretted.
  ///
  /// `refusal` says what happens otherwise, such as "Nothing was written".
  func requireConsent(
    to question: String, word: String, or refusal: String
  ) throws(Failure) {
    switch asks(question, word: word) {
    case true?: return
    case false?:
      throw Failure(name: "not-confirmed", words: "\(refusal).", kind: .differs)
    case nil:
      throw Failure(
        name: "not-confirmed",
        words: "\(refusal), because there is no terminal on which to confirm it.", kind: .differs,
        cure: .confirm)
    }
  }
}

extension Console {
  /// Receives data and returns whether it wants more.
  var sink: ([UInt8]) -> Bool {
    { bytes in
      self.write(bytes: bytes)
      return !self.isClosed
    }
  }
}
