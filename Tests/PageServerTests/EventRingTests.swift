// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import PageServer

struct EventRingTests {
  private func text(_ ring: EventRing, after place: Int?, upTo count: Int = 1 << 20) -> String {
    String(decoding: ring.events(after: place, upTo: count).bytes, as: UTF8.self)
  }

  /// Data of three letters, in a ring of four.
  private func ring(of count: Int) -> EventRing {
    var ring = EventRing(epoch: 0xAB, countMax: 4, byteMax: 1000)
    for number in 0..<count { ring.append("tag", "\(100 + number)") }
    return ring
  }

  private let reload3 = "id: ab-3\nevent: reload\ndata: {}\n\n"

  @Test func eventsComeInTheirOrder() {
    let ring = ring(of: 3)
    let all = """
      id: ab-1
      event: tag
      data: 100

      id: ab-2
      event: tag
      data: 101

      id: ab-3
      event: tag
      data: 102


      """
    #expect(text(ring, after: 0) == all)
    #expect(text(ring, after: 2) == "id: ab-3\nevent: tag\ndata: 102\n\n")
    #expect(text(ring, after: 3) == "")
    #expect(ring.events(after: 3, upTo: 10).place == 3)
  }

  @Test func aReaderGetsWholeEventsAPieceAtATime() {
    let ring = ring(of: 4)
    var place: Int? = 0
    var sizes: [Int] = []
    for _ in 0..<3 {
      let (bytes, next) = ring.events(after: place, upTo: 32)
      sizes.append(bytes.count)
      place = next
    }
    #expect(sizes == [62, 62, 0])
    #expect(place == 4)
  }

  @Test func whoWasAwayTooLongLoadsEverythingAnew() {
    let ring = ring(of: 10)
    #expect(text(ring, after: 6).hasPrefix("id: ab-7\n"))
    #expect(text(ring, after: 5) == "id: ab-10\nevent: reload\ndata: {}\n\n")
    #expect(ring.events(after: 5, upTo: 10).place == 10)
    #expect(text(ring, after: nil) == "id: ab-10\nevent: reload\ndata: {}\n\n")
  }

  @Test(
    arguments: [
      ("ab-0", 0), ("ab-3", 3), ("ab-1", 1), ("ab-4", nil), ("ab-9223372036854775807", nil),
      ("ab-99999999999999999999", nil), ("ab--1", nil), ("ab-+1", nil), ("ab-01", nil),
      ("ab-", nil),
      ("ab", nil), ("", nil), ("-", nil), ("3", nil), ("ac-3", nil), ("AB-3", nil), ("ab-3 ", nil),
      ("ab-3-3", nil), (nil, nil),
    ] as [(String?, Int?)])
  func placesFromWhatAPageSays(_ id: String?, _ place: Int?) {
    #expect(ring(of: 3).place(after: id) == place)
  }

  @Test func itsOwnLastPlaceIsKnown() {
    var ring = EventRing(countMax: 2, byteMax: 100)
    #expect(ring.place(after: ring.lastID) == 0)
    for number in 1..<10 {
      ring.append("a", "b")
      #expect(ring.place(after: ring.lastID) == number)
      #expect(text(ring, after: number) == "")
    }
    let other = EventRing(countMax: 2, byteMax: 100)
    #expect(ring.place(after: other.lastID) == nil)
  }

  @Test func bytesAreLimitedToo() {
    var ring = EventRing(epoch: 0xAB, countMax: 1000, byteMax: 100)
    for _ in 0..<10 { ring.append("tag", "123") }
    // Each is 31 bytes, from the tenth on 32.
    #expect(text(ring, after: 7).hasPrefix("id: ab-8\n"))
    #expect(text(ring, after: 6).contains("reload"))
    ring.append("tag", String(repeating: "x", count: 1000))
    #expect(text(ring, after: 10) == "id: ab-11\nevent: reload\ndata: {}\n\n")
    #expect(text(ring, after: 11) == "")
    ring.append("tag", "123")
    #expect(text(ring, after: 11) == "id: ab-12\nevent: tag\ndata: 123\n\n")
  }

  @Test(arguments: [
    ("", "data: "), ("a", "data: a"), ("a\nb", "data: a\ndata: b"), ("a\r\nb", "data: a\ndata: b"),
    ("a\rb\n", "data: a\ndata: b\ndata: "), ("\n\nid: 7", "data: \ndata: \ndata: id: 7"),
    ("a\u{2028}b\u{85}", "data: a\u{2028}b\u{85}"), (":x", "data: :x"),
  ])
  func noDataEndsItsEvent(_ data: String, _ lines: String) {
    var ring = EventRing(epoch: 1, countMax: 1, byteMax: 100)
    ring.append("a\nid: 9\r", data)
    #expect(text(ring, after: 0).utf8.elementsEqual("id: 1-1\nevent: aid9\n\(lines)\n\n".utf8))
  }
}
