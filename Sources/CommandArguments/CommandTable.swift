// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Everything there is to say about one command; parsing, help, manual and completions follow from it.
package struct CommandTable<Options: Command>: Sendable {
  let description: CommandDescription
  private let parameters: [Parameter<Options>]
  private let meaningless: KeyValuePairs<String, String>
  private let onlyBeside: KeyValuePairs<String, String>
  private let retired: KeyValuePairs<String, String>

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - summary: one line without a full stop, for lists of commands.
  ///   - discussion: a few sentences, for the command's own help.
  ///   - examples: whole command lines and what they do; at least one.
  ///   - exitCodes: what a code means here, where the usual words are too general.
  ///   - meaningless: options by name that do nothing together with another one, and that one.
  ///   - onlyBeside: options by name that do nothing without another one, and that one.
  ///   - retired: options of earlier versions by name, and a sentence that says what to do without them.
  ///   - parameters: positional arguments in the order in which they are typed, a repeated one last.
  package init(
    summary: String, discussion: String = "",
    examples: KeyValuePairs<String, String>, exitCodes: KeyValuePairs<ExitCode, String> = [:],
    meaningless: KeyValuePairs<String, String> = [:],
    onlyBeside: KeyValuePairs<String, String> = [:],
    retired: KeyValuePairs<String, String> = [:], parameters: [Parameter<Options>]
  ) {
    self.parameters = parameters
    self.meaningless = meaningless
    self.onlyBeside = onlyBeside
    self.retired = retired
    description = CommandDescription(
      name: Options.name, summary: summary, discussion: discussion, examples: examples,
      exitCodes: exitCodes, parameters: parameters.map(\.description))
  }

  /// The options that the arguments ask for; `nil` if they ask for help.
  func options(
    from arguments: ArraySlice<String>
  ) throws(UsageError.Problem) -> Options? {
    var scan = ArgumentScan(of: arguments, for: description.parameters)
    var options = Options()
    var given: Set<String> = []
    while let match = try next(in: &scan) {
      guard case .parameter(let index, let text) = match else { return nil }
      do throws(ValueProblem) {
        try parameters[index].store(text, &options)
      } catch {
        throw .badValue(text, of: description.parameters[index].spelling, error)
      }
      given.insert(description.parameters[index].name)
    }
    // An option that is silently ignored lets its user believe in what did not happen.
    for (option, other) in meaningless where given.isSuperset(of: [option, other]) {
      throw .meaninglessOption("--\(option)", beside: "--\(other)")
    }
    for (option, other) in onlyBeside where given.contains(option) && !given.contains(other) {
      throw .optionAlone("--\(option)", without: "--\(other)")
    }
    return options
  }

  /// The next match; of an option that is retired, it is told what to do without it.
  private func next(
    in scan: inout ArgumentScan
  ) throws(UsageError.Problem) -> ArgumentScan.Match? {
    do throws(UsageError.Problem) {
      return try scan.next()
    } catch {
      guard case .unknownOption(let name, _) = error,
        let option = retired.first(where: { "--\($0.key)" == name })
      else { throw error }
      throw .retiredOption(name, instead: option.value)
    }
  }
}
