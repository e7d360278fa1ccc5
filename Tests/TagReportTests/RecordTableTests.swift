// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import StrictJSON
import TagReport
import Testing

struct RecordTableTests {
  @Test func peopleAndProgramsAreToldTheSame() throws {
    let bytes = try NDEFMessage([.uri("https://x.example/\u{202E}")]).encoded()
    let reading = try MessageReading(bytes, .tolerant)
    #expect(recordTable(reading).contains("x.example"))
    #expect(!recordTable(reading).contains("\u{202E}"))
    #expect(JSONValue.object(recordMembers(reading)).compact.contains("x.example"))
  }

  @Test func aRefusalHasItsRuleAndItsPlace() throws {
    let error = try #require(throws: NDEFError.self) { try MessageReading([0xD1, 0x01], .strict) }
    let refusal = Refusal(error)
    #expect(refusal.sentence.hasSuffix("(\(refusal.rule))"))
    #expect(refusal.json.compact.contains(#""offset":\#(refusal.offset)"#))
  }
}
