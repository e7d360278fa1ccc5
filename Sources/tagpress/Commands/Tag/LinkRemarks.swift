// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// What a person should know about a link; empty if there is nothing to say.
func remarks(on link: WebLink) -> [String] {
  let changes = link.changes.map(\.description).joined(separator: "; ")
  return (changes.isEmpty ? [] : ["Written as \(link.text): \(changes)."])
    + link.doubts.map(\.description)
}
