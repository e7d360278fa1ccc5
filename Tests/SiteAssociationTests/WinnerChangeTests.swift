// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import Testing

@Test func `whoever gets the links of several apps is known before and after`() {
  func file(_ entries: (app: String, path: String)...) -> ServedFile {
    let entries = entries.map {
      #"{"appIDs":["\#($0.app)"],"components":[{"/":"\#($0.path)"}]}"#
    }
    return ServedFile(
      Array(#"{"applinks":{"details":[\#(entries.joined(separator: ","))]}}"#.utf8), kind: .apple)
  }
  let (a, f) = ("A1B2C3D4E5.org.a", "F1B2C3D4E5.org.f")
  for (before, after, isChange) in [
    (file((f, "/s/?*")), file((a, "/s/*"), (f, "/s/?*")), true),
    (file((f, "/s/?*")), file((f, "/s/?*"), (a, "/s/*")), false),
    (file((f, "/s/?*")), file((a, "/t/*"), (f, "/s/?*")), false),
    // Only a part of the links goes to the other one.
    (file((f, "*")), file((a, "/s/?*"), (f, "*")), true),
    (file((a, "/s/*"), (f, "/s/*")), file((f, "/s/*"), (a, "/s/*")), true),
    (file((a, "/s/*"), (f, "/s/*")), file((a, "/s/*")), false),
  ] {
    let changes = WinnerChange.all(from: before, to: after, "example.com")
    #expect(changes.isEmpty == !isChange, "\(changes)")
    #expect(changes.allSatisfy { $0.before != $0.after })
    // No app alone notices.
    #expect(
      !isChange || VerdictChange.all(from: before, to: after, "example.com").isEmpty)
  }
}
