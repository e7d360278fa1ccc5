// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What must be known about a tag before the next step.
package enum ReadGoal: Hashable, Sendable {
  /// Every page that can be read.
  case everything
  /// Static locks, container, what the tag holds now, and the pages that a message of this size
  /// will take.
  case writing(messageSize: Int)
  /// The lock pages and the configuration.
  case settings
  /// These pages and no other.
  case pages(ClosedRange<Int>)
}

extension Type2Image {
  /// The next read on the way to a goal, or nil when it is reached as far as the tag allows it.
  ///
  /// Give each answer to `take`, each refusal to `refuse`, and ask again; after a refused
  /// FAST_READ, with limits that do without.
  package func nextRead(for goal: ReadGoal, within limits: ReadLimits) -> ReadCommand? {
    let pages: (first: Int, last: Int)? =
      switch goal {
      case .everything:
        missing(in: 0...readableEnd)
      case .settings:
        missing(in: LockMap.staticPage...CapabilityContainer.pageNumber) ?? missingSettings
      case .pages(let pages):
        missing(in: pages)
      case .writing(let size):
        missingForWriting(size, from: canReadFast(within: limits) ? LockMap.staticPage : 0)
      }
    guard let pages else { return nil }
    return command(pages.first, pages.last, within: limits)
  }

  /// The reads that show pages as they are now, for comparing.
  package func reads(again pages: ClosedRange<Int>, within limits: ReadLimits) -> [ReadCommand] {
    var commands: [ReadCommand] = []
    var first = pages.lowerBound
    while first <= min(pages.upperBound, pageCount - 1) {
      let command = command(first, pages.upperBound, within: limits)
      commands.append(command)
      first += max(1, command.pageCount)
    }
    return commands
  }

  private func command(_ first: Int, _ last: Int, within limits: ReadLimits) -> ReadCommand {
    let start = UInt8(clamping: first)
    let most = limits.answerBytes / Page.size
    guard canReadFast(within: limits), most > ReadCommand.pagesOfRead else {
      return .read(page: start)
    }
    let end = min(last, first + most - 1, pageCount - 1)
    return .fastRead(first: start, last: UInt8(clamping: max(first, end)))
  }

  private func canReadFast(within limits: ReadLimits) -> Bool {
    limits.fastRead && chip?.layout.features.contains(.version) == true
  }

  private var readableEnd: Int { max(1, chip?.layout.readablePageCount ?? pageCount) - 1 }

  /// The first page that is missing in a range, and the last one that is worth reading with it.
  private func missing(in pages: ClosedRange<Int>) -> (first: Int, last: Int)? {
    guard let first = pages.first(where: isOpenQuestion) else { return nil }
    return (first, pages.last(where: isOpenQuestion) ?? first)
  }

  private func isOpenQuestion(_ page: Int) -> Bool {
    page >= 0 && page < pageCount && self[page] == nil && !isRefused(page)
  }

  private var missingSettings: (first: Int, last: Int)? {
    guard let layout = chip?.layout else { return nil }
    var pages: [Int] = []
    if let page = layout.locks.dynamicPage { pages.append(page) }
    if let page = layout.configurationPage { pages += [page, page + 1] }
    guard let first = pages.first, let last = pages.last else { return nil }
    return missing(in: first...last)
  }

  /// READ starts at page 0, because only the serial number shows where an answer rolled over.
  private func missingForWriting(_ size: Int, from start: Int) -> (first: Int, last: Int)? {
    let size = max(0, size)
    let bytes = TLV.headerSize(forLength: size) + size + 1
    guard let container else {
      // Where the message will end can only be guessed before anything was read: after the chip's
      // own control TLVs, as on nearly every tag.
      let front = chip?.layout.controlTLVs.count ?? 0
      let end = Self.firstAreaPage * Page.size + front + bytes
      let last = min((end - 1) / Page.size, chip?.layout.userPages.upperBound ?? 6)
      return missing(in: start...max(last, CapabilityContainer.pageNumber))
    }
    if container.isFormatted {
      let area = TLVArea(of: self, container: container)
      if let page = area.missingPage, isOpenQuestion(page) {
        // NULLs and foreign data may continue to the end of the area, and a message after them.
        let end = area.message.flatMap(\.end) ?? dataArea(of: container).upperBound
        return missing(in: page...max(page, (end - 1) / Page.size))
      }
    }
    guard
      let place = try? MessagePlace(
        on: self, forMessageOf: size, formatting: true, evenIfClosed: true)
    else { return nil }
    var cursor = place.address
    for _ in 0..<min(bytes, place.room) {
      guard let at = place.free.first(from: cursor) else { break }
      cursor = at + 1
    }
    return missing(in: Self.firstAreaPage...max(Self.firstAreaPage, (cursor - 1) / Page.size))
  }
}
