// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import Testing

@testable import Provisioning

struct RowNamesTests {
  /// Nobody may take an id for a place in a list, where the third row is another one.
  @Test(arguments: [
    ("3", "Blumen Görlitz", "No. 3 · Blumen Görlitz"), ("007", nil, "No. 007"),
    ("dresden", "Blumen", "dresden · Blumen"), ("n17", nil, "n17"), ("3a", nil, "3a"),
    ("٣", nil, "٣"), ("", "Blumen", " · Blumen"), ("1001", "1001", "No. 1001"),
  ])
  func aRowIsCalledByIDAndLabel(_ id: String, _ label: String?, _ name: String) {
    #expect(rowName(id, label) == name)
  }

  @Test func aSentenceSaysThatAnIDIsOne() {
    #expect(rowInWords("3") == "No. 3")
    #expect(rowInWords("n3") == "row n3")
  }
}
