// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// What a person should know about a link beside its bytes; empty when there is nothing to say.
func remarks(on link: WebLink) -> [String] {
  var remarks: [String] = []
  if !link.changes.isEmpty {
    let changes = link.changes.map(\.description).joined(separator: "; ")
    remarks.append("Written as \(link.text): \(changes).")
  }
  if !link.kind.opensOnIPhone {
    remarks.append(
      """
      An iPhone opens no '\(link.scheme):' link from a tag; only an Android phone with an app for \
      it does. Use an https link to reach both.
      """)
  }
  if link.scheme == "http" {
    remarks.append("An http link opens no app, only the browser. Use https if the site has it.")
  }
  return remarks
}
