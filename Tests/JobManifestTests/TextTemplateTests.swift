// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing
import WebLink

@testable import JobManifest

struct TextTemplateTests {
  @Test(arguments: [
    ("", ""), ("plain / text%", "plain / text%"), ("{a}", "1"), ("{a}-{b.c}-{a}", "1-ü 2-1"),
    ("ü{a}é", "ü1é"), ("{none}", ""),
  ])
  func putsValuesInAsTheyAre(text: String, expected: String) throws {
    let template = try TextTemplate(text)
    let known = ["a": "1", "b.c": "ü 2"]
    var values = TemplateValues(count: template.variables.count)
    for (slot, name) in template.variables.enumerated() {
      if let value = known[name] { values.set(slot, to: value.utf8.span) }
    }
    var output: [UInt8] = []
    template.expand(values, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    ("{", 0), ("ü}", 1), ("a{b", 1), ("a{}", 1), ("{a b}", 0), ("{{a}}", 0), ("{a.}", 0),
    ("{+a}", 0),
  ])
  func refusesBracesWithoutAName(text: String, offset: Int) {
    let fault = #expect(throws: TextTemplate.Fault.self) { try TextTemplate(text) }
    #expect(fault?.offset == offset)
  }

  @Test(arguments: [
    ("Store name", "Store_name"), ("a.b-c", "a_b_c"), ("Größe", "Gr__e"), ("id", "id"),
  ])
  func columnsHaveUsableNames(column: String, name: String) {
    #expect(variableName(of: column) == name)
  }
}
