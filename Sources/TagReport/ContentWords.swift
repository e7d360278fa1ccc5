// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import Plain
internal import TagMemory

extension TagContent {
  /// What is on the tag, after the word "content".
  ///
  /// The unit is what the parts of the tag's memory are called.
  func words(unit: String = "page") -> String {
    switch self {
    case .factoryNew: "nothing; the tag is as it left the factory"
    case .unformatted: "nothing; the tag is not formatted for NDEF yet"
    case .empty: "no message; the tag is formatted and empty"
    case .message(let bytes): "a message of \(count(bytes.count, "byte"))"
    case .foreign: "something that is not NDEF"
    case .damaged(.overruns(let address, let length)):
      "a damaged message whose length, \(length) at byte \(address), goes beyond the memory"
    case .damaged(.undecodable(let error)): "a damaged message. \(error.words)"
    case .damaged(.headerTorn(let page)):
      "a message whose header, in \(unit) \(page), was torn during writing"
    case .damaged(.interrupted): "a message whose writing began but never ended"
    case .containerSpoilt(let page):
      "page 3 contains \(page) and can never become that of an NDEF tag"
    case .versionUnsupported(let major, let minor):
      "a format of version \(major).\(minor), which no phone reads"
    case .hidden(let page): "unknown, because \(unit) \(page) cannot be read"
    }
  }

  /// Whether nothing is wrong with it.
  var isSound: Bool {
    switch self {
    case .damaged, .containerSpoilt, .versionUnsupported, .hidden, .foreign: false
    case .factoryNew, .unformatted, .empty, .message: true
    }
  }
}
