// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobManifest

struct ValueFormsTests {
  @Test(arguments: [
    ("Spring stickers!", "Spring-stickers"), ("Früh ling", "Frueh-ling"), ("..a..", "a"),
    ("_x", "x"), ("", "job"), ("€", "job"), ("a/b", "a-b"),
    (String(repeating: "a", count: 70), String(repeating: "a", count: 64)),
  ])
  func proposesANameThatIsOne(text: String, name: String) {
    #expect(jobID(like: text) == name)
    #expect(isJobID(name))
  }
}
