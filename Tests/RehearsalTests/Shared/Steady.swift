// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Does something that must come out the same every time, and again where it did not.
///
/// When the machine stops for longer than the 350 ms that libnfc waits for an answer, a command is
/// lost and said again, or its tag is given up. Whatever else goes wrong goes wrong every time.
func steady<Outcome: Equatable>(
  _ wanted: Outcome, _ course: () throws -> Outcome
) throws -> Outcome {
  let first = Result { try course() }
  if case .success(wanted) = first { return wanted }
  print("steady: wanted \(wanted), came out as \(first); tried once more")
  return try course()
}
