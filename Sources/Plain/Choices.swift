// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Names of which one is to be taken: `NTAG213, NTAG215 or NTAG216`.
package func choices(_ names: [String]) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
