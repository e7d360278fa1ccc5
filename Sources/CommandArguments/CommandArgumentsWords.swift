// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension UsageError: CustomStringConvertible {
  /// The whole message for the terminal; it ends with the next step.
  package var description: String {
    let help = "\(place) --help"
    let sentence =
      switch problem {
      case .missingCommand(among: []):
        "A command is missing. \(listing(help))"
      case .missingCommand(let choices):
        "A command is missing: \(listed(choices)) (\(help) describes them)."
      case .unknownCommand(let name, let suggestion):
        "There is no command \(quoted(name)).\(didYouMean(suggestion)) \(listing(help))"
      case .unknownOption(let name, let suggestion):
        "There is no option \(quoted(name)).\(didYouMean(suggestion)) \(listing(help))"
      case .retiredOption(let name, let instead):
        "There is no option \(quoted(name)) any more. \(instead)"
      case .unexpectedValue(let value, let option):
        "\(quoted(option)) takes no value, but was given \(quoted(value)). Write only \(option)."
      case .missingValue(let option, let valueName):
        "\(quoted(option)) needs a value. Write \(option)=\(valueName) (\(help) explains it)."
      case .repeatedOption(let option):
        "\(quoted(option)) is given twice. Give it only once."
      case .badValue(let text, let parameter, let problem):
        problem.sentence(about: text, of: parameter)
      case .missingArgument(let name):
        "\(listed(name.split(separator: "|").map(String.init))) is missing"
          + " (\(help) shows where it goes)."
      case .unexpectedArgument(let argument):
        "The argument \(quoted(argument)) is one too many. If it belongs to the one before it, put"
          + " both in one pair of quotes (\(help) shows the usage)."
      case .needlessArgument(let argument):
        "The command takes no arguments. Leave out \(quoted(argument))."
      case .meaninglessOption(let option, let other):
        "\(quoted(option)) has no meaning together with \(quoted(other)). Leave out \(option)."
      case .optionAlone(let option, let other):
        "\(quoted(option)) has no meaning without \(quoted(other)). Add \(other), or leave out"
          + " \(option)."
      case .notUTF8(let text, let number):
        "Argument \(number), \(quoted(text)), is not UTF-8. Type it again in a terminal that is"
          + " set to UTF-8."
      }
    return "\(place): \(sentence)"
  }
}

extension ValueProblem {
  fileprivate func sentence(about text: String, of parameter: String) -> String {
    switch self {
    case .notANumber(let range):
      "\(quoted(text)) is not a number. Give \(parameter) a whole number\(limits(range))."
    case .outOfRange(let range):
      "\(quoted(text)) is out of range. Give \(parameter) a whole number\(limits(range))."
    case .notOneOf(let choices, nil):
      "\(parameter) cannot be \(quoted(text)). Give one of: \(choices.joined(separator: ", "))."
    case .notOneOf(let choices, let suggestion):
      "\(parameter) cannot be \(quoted(text)).\(didYouMean(suggestion))"
        + " It is one of: \(choices.joined(separator: ", "))."
    case .empty:
      "\(parameter) is empty. Check the quotes and variables."
    }
  }
}

extension ExitCode {
  /// What the code means for any command.
  var meaning: String {
    switch self {
    case .done: "done"
    case .differs: "something differs or was refused"
    case .couldNotRun: "could not run"
    case .usage: "the command line is wrong"
    }
  }
}

extension ValueDescription {
  /// What the value may be, as an addition to a help text; empty if the name says it all.
  var limits: String {
    switch form {
    case .text, .file, .directory: ""
    case .integer(let range): CommandArguments.limits(range).dropFirst().description
    case .choice(let choices): "one of: \(choices.joined(separator: ", "))"
    }
  }
}

private func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { " Did you mean \(quoted($0))?" } ?? ""
}

private func listing(_ help: String) -> String { "Enter \(help) for a list." }

private func limits(_ range: ClosedRange<Int>) -> String {
  switch (range.lowerBound, range.upperBound) {
  case (.min, .max): ""
  case (let least, .max): " from \(least) up"
  case (.min, let greatest): " up to \(greatest)"
  case (let least, let greatest): " from \(least) to \(greatest)"
  }
}

/// The words in a row, with `or` before the last.
private func listed(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
