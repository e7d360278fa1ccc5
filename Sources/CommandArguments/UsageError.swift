// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a command line cannot be understood; the exit code for all of them is `ExitCode.usage`.
package struct UsageError: Error, Equatable {
  /// How far the command line was understood: the tool's name and the words of the command.
  package var place: String
  package var problem: Problem

  package enum Problem: Error, Equatable {
    case missingCommand(among: [String])
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)
    /// An option of an earlier version, and a sentence that says what to do without it.
    case retiredOption(String, instead: String)
    case unexpectedValue(String, option: String)
    case missingValue(option: String, valueName: String)
    case repeatedOption(String)
    case badValue(String, of: String, ValueProblem)
    case missingArgument(String)
    case unexpectedArgument(String)
    /// An argument of a command that takes none.
    case needlessArgument(String)
    /// An option that another one makes meaningless.
    case meaninglessOption(String, beside: String)
    /// An option that has a meaning only together with another one.
    case optionAlone(String, without: String)
    /// The argument of this number, counted from 1, and what of it could be read.
    case notUTF8(String, number: Int)
  }
}

/// Why a text is not a value of its parameter.
package enum ValueProblem: Error, Equatable {
  case notANumber(ClosedRange<Int>)
  case outOfRange(ClosedRange<Int>)
  case notOneOf([String], suggestion: String?)
  case empty
}
