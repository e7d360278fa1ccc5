// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Everything there is to say about one command; parsing, help, manual and completions follow from it.
package struct CommandTable<Options: Command>: Sendable {
  let description: CommandDescription
  private let parameters: [Parameter<Options>]

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - name: the words that call it after the tool's name: one, or two (`ndef decode`).
  ///   - summary: one line without a full stop, for lists of commands.
  ///   - discussion: a few sentences, for the command's own help.
  ///   - examples: whole command lines and what they do; at least one.
  ///   - exitCodes: what a code means here, where the usual words are too general.
  ///   - parameters: positional arguments stand in the order in which they are typed, a repeated one last.
  package init(
    name: [String], summary: String, discussion: String = "",
    examples: KeyValuePairs<String, String>, exitCodes: KeyValuePairs<ExitCode, String> = [:],
    parameters: [Parameter<Options>]
  ) {
    self.parameters = parameters
    description = CommandDescription(
      name: name, summary: summary, discussion: discussion, examples: examples,
      exitCodes: exitCodes, parameters: parameters.map(\.description))
  }

  /// The options that the arguments ask for; `nil` if they ask for help.
  func options(
    from arguments: ArraySlice<String>
  ) throws(UsageError.Problem) -> Options? {
    var scan = ArgumentScan(of: arguments, for: description.parameters)
    var options = Options()
    while let match = try scan.next() {
      guard case .parameter(let index, let text) = match else { return nil }
      do throws(ValueProblem) {
        try parameters[index].store(text, &options)
      } catch {
        throw .badValue(text, of: description.parameters[index].spelling, error)
      }
    }
    return options
  }
}
