// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads a command's arguments from left to right and says which parameter each belongs to.
///
/// The rules are those of getopt_long without its surprises: long names are not abbreviated, and an argument
/// that begins with a dash is an option's separate value only if it is `-` itself or a negative number.
/// Text is taken apart by Unicode scalars, because a combining mark would hide a dash or an equals sign
/// from a comparison of characters.
struct ArgumentScan {
  enum Match {
    /// A parameter by its index, and the text given for it; a flag's text is empty.
    case parameter(Int, String)
    case help
  }

  private let parameters: [ParameterDescription]
  private let positionals: [Int]
  private var arguments: ArraySlice<String>
  /// What is left of a cluster of short options, such as the `bc` of `-abc`.
  private var cluster: Substring.UnicodeScalarView = Substring().unicodeScalars
  /// The whole cluster without its dash; with one dash too few it may be a long name.
  private var clusterName = ""
  private var optionsEnded = false
  private var positionalCount = 0
  private var given: Set<Int> = []

  init(of arguments: ArraySlice<String>, for parameters: [ParameterDescription]) {
    self.arguments = arguments
    self.parameters = parameters
    positionals = parameters.indices.filter { !parameters[$0].isOption }
  }

  /// The next parameter that is given; `nil` when all arguments are read and none is missing.
  mutating func next() throws(UsageError.Problem) -> Match? {
    if let name = cluster.popFirst() { return try short(name) }
    if !optionsEnded && arguments.first == "--" {
      optionsEnded = true
      arguments.removeFirst()
    }
    guard let argument = arguments.popFirst() else {
      try checkNothingIsMissing()
      return nil
    }
    guard !optionsEnded, looksLikeOption(argument) else { return try positional(argument) }
    if argument.unicodeScalars.dropFirst().first == "-" { return try long(argument) }
    cluster = argument.unicodeScalars.dropFirst()
    clusterName = String(cluster.prefix { $0 != "=" })
    return try short(cluster.removeFirst())
  }

  private mutating func long(_ argument: String) throws(UsageError.Problem) -> Match {
    let body = argument.unicodeScalars.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let value = body.firstIndex(of: "=").map { String(body[$0...].dropFirst()) }
    if name == "help" {
      if let value { throw .unexpectedValue(value, option: "--help") }
      return .help
    }
    guard let index = parameters.firstIndex(where: { $0.isOption && $0.name == name }) else {
      throw .unknownOption(name.isEmpty ? argument : "--\(name)", suggestion: option(like: name))
    }
    if let value, parameters[index].value == nil {
      throw .unexpectedValue(value, option: parameters[index].spelling)
    }
    return try option(index, attached: value)
  }

  /// Reads one letter of a cluster, and the rest of it if the letter's option has a value.
  private mutating func short(_ scalar: Unicode.Scalar) throws(UsageError.Problem) -> Match {
    if scalar == "h" { return .help }
    guard let index = parameters.firstIndex(where: { $0.short == Character(scalar) }) else {
      throw .unknownOption("-\(scalar)", suggestion: option(like: clusterName))
    }
    guard parameters[index].value != nil, !cluster.isEmpty else {
      return try option(index, attached: nil)
    }
    let value = String(cluster)
    cluster = Substring().unicodeScalars
    return try option(index, attached: value)
  }

  private mutating func option(
    _ index: Int, attached: String?
  ) throws(UsageError.Problem) -> Match {
    let parameter = parameters[index]
    guard let value = parameter.value else { return .parameter(index, "") }
    if !given.insert(index).inserted && !parameter.repeats {
      throw .repeatedOption(parameter.spelling)
    }
    if let attached { return .parameter(index, attached) }
    guard let next = arguments.first, !looksLikeOption(next) || value.allowsNegative(next) else {
      throw .missingValue(option: parameter.spelling, valueName: value.name)
    }
    arguments.removeFirst()
    return .parameter(index, next)
  }

  private mutating func positional(_ argument: String) throws(UsageError.Problem) -> Match {
    guard let last = positionals.last else { throw .needlessArgument(argument) }
    guard positionalCount < positionals.count || parameters[last].repeats else {
      throw .unexpectedArgument(argument)
    }
    let index = positionalCount < positionals.count ? positionals[positionalCount] : last
    positionalCount += 1
    return .parameter(index, argument)
  }

  private func checkNothingIsMissing() throws(UsageError.Problem) {
    for (place, index) in positionals.enumerated() {
      guard case .positional(let value, let presence) = parameters[index].kind else { continue }
      let needed =
        switch presence {
        case .required: 1
        case .optional: 0
        case .repeated(let atLeast): atLeast
        }
      if needed > 0 && positionalCount < place + needed { throw .missingArgument(value.name) }
    }
  }

  private func option(like name: String) -> String? {
    let names = parameters.filter(\.isOption).map(\.name) + ["help"]
    return suggestion(for: name, among: names).map { "--\($0)" }
  }
}

/// Whether the argument begins with a dash and is more than the dash that stands for standard input.
private func looksLikeOption(_ argument: String) -> Bool {
  argument.unicodeScalars.first == "-" && argument.unicodeScalars.dropFirst().first != nil
}

extension ValueDescription {
  /// Whether an argument that begins with a dash can be this value: a negative number for a number.
  fileprivate func allowsNegative(_ argument: String) -> Bool {
    guard case .integer = form else { return false }
    return isDecimal(argument)
  }
}
