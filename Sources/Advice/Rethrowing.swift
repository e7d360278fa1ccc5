// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Does something that throws an error of one kind, and throws it as one of another kind.
package func rethrowing<Result, Inner: Error, Outer: Error>(
  as outer: (Inner) -> Outer, _ body: () throws(Inner) -> Result
) throws(Outer) -> Result {
  do throws(Inner) {
    return try body()
  } catch {
    throw outer(error)
  }
}
