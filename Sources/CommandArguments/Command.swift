// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A command of the tool: its options are its stored properties, and its table says how they are typed.
///
/// `Context` is whatever the tool hands to a running command, such as its terminal.
package protocol Command<Context>: Sendable {
  associatedtype Context

  /// The command with the defaults of all its options.
  init()

  /// The words that call it after the tool's name: one, or two (`ndef decode`).
  ///
  /// It is not part of the table, because the way to one command leads past the names of all.
  static var name: [String] { get }

  static var table: CommandTable<Self> { get }

  func run(in context: Context) -> ExitCode
}

extension Command {
  /// What the table says about the command, without the type of its options.
  static var description: CommandDescription { table.description }

  /// Fills the options from the arguments after the command's name; `nil` if they ask for help.
  static func filled(
    from arguments: ArraySlice<String>, at place: String
  ) throws(UsageError) -> Self? {
    do throws(UsageError.Problem) {
      return try table.options(from: arguments)
    } catch {
      throw UsageError(place: place, problem: error)
    }
  }
}
