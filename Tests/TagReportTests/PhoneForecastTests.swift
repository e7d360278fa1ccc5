// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import Testing

@testable import TagReport

struct PhoneForecastTests {
  private static func forecast(
    _ records: [NDEFRecord], closed: Bool = false
  ) throws -> PhoneForecast {
    let bytes = try NDEFMessage(records).encoded()
    return PhoneForecast(
      .message(bytes), try MessageReading(bytes, .tolerant), isClosedToPhones: closed)
  }

  @Test(arguments: [
    ("https://go.example.com/s/1", "offers the link, and opens it in the app"),
    ("http://go.example.com/s/1", "offers the link and opens it in the browser"),
    ("tel:+123", "offers to call"),
  ])
  func aLinkIsOffered(_ link: String, _ start: String) throws {
    #expect(try Self.forecast([.uri(link)]).iPhone.hasPrefix(start))
  }

  @Test func nothingIsPromisedAboutWhatNoOneCanRead() throws {
    let closed = try Self.forecast([.uri("https://x.example")], closed: true)
    #expect(closed.iPhone == closed.android && closed.iPhone.contains("asks for its password"))
    let hidden = PhoneForecast(.hidden(page: 5), nil, isClosedToPhones: false)
    #expect(hidden.iPhone == "unknown, because not all of the tag could be read")
    let empty = PhoneForecast(.empty, nil, isClosedToPhones: false)
    #expect(empty.iPhone.hasPrefix("does nothing"))
  }
}
