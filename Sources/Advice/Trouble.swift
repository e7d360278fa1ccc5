// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What can go wrong where a person has to do something about it.
///
/// A room knows what is wrong. What helps depends on the command that runs, so a room names the cure
/// and the program puts it into words.
package protocol Trouble: Error {
  /// What is wrong, in whole sentences.
  var whatIsWrong: String { get }

  /// What to do about it; nil where there is nothing to do.
  var cure: Cure? { get }
}

/// Puts a cure into the words of the command that runs.
package typealias CureWords = @Sendable (Cure) -> String

extension Trouble {
  /// What is wrong, and what to do about it.
  package func words(_ cures: CureWords) -> String {
    guard let cure else { return whatIsWrong }
    return "\(whatIsWrong) \(cures(cure))"
  }
}
