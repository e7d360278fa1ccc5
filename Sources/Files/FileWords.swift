// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

// What is wrong with a file, and what to do next.

extension FileError: CustomStringConvertible {
  package var description: String {
    if action == .make, code == EEXIST {
      return
        "\(visible(path)) already exists and was not changed. Choose another name, or move it away."
    }
    let what = action == .read ? "read" : "written"
    return "\(visible(path)) could not be \(what): \(String(cString: strerror(code))). \(cure)"
  }

  private var cure: String {
    switch code {
    case EACCES, EPERM, EROFS: "Change its permissions, or choose another folder."
    case EEXIST: "It is not an ordinary file. Choose another name."
    case ENOENT, ENOTDIR: "Check the name of its folder."
    case ENOSPC, EDQUOT: "Free some space on the disk and try again."
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
      "\(visible(name)) is a folder. Name a file in it."
    case .cannotRead(let name, let code):
      "\(visible(name)) could not be read: \(String(cString: strerror(code))). Check the disk and try again."
    case .tooLarge(let name, let limit):
      "\(visible(name)) is larger than \(limit >> 20) MiB. Use a smaller file."
    case .neitherFileNorHex(let text, let error):
      "\(visible(text)) is neither a file nor hex. Character \(error.offset + 1) is not a hex digit. "
        + "Check the name or the digits."
    }
  }

  private func cure(of code: Int32) -> String {
    code == EACCES ? "Change its permissions so that you can read it." : "Check the name."
  }

  private func words(of code: Int32) -> String {
    code == ENOENT ? "There is no such file" : String(cString: strerror(code))
  }
}

extension NewFolderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let path):
      "\(path) already exists, and nothing is ever overwritten. Choose another name."
    case .noParent(let parent): "There is no folder \(parent). Create it first."
    case .system(let path, let code):
      "\(path) could not be created: \(String(cString: strerror(code))). Choose another place."
    case .cannotCopy(let error, _): error.description
    }
  }
}

extension NoTemporaryFolder: CustomStringConvertible {
  package var description: String {
    "No folder can be created in \(parent): \(String(cString: strerror(code))). Set TMPDIR to a "
      + "folder where you can write."
  }
}
