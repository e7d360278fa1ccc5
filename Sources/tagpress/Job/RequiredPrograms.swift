// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import ChildPrograms
internal import CommandArguments
internal import Failures

/// Fails before the first tag if a program that an option names is missing.
func requirePrograms(_ commands: KeyValuePairs<String, String?>) throws(Failure) {
  for case (let option, let command?) in commands {
    do throws(ChildProgramError) {
      try ChildProgram.find(command)
    } catch {
      throw Failure(name: "no-program", words: "\(option): \(error)", kind: .couldNotRun)
    }
  }
}
