// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A tag that falls silent while it is being written or closed to readers.
struct InterruptedPutTests {
  private static let closing = [
    "--protect", "new.keys", "--protect-reading", "https://go.example.com/s/1",
  ]

  /// Once its password counts, the same command does not see the tag any more; what is said helps.
  @Test(arguments: [false, true])
  func theKeyFileThatTheTagMayAskForIsNamed(_ hasOldKey: Bool) throws {
    let desk = try Desk()
    for key in ["old.keys", "new.keys"] {
      #expect(try desk.tagpress("key", "new", key).exit == .code(0))
    }
    func put(key: String? = nil) throws -> ProcessResult {
      try desk.tagpress(["put"] + (key.map { ["--key", $0] } ?? []) + Self.closing)
    }
    let oldKey = hasOldKey ? "old.keys" : nil
    if hasOldKey {
      let protected = Self.closing.map { $0 == "new.keys" ? "old.keys" : $0 }
      #expect(try desk.tagpress(["put"] + protected).exit == .code(0))
    }
    let start = String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let before = try desk.pages()
    var refusals = 0
    for commands in 12..<60 {
      try desk.edit("one.tag") { $0 = start + ["commands-left \(commands)"] }
      let torn = try put(key: oldKey)
      if torn.exit == .code(0) { break }
      try desk.edit("one.tag") { $0.removeAll { $0.hasPrefix("commands-left ") } }
      guard try desk.pages() != before else { continue }
      let help =
        hasOldKey
        ? "again. If it refuses its password, it has the new one: use --key new.keys."
        : "again with --key new.keys, because it may ask for its password by now."
      #expect(
        torn.errorOutput.hasSuffix(
          "Put the same tag on the reader and run the same command \(help)\n"),
        "\(commands): \(torn.errorOutput)")
      if try put(key: oldKey).exit != .code(0) { refusals += 1 }
      let helped = try put(key: "new.keys")
      #expect(helped.exit == .code(0), "\(commands): \(helped.errorOutput)")
    }
    #expect(refusals > 0, "the test must test something")
  }

  /// A tag before a put, and how long the link is that is put on it.
  struct Layout: CustomTestStringConvertible, Sendable {
    let name: String
    let pages: [Int: String]
    var linkSize = 30
    /// Whether the header would not be known again by what follows it.
    var looksForeign = true

    var testDescription: String { name }
  }

  static let layouts = [
    Layout(name: "as delivered", pages: [:], looksForeign: false),
    Layout(name: "after two NULLs", pages: [4: "00 00 03 00", 5: "FE 00 00 00"]),
    Layout(name: "a length in the middle of a page", pages: [4: "00 03 00 FE", 5: "00 00 00 00"]),
    Layout(
      name: "after a reservation", pages: [4: "02 03 58 05", 5: "03 03 00 FE"]),
    Layout(name: "after foreign bytes", pages: [4: "FD 02 11 22", 5: "03 00 FE 00"]),
    // 142 bytes, the most without the control TLV of the chip, and 5 too many with it.
    Layout(
      name: "without a control TLV, and full", pages: [4: "03 00 FE 00", 5: "00 00 00 00"],
      linkSize: 145),
  ]

  /// Whatever page the tear spoilt, the tag is finished by what is said, and by nothing else.
  @Test(arguments: layouts)
  func theAdviceAfterATornPageFinishesTheTag(_ layout: Layout) throws {
    let desk = try Desk(pages: layout.pages)
    let stem = "https://go.example.com/"
    let link = stem + String(repeating: "a", count: layout.linkSize - stem.utf8.count)
    let start = String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let noises = ["80 80 80 80", "E5 01 12 D1", "02 03 05 30", "00 00 00 00"]
    var told: Set<Bool> = []
    for commands in 2..<60 {
      try desk.edit("one.tag") { $0 = start + ["commands-left \(commands)"] }
      let torn = try desk.tagpress("put", link)
      if torn.exit == .code(0) { break }
      guard
        let page = [4, 5].first(where: {
          torn.errorOutput.contains("Page \($0) may not have been written")
        })
      else { continue }
      let isTold = torn.errorOutput.contains(" again with --overwrite, because page \(page) may ")
      told.insert(isTold)
      let noise = noises[commands % noises.count]
      let place = "page 0\(page) "
      try desk.edit("one.tag") { lines in
        lines.removeAll { $0.hasPrefix("commands-left ") }
        for index in lines.indices where lines[index].hasPrefix(place) {
          lines[index] = place + noise
        }
      }
      let finished = try desk.tagpress(["put"] + (isTold ? ["--overwrite"] : []) + [link])
      #expect(finished.exit == .code(0), "\(commands), page \(page): \(finished.errorOutput)")
      #expect(try desk.tagpress("put", link).output.contains("already"), "\(commands)")
    }
    #expect(told.contains(layout.looksForeign) && (layout.looksForeign || told.count == 1))
  }
}
