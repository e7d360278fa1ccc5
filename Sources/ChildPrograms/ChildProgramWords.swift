// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

extension ChildProgramError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noName: "The name of the program is missing."
    case .cannotStart(let name, EACCES):
      "'\(visible(name))' may not be run. Allow it with 'chmod +x', or check the name."
    case .cannotStart(let name, let code):
      "'\(visible(name))' cannot be started: \(String(cString: strerror(code))). Check the name."
    case .tooSlow(let name, let seconds):
      "'\(visible(name))' took longer than \(seconds) seconds and was stopped."
    case .ended(let name, .code(let code)): "'\(visible(name))' ended with code \(code)."
    case .ended(let name, .signal(let signal)): "'\(visible(name))' was ended by signal \(signal)."
    case .tooMuch(let name, let limit):
      "'\(visible(name))' writes more than \(limit >> 10) KiB at once. Is it the right program?"
    case .unasked(let name):
      """
      '\(visible(name))' wrote more than one line for a question, or one before the first question, \
      and was stopped. The last tag may have a wrong answer. Check that tag, and correct the program.
      """
    }
  }
}
