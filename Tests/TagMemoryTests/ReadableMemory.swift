// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

/// How a Type 2 chip answers reads: rolls over at its end, and at the first page that needs a
/// password.
struct ReadableMemory {
  var bytes: [UInt8]
  /// The first page that is not answered.
  var end: Int
  var hasFastRead = true
  /// Whether a READ after the end is answered from page 0 instead of being refused.
  var wrapsBehindEnd = false

  init(_ image: Type2Image, end: Int? = nil) {
    bytes = image.bytes
    self.end = end ?? image.chip?.layout.readablePageCount ?? image.pageCount
  }

  func answer(_ command: ReadCommand) -> [UInt8]? {
    switch command {
    case .fastRead(let first, let last):
      guard hasFastRead, first <= last, Int(last) < end else { return nil }
      return Array(bytes[Int(first) * 4..<Int(last) * 4 + 4])
    case .read(let page):
      guard Int(page) < end || wrapsBehindEnd else { return nil }
      let first = Int(page) < end ? Int(page) : 0
      return (0..<4).flatMap { index in
        let page = (first + index) % end
        return bytes[page * 4..<page * 4 + 4]
      }
    }
  }

  /// Reads as long as the image wants more; gives up, and returns nil, when it never stops.
  func read(
    _ goal: ReadGoal, chip: Chip?, limits: ReadLimits = ReadLimits()
  ) -> (image: Type2Image, commands: [ReadCommand])? {
    var image = Type2Image(chip: chip)
    var limits = limits
    var commands: [ReadCommand] = []
    while let command = image.nextRead(for: goal, within: limits) {
      commands.append(command)
      guard commands.count < 300 else { return nil }
      if let answer = answer(command), (try? image.record(answer, to: command)) != nil { continue }
      image.refuse(command)
      if case .fastRead = command { limits.fastRead = false }
    }
    return (image, commands)
  }
}
