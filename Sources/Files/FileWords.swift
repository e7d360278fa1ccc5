// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

// What is wrong with a file, and what to do next.

extension FileError: CustomStringConvertible {
  package var description: String {
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
  package var description: String {
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

extension NewFolderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let path):
      "\(path) exists already, and nothing is ever overwritten; choose another name."
    case .noParent(let parent): "the folder \(parent) is not there; make it first."
    case .system(let path, let code):
      "\(path) could not be made: \(String(cString: strerror(code))); choose another place."
    case .cannotCopy(let error, _): error.description
    }
  }
}

extension NoTemporaryFolder: CustomStringConvertible {
  package var description: String {
    "\(parent) takes no new folder: \(String(cString: strerror(code))); let TMPDIR name a folder "
      + "that does."
  }
}
