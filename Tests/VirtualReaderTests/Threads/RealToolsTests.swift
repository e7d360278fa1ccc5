// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import Threads
import VirtualReader

/// Unmodified programs of other people against the reader.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RealToolsTests {
  static func output(
    of tool: String, _ arguments: String..., by reader: VirtualReader
  ) throws -> String {
    let environment = ["LIBNFC_LOG_LEVEL": "0", "LIBNFC_DEVICE": "pn532_uart:\(reader.path)"]
    return try run(tool, arguments, environment: environment).output
  }

  @Test(.enabled(if: isInstalled("nfc-list"))) func list() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    #expect(try !Self.output(of: "nfc-list", by: reader).contains("UID"))
    reader.place { PlainChip(uid: hex("04E141124C2880")) }
    #expect(try Self.output(of: "nfc-list", by: reader).contains("04  e1  41  12  4c  28  80"))
    reader.place { PlainChip(uid: hex("278B7034")) }
    let two = try Self.output(of: "nfc-list", by: reader)
    #expect(two.contains("2 ISO14443A passive target(s) found"))
    #expect(two.contains("27  8b  70  34"))
  }

  @Test(
    "raw frames: a program that does its own anticollision",
    .enabled(if: isInstalled("nfc-anticol")))
  func anticollision() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    for (uid, shown) in [
      ("278B7034", "278b7034"), ("04E141124C2880", "04e141124c2880"),
      ("01020304050607080910", "01020304050607080910"),
    ] {
      let tag = reader.place { PlainChip(uid: hex(uid)) }
      #expect(try Self.output(of: "nfc-anticol", by: reader).contains("UID: \(shown)"))
      reader.lift(tag)
    }
  }

  @Test("frames through the FIFO registers", .enabled(if: isInstalled("nfc-anticol")))
  func timedAnticollision() throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    reader.place { PlainChip(uid: hex("04E141124C2880")) }
    let text = try Self.output(of: "nfc-anticol", "-t", by: reader)
    #expect(text.contains("UID: 04e141124c2880"))
    #expect(!text.contains("4294967295"))
  }

  @Test(
    "a tag that is taken away while a program looks at it", .enabled(if: isInstalled("nfc-poll")))
  func poll() async throws {
    let reader = try VirtualReader()
    defer { reader.stop() }
    let tag = reader.place { PlainChip(uid: hex("04E141124C2880")) }
    let isOver = Guarded(false)
    let remover = ThreadOfItsOwn {
      // A program that never comes to look would be waited for forever.
      while !isOver.withLock({ $0 }),
        !reader.transcript.contains(where: { $0.description.contains("D4 40 01 30 00") })
      {
        usleep(1_000)
      }
      reader.lift(tag)
    }
    let result = Result { try Self.output(of: "nfc-poll", by: reader) }
    isOver.withLock { $0 = true }
    remover.join()
    let text = try result.get()
    #expect(text.contains("04  e1  41  12  4c  28  80"))
    #expect(text.contains("Waiting for card removing"))
    #expect(text.contains("done."))
  }
}

/// A thread in addition to the one that waits for a program.
final class ThreadOfItsOwn {
  private var handle = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    let luggage = Unmanaged.passRetained(Body(body))
    pthread_create(
      &handle, nil,
      { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, luggage.toOpaque())
  }

  func join() { pthread_join(handle, nil) }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
