// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import TagDump
internal import VirtualReader

// What the program's own errors tell a person: what is wrong, and what to do next.

extension FileError: CustomStringConvertible {
  var description: String {
    if action == .make, code == EEXIST {
      return "\(visible(path)) exists already and stays as it is; choose another name, or move it"
        + " away."
    }
    let what = action == .read ? "read" : "written"
    return "\(visible(path)) could not be \(what): \(String(cString: strerror(code))). \(cure)"
  }

  private var cure: String {
    switch code {
    case EACCES, EPERM, EROFS: "Give yourself the right to it, or choose another folder."
    case EEXIST: "It is no ordinary file: choose another name."
    case ENOENT, ENOTDIR: "Check the name of its folder."
    case ENOSPC, EDQUOT: "Make room and try again."
    default: "Check the disk and try again."
    }
  }
}

extension InputError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotOpen(let name, let code):
      "\(visible(name)): \(words(of: code)). \(cure(of: code))"
    case .cannotRead(let name, EISDIR):
      "\(visible(name)) is a directory; name a file in it."
    case .cannotRead(let name, let code):
      "\(visible(name)) could not be read: \(words(of: code)). Check the disk and try again."
    case .tooLarge(let name, let limit):
      "\(visible(name)) is larger than \(limit >> 20) MiB; give a smaller file."
    case .neitherFileNorHex(let text, let error):
      "\(visible(text)): there is no such file, nor is it hex: character \(error.offset + 1) is no hex "
        + "digit. Check the name or the digits."
    }
  }

  private func cure(of code: Int32) -> String {
    code == EACCES ? "Give yourself the right to read it." : "Check the name."
  }

  private func words(of code: Int32) -> String {
    code == ENOENT ? "there is no such file" : String(cString: strerror(code))
  }
}

extension ChildProgramError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noName: "The name of the program is missing."
    case .cannotStart(let name, let code):
      "'\(visible(name))' cannot be started: \(String(cString: strerror(code))). Check the name."
    case .tooSlow(let name, let seconds):
      "'\(visible(name))' took longer than \(seconds) seconds and was stopped."
    case .ended(let name, .code(let code)): "'\(visible(name))' ended with code \(code)."
    case .ended(let name, .signal(let signal)): "'\(visible(name))' was ended by signal \(signal)."
    case .tooMuch(let name, let limit):
      "'\(visible(name))' writes more than \(limit >> 10) KiB at once; is it the right program?"
    case .unasked(let name):
      """
      '\(visible(name))' wrote more than one line for a question, or one before the first, and was \
      stopped: the last tag may have a wrong answer. Look at that one, and mend the program.
      """
    }
  }
}

extension ControlSocketError: CustomStringConvertible {
  var description: String {
    switch self {
    case .pathTooLong(let path):
      "\(visible(path)) is too long a name for a socket; give a shorter one."
    case .inTheWay(let path):
      "\(visible(path)) exists and is in use; give another name for the control socket."
    case .cannotListen(let path, let code):
      "the control socket \(visible(path)) could not be made: \(String(cString: strerror(code)));"
        + " choose another place."
    case .silent(let path):
      "the simulation at \(visible(path)) does not answer; end it with Ctrl-C and start it anew."
    case .nobodyListens(let path):
      """
      no simulation listens at \(visible(path)); start one with \
      'tagpress simulate --control \(visible(path))'.
      """
    case .notOurs(let path):
      """
      what answers at \(visible(path)) is no simulation; give the path that one was started with as \
      --control.
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
      \(visible(file)) holds a tag of the family \(family); the virtual reader plays dumps of \
      Type 2 and FeliCa Lite. Make a new tag of another kind with --chip.
      """
    case .notLite(let file):
      """
      \(visible(file)) is a dump of a FeliCa card that is no FeliCa Lite. Make a new one with \
      --chip transit.
      """
    case .chipUnknown(let file):
      "\(visible(file)) does not say which chip it was; take a dump of an NTAG or Ultralight."
    case .uidUnknown(let file):
      "\(visible(file)) lacks the number of its tag; take a whole dump."
    }
  }
}

extension TagFileError: CustomStringConvertible {
  var description: String { "\(visible(file)): \(visible(error.description))" }
}
