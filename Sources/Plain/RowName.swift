// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// An id that is a number is called one, as nobody can know it from a place in a list.
package func rowName(
  _ id: String, _ label: String?, number: (String) -> String = { "No. \($0)" }
) -> String {
  let isNumber = !id.isEmpty && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
  let name = isNumber ? number(id) : id
  guard let label, label != id else { return name }
  return "\(name) · \(label)"
}
