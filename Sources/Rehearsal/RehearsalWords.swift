// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain
internal import TagDump
internal import VirtualReader

extension ControlSocketError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .listening(let error): visible(error.description)
    case .silent(let path):
      "The simulation at \(visible(path)) does not answer. Stop it with Ctrl-C and start it again."
    case .nobodyListens(let path):
      """
      There is no simulation at \(visible(path)). Start one with \
      'tagpress simulate --control \(visible(path))'.
      """
    case .notOurs(let path):
      """
      The program at \(visible(path)) is not a simulation. Use the path that was given to \
      'tagpress simulate' as --control.
      """
    }
  }
}

extension DumpedTagError: CustomStringConvertible {
  var description: String {
    switch self {
    case .dump(let file, let error): "\(visible(file)): \(visible(error.words))"
    case .notPlayed(let file, let family):
      """
      \(visible(file)) contains a tag of the family \(family), but the virtual reader can use only \
      dumps of Type 2 and FeliCa Lite. Make a new tag of another kind with --chip.
      """
    case .notLite(let file):
      """
      \(visible(file)) is a dump of a FeliCa card that is not a FeliCa Lite. Make a new one with \
      --chip transit.
      """
    case .chipUnknown(let file):
      "\(visible(file)) does not say which chip it is from. Use a dump of an NTAG or Ultralight."
    case .uidUnknown(let file):
      "\(visible(file)) lacks the UID of its tag. Use a complete dump."
    }
  }
}

extension TagFileError: CustomStringConvertible {
  var description: String { "\(visible(file)): \(visible(error.description))" }
}
