// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

struct Type4FileTests {
  private static func file(_ bytes: String, size: String = "0080") throws -> Type4File {
    let container = try Type4Container(hex("000F 20 003B 0034 0406E104 \(size) 0000"))
    var file = Type4File(container, Type4Limits(container, frame: 262))
    file.append(hex(bytes))
    return file
  }

  @Test func theContentIsNamed() throws {
    let message = exampleLink
    let text = "0012" + message.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(try Self.file("").content == nil)
    #expect(try Self.file("00").content == nil)
    #expect(try Self.file("0000").content == .empty)
    #expect(try Self.file(text).content == .message(message))
    for count in 2..<20 { #expect(try Self.file(String(text.prefix(2 * count))).content == nil) }
    #expect(try Self.file("007E").content == nil)
    #expect(try Self.file("007F").content == .damaged(.overruns(address: 0, length: 127)))
    #expect(try Self.file("FFFF").content == .damaged(.overruns(address: 0, length: 0xFFFF)))
    guard case .damaged(.undecodable) = try Self.file("0011" + text.dropFirst(4)).content else {
      Issue.record("a message that lacks its last byte was called whole")
      return
    }
  }

  @Test func noMoreIsTakenThanTheFileHas() throws {
    let file = try Self.file(String(repeating: "00", count: 40), size: "0005")
    #expect(file.bytes.count == 5 && file.capacity == 3)
  }
}
