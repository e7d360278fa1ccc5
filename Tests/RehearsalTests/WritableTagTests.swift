// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TagMemory
import TagReading
import Testing
import VirtualReader

/// What a batch does to a tag, through the one interface that every type of tag has.
struct WritableTagTests {
  private static let message = link(size: 20, letter: "w")

  @Test func anOrderIsPlannedDoneAndFoundDone() throws {
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let orders = [
      (TagOrder(message: Self.message), TagPlan(message: 6)),
      (
        TagOrder(message: Self.message, secret: .passwords(of: key)),
        TagPlan(message: 6, protection: 3)
      ),
      (TagOrder(message: Self.message, lock: true), TagPlan(message: 6, locks: 3)),
    ]
    let station = try TagStation()
    for (order, expected) in orders {
      let laid = station.lay(.ntag213)
      let tag: any WritableTag = try openTag(
        #require(try station.reader.select(.typeA)), on: station.reader)
      #expect(tag.chipName == "NTAG213")
      #expect(try tag.content(forMessageOf: order.message.count) == .factoryNew)
      #expect(try tag.prepare(order) == expected)
      #expect(try tag.put(order) == .written(pages: 6))
      try tag.protect(order)
      if order.lock { #expect(try tag.lock() == .whole) }

      let again: any WritableTag = try openTag(
        #require(try station.reader.select(.typeA)), on: station.reader)
      try again.authenticate(for: order)
      #expect(try again.content(forMessageOf: 0) == .message(Self.message))
      #expect(try again.prepare(order).isEmpty)
      station.remove(laid)
    }
  }

  @Test func onlyTroubleOnTheWayIsPassing() {
    let cases: [(TagError, ReaderError?)] = [
      (.reader(.silent), .silent), (.interrupted(.page(4), .tagGone), .tagGone),
      (.reader(.refused(0)), nil), (.reader(.notPossible), .notPossible),
      (.refused(.page(4), .nak(0)), nil), (.memory(.chipUnknown), nil),
    ]
    for (error, passing) in cases { #expect(error.passing == passing) }
  }
}
