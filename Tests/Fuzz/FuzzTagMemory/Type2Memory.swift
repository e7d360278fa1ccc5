// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TestSupport

/// Plans a message on a Type 2 tag with this memory, of a chip or of none that is known.
func checkType2(_ chip: Chip?, _ wish: Wish, _ bytes: ArraySlice<UInt8>) {
  let layout = chip?.layout
  // The smallest tags have sixteen pages, and the number of a page is one byte.
  let pageCount = layout?.pageCount ?? min(max(16, bytes.count / Page.size), Type2Image.mostPages)
  let user = layout?.userPages ?? 4...pageCount - 1
  let before = Pages(
    bytes: memory(bytes, size: pageCount * Page.size), dynamicLocks: layout?.locks.dynamicPage)
  let whole = Type2Image(chip: chip, bytes: before.bytes)
  checkLocking(whole, before)
  let place = try? MessagePlace(on: whole, formatting: wish.mayFormat)
  let message = wish.message(where: place?.capacity)
  let image = wish.readsAll ? whole : read(chip, before, for: message.count)
  let plan: WritePlan
  do throws(TagMemoryError) {
    plan = try WritePlan(writing: message, on: image, formatting: wish.mayFormat)
  } catch {
    expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    return
  }
  checkPages(of: plan, before, user)
  let watch = Watch(before, userEnd: (user.upperBound + 1) * Page.size, message)
  let after = watch.follow(plan)
  if plan.place.newContainer == nil { watch.undo(plan, from: after) }
  if case .message = TagState(image).content {
    let front = 4 * Page.size..<plan.place.address
    expect(before.bytes[front] == after.bytes[front], "the front of a message changed\n\(plan)")
  }
  // An empty message after something unknown proves little, and a tag with it starts over.
  guard TagState(plan.result).content != .foreign else { return }
  let again = try? WritePlan(writing: message, on: plan.result)
  expect(again?.writes.isEmpty == true, "what is right is written again\n\(plan)")
}

/// The pages of a Type 2 tag, whose first four pages and lock pages only ever gain bits.
private struct Pages {
  var bytes: [UInt8]
  let dynamicLocks: Int?

  subscript(page: Int) -> [UInt8] { Array(bytes[page * Page.size..<(page + 1) * Page.size]) }

  mutating func write(_ write: PageWrite) {
    let page = Int(write.page)
    let isOneTime = page <= CapabilityContainer.pageNumber || page == dynamicLocks
    for index in 0..<Page.size {
      let at = page * Page.size + index
      bytes[at] = isOneTime ? bytes[at] | write.new[index] : write.new[index]
    }
  }
}

/// A phone next to the tag while a message is being written.
private struct Watch {
  private let before: Pages
  private let userEnd: Int
  private let message: [UInt8]
  private let old: Seen

  init(_ before: Pages, userEnd: Int, _ message: [UInt8]) {
    self.before = before
    self.userEnd = userEnd
    self.message = message
    old = phoneReads(before.bytes, userEnd: userEnd)
  }

  /// Carries out a plan.
  /// - Returns: the tag after it.
  func follow(_ plan: WritePlan) -> Pages {
    var pages = before
    for write in plan.writes {
      let old = pages[Int(write.page)]
      expect(write.old?.bytes == old, "\(write) replaces something else\n\(plan)")
      pages.write(write)
      look(at: pages, "after \(write) of\n\(plan)")
    }
    let seen = phoneReads(pages.bytes, userEnd: userEnd)
    expect(seen == .message(message), "\(seen) at the end of\n\(plan)")
    for page in 0..<plan.result.pageCount {
      guard let foretold = plan.result[page] else { continue }
      expect(foretold.bytes == pages[page], "page \(page) is foretold wrongly\n\(plan)")
    }
    return pages
  }

  /// Goes all the way back, as after a page that refuses.
  func undo(_ plan: WritePlan, from after: Pages) {
    var pages = after
    for write in plan.writes.reversed() {
      guard let undone = write.undone else { return expect(false, "\(write) has no way back") }
      pages.write(undone)
      look(at: pages, "taking back \(write) of\n\(plan)")
    }
    expect(pages.bytes == before.bytes, "the way back led elsewhere\n\(plan)")
  }

  private func look(at pages: Pages, _ words: @autoclosure () -> String) {
    let seen = phoneReads(pages.bytes, userEnd: userEnd)
    expect(isHarmless(seen, old: old, new: message), "\(seen) \(words())")
  }
}

/// Only pages for data are written, the container when it is new, and none that is locked.
private func checkPages(of plan: WritePlan, _ before: Pages, _ user: ClosedRange<Int>) {
  let locks = Int(before.bytes[10]) | Int(before.bytes[11]) << 8
  for write in plan.writes {
    let page = Int(write.page)
    let isFormat = page == CapabilityContainer.pageNumber && plan.place.newContainer != nil
    expect(user.contains(page) || isFormat, "page \(page) is not ours\n\(plan)")
    expect(page > 15 || locks >> page & 1 == 0, "page \(page) is locked\n\(plan)")
    expect(plan.pagesToVerify.contains(page), "page \(page) is not read back\n\(plan)")
  }
}

/// Locks are only ever added, and what the plan foretells is what the bits come to.
private func checkLocking(_ image: Type2Image, _ before: Pages) {
  guard let plan = try? LockPlan(on: image) else { return }
  var pages = before
  for write in plan.writes { pages.write(write) }
  expect(pages.bytes == plan.result.bytes, "locks are foretold wrongly")
}

/// Reads as a procedure does, from a tag that starts again at page 0 after its end.
private func read(_ chip: Chip?, _ memory: Pages, for messageSize: Int) -> Type2Image {
  var image = Type2Image(chip: chip)
  let end = chip?.layout.readablePageCount ?? memory.bytes.count / Page.size
  var commands = 0
  func read(_ goal: ReadGoal) {
    while let command = image.nextRead(for: goal, within: ReadLimits()) {
      commands += 1
      expect(commands <= 2 * Type2Image.mostPages, "reading goes on for ever at \(command)")
      let answer: [UInt8]? =
        switch command {
        case .read(let page):
          Int(page) < end ? (0..<4).flatMap { memory[(Int(page) + $0) % end] } : nil
        case .fastRead(let first, let last):
          first <= last && Int(last) < end
            ? (Int(first)...Int(last)).flatMap { memory[$0] } : nil
        }
      if let answer, (try? image.record(answer, to: command)) != nil { continue }
      image.refuse(command)
    }
  }
  read(.writing(messageSize: messageSize))
  // What looks foreign may be a torn header, which only the whole of the tag shows.
  if case .foreign = TagState(image).content { read(.everything) }
  return image
}
