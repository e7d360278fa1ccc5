// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Terminal

extension Console {
  /// Has the person at the terminal type a word before something is done that may be regretted.
  ///
  /// `refusal` is what is the case without that, such as "Nothing was written".
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
  /// Takes data; it says whether it takes more.
  var sink: ([UInt8]) -> Bool {
    { bytes in
      self.write(bytes: bytes)
      return !self.isClosed
    }
  }
}
