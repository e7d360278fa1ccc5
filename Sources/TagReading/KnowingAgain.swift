// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys
package import TagMemory

// What writing a message makes of a tag, to recognise an interrupted tag.

extension Type2Tag {
  package func plannedImage(for order: TagOrder) throws(TagError) -> TagImage? {
    // What is under a mirror is seen only when it is off.
    guard image.mirror == nil else { return nil }
    let plan = try self.plan(order.message, order.permissions)
    let hashes = UnitHashes(of: tag)
    let pages = firstUnit..<max(firstUnit, plan.pagesToVerify.upperBound) + 1
    let before = hashes.hashes(of: pages) { image[$0]?.bytes }.filled
    guard var coming = TagImage(first: firstUnit, before: before) else { return nil }
    func change(_ write: PageWrite) -> TagImage.Change {
      let page = Int(write.page)
      return TagImage.Change(unit: page - firstUnit, hash: hashes.hash(write.new.bytes, of: page))
    }
    for write in plan.writes { coming.add(step: [change(write)]) }
    // A tag that lies about a page is emptied.
    let emptying = try? WritePlan(writing: [], on: plan.result, authenticated: isAuthenticated)
    for write in emptying?.writes ?? [] { coming.add(exception: change(write)) }
    return coming
  }

  package func comparison(with planned: TagImage) throws(TagError) -> TagImage.Comparison {
    guard let last = planned.units.last else { return .consistent(damaged: []) }
    // A tag that hides its pages before the password also hides where its mirror is.
    if image.chip?.layout.features.contains(.mirror) == true { try read(.settings) }
    try read(.pages(planned.first...last))
    return planned.comparison(
      with: UnitHashes(of: tag).hashes(of: planned.units) { page in
        image.isMirrored(page) ? nil : image[page]?.bytes
      })
  }

  package func confirmedUnits(of planned: TagImage) -> [TagImage.Hash?] {
    UnitHashes(of: tag).hashes(of: planned.units) { image[$0]?.bytes }
  }

  /// The container is one-time-programmable and changed by locking, so it identifies nothing.
  private var firstUnit: Int { CapabilityContainer.pageNumber + 1 }
}

extension Type3Tag {
  package func known(block: Int) -> [UInt8]? { image[block] }

  package func plannedImage(for order: TagOrder) throws(TagError) -> TagImage? {
    let plan = try self.plan(order.message, order.permissions)
    let last = plan.blocksToVerify.filter { $0 != image.configurationBlock }.max() ?? 0
    let emptying = try? Type3WritePlan(writing: [], on: plan.result)
    return plannedImage(
      ofBlocks: last + 1, plan.writes.chunks(ofAtMost: image.blocksPerWrite),
      emptying: emptying?.writes ?? [], closed: plan.result.closedAttributes)
  }

  package func comparison(with planned: TagImage) throws(TagError) -> TagImage.Comparison {
    try read()
    try read(blocks: planned.units)
    return planned.comparison(with: confirmedUnits(of: planned))
  }
}

extension Type5Tag {
  package func known(block: Int) -> [UInt8]? { image[block] }

  package func plannedImage(for order: TagOrder) throws(TagError) -> TagImage? {
    let plan = try self.plan(order.message, order.permissions)
    let emptying = try? Type5WritePlan(writing: [], on: plan.result)
    return plannedImage(
      ofBlocks: max(plan.blocksToVerify.upperBound, 1), plan.writes.map { [$0] },
      emptying: emptying?.writes ?? [], closed: plan.result.closedHead)
  }

  package func comparison(with planned: TagImage) throws(TagError) -> TagImage.Comparison {
    try read(blocks: planned.units)
    return planned.comparison(with: confirmedUnits(of: planned))
  }
}

extension Type4Tag {
  package func plannedImage(for order: TagOrder) throws(TagError) -> TagImage? {
    let writes = try plan(order.message)
    let hashes = UnitHashes(of: tag)
    let pieces = pieces(upTo: file.lengthSize + order.message.count)
    let before = hashes.hashes(of: pieces.indices) { file[pieces[$0]] }.filled
    guard var coming = TagImage(first: 0, before: before, reach: reach(of: writes)) else {
      return nil
    }
    var now = file
    for write in writes {
      now = now.applying(write)
      let written = write.offset..<write.offset + write.bytes.count
      coming.add(
        step: pieces.indices.filter { pieces[$0].overlaps(written) }.compactMap { unit in
          now[pieces[unit]].map {
            TagImage.Change(unit: unit, hash: hashes.hash($0, of: unit))
          }
        })
    }
    // A tag that lies about its bytes is emptied.
    let nothing = [UInt8](repeating: 0, count: file.lengthSize)
    coming.add(exception: TagImage.Change(unit: 0, hash: hashes.hash(nothing, of: 0)))
    return coming
  }

  package func comparison(with planned: TagImage) throws(TagError) -> TagImage.Comparison {
    try read(upTo: pieces(of: planned).last?.upperBound ?? 0)
    return planned.comparison(with: confirmedUnits(of: planned))
  }

  package func confirmedUnits(of planned: TagImage) -> [TagImage.Hash?] {
    let (pieces, file) = (pieces(of: planned), file)
    return UnitHashes(of: tag).hashes(of: pieces.indices) { file[pieces[$0]] }
  }

  private func pieces(of planned: TagImage) -> ArraySlice<Range<Int>> {
    pieces(upTo: file.lengthSize + planned.units.count * Self.pieceSize)
      .prefix(planned.units.count)
  }

  /// The bytes of a file that are recognised together.
  private static let pieceSize = 4
  /// No known chip writes more at once: an interruption may leave anything there.
  private static let largestPage = 64

  /// The length, and then pieces that match the pages of a memory; an incomplete last piece is left
  /// out.
  private func pieces(upTo end: Int) -> [Range<Int>] {
    var pieces = [0..<file.lengthSize]
    while let start = pieces.last?.upperBound {
      let next = start - start % Self.pieceSize + Self.pieceSize
      guard next <= end else { break }
      pieces.append(start..<next)
    }
    return pieces
  }

  private func reach(of writes: [Type4Write]) -> Int {
    let whole = chip?.wholeWrite ?? 0
    return writes.allSatisfy { $0.bytes.count <= whole }
      ? 0 : Self.largestPage / Self.pieceSize + 1
  }
}

extension Type4File {
  /// Bytes of the file; nil if they are unknown.
  fileprivate subscript(_ range: Range<Int>) -> [UInt8]? {
    bytes.count >= range.upperBound ? Array(bytes[range]) : nil
  }
}

extension [BlockWrite] {
  /// The writes grouped by command; only blocks of the body may share one.
  fileprivate func chunks(ofAtMost count: Int) -> [[BlockWrite]] {
    var chunks: [[BlockWrite]] = []
    for write in self {
      if let last = chunks.last, last.count < count, write.purpose == .body,
        last[0].purpose == .body
      {
        chunks[chunks.count - 1].append(write)
      } else {
        chunks.append([write])
      }
    }
    return chunks
  }
}

/// The short hashes by which a tag's pages or blocks are known again.
///
/// The tag's UID and the number of the unit go in, so that equal bytes do not show as equal hashes.
struct UnitHashes {
  private let uid: [UInt8]

  init(of tag: TagInField) {
    uid = tag.uid.bytes
  }

  func hash(_ bytes: [UInt8], of unit: Int) -> TagImage.Hash {
    let number = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
    // Without memory for it nothing is known about the unit, and it stands in no one's way.
    guard let digest = sha256(uid + number + bytes) else { return TagImage.anything }
    let hash = digest.prefix(4).reduce(0) { $0 << 8 | TagImage.Hash($1) }
    return max(hash, 1)
  }

  /// The hashes of units one after the other; nil for bytes that are not known.
  func hashes(of units: Range<Int>, _ bytes: (Int) -> [UInt8]?) -> [TagImage.Hash?] {
    units.map { unit in bytes(unit).map { hash($0, of: unit) } }
  }
}

extension [TagImage.Hash?] {
  /// What is not known is replaced with anything.
  var filled: [TagImage.Hash] { map { $0 ?? TagImage.anything } }
}
