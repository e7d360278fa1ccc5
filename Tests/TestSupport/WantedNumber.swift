// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A number from 1 to 2,147,483,647 that the environment asks for; nil when it asks for none.
///
/// Anything that is not such a number is an error: someone who mistypes it must not believe that it
/// was done.
package func wantedNumber(_ variable: String) throws -> UInt64? {
  guard let text = environmentVariable(variable), !text.isEmpty else { return nil }
  guard let number = UInt64(text), number > 0, number <= Int32.max else {
    throw UnusableNumber(variable: variable, text: text)
  }
  return number
}

/// The first of the seeds of a soak, which `TAGPRESS_FIRST_SEED` names: `.ci/proof` takes it from the
/// commit, so that other seeds are tried with every change.
package func firstSeed() throws -> UInt64 { try wantedNumber("TAGPRESS_FIRST_SEED") ?? 1 }

/// As many seeds as this variable asks for, and others than those of the commit before.
package func wantedSeeds(_ variable: String, orElse count: UInt64) throws -> ClosedRange<UInt64> {
  let first = try firstSeed()
  return first...(first + (try wantedNumber(variable) ?? count) - 1)
}

private struct UnusableNumber: Error {
  let variable: String
  let text: String
}
