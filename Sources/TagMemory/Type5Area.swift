// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the first bytes of a Type 5 tag tell.
enum Type5Head: Hashable {
  case unread(block: Int)
  /// No container of a kind that there is.
  case missing
  case container(Type5Container)
}

extension Type5Image {
  var head: Type5Head {
    guard let start = bytes(0..<Type5Container.shortSize) else { return .unread(block: 0) }
    guard let size = Type5Container.size(beginningWith: start) else { return .missing }
    guard let whole = bytes(0..<size) else { return .unread(block: (size - 1) / blockSize) }
    return Type5Container(whole).map { .container($0) } ?? .missing
  }

  package var container: Type5Container? {
    guard case .container(let container) = head else { return nil }
    return container
  }

  /// What is on the tag, judged strictly.
  package var content: TagContent {
    switch head {
    case .unread(let block): return .hidden(page: block)
    case .missing: return isBlank ? .unformatted : .foreign
    case .container(let container):
      guard container.majorVersion == 1 else {
        return .versionUnsupported(
          major: container.majorVersion, minor: container.minorVersion)
      }
      guard container.readAccess == 0 else { return .hidden(page: 0) }
      return Type5Area(of: self, container).content(in: self)
    }
  }

  /// The blocks whose locks say who may change the tag: those of the message, or all of a blank one.
  package var guardedBlocks: Range<Int> {
    let area = Type5LockPlan.blocks(of: self)
    return area.isEmpty ? 0..<blockCount : area
  }

  /// Who may change the tag, as far as that is known.
  package var access: TagAccess {
    let area = guardedBlocks
    let locked = area.filter { isLocked($0) == true }
    if locked.count == area.count { return .readOnly }
    if case .unread(let block) = head {
      return .unknown(hiddenFrom: isRefused(block) ? block : nil)
    }
    guard area.allSatisfy({ isLocked($0) != nil }) else { return .unknown() }
    if !locked.isEmpty { return .partlyReadOnly(locked: locked) }
    return saysReadOnly ? .readOnlyInNameOnly : .open
  }

  /// Whether the container says that the tag is not to be written.
  package var saysReadOnly: Bool { container.map { $0.writeAccess != 0 } ?? false }

  /// The largest message that fits; nil when that is not known.
  package var capacity: Int? {
    if case .bytes(let count) = room { count } else { nil }
  }

  /// The next blocks that must be read to know the content and to plan a message of this size; nil
  /// when nothing more must be, or can be.
  package func unread(forMessageOf size: Int) -> Range<Int>? {
    // Container, header, message and end mark, when the message is where it usually does; and two
    // blocks at least, which show whether the tag gives several at once.
    let usual = max(
      2, blocks(for: Type5Container.longSize + TLV.headerSize(forLength: size) + max(0, size) + 1))
    guard let (first, end) = nextUnknown(size, usual: usual), !isRefused(first) else { return nil }
    let range = first..<min(max(end, first + 1), blockCount)
    return range.isEmpty ? nil : range
  }

  private func nextUnknown(_ size: Int, usual: Int) -> (first: Int, end: Int)? {
    switch head {
    case .unread(let block): return (block, usual)
    case .missing: break
    case .container(let container):
      let area = Type5Area(of: self, container)
      if let block = area.missingBlock {
        return (block, area.message.map { blocks(for: $0.value.upperBound) } ?? usual)
      }
    }
    guard let place = try? Type5Place(on: self, formatting: true) else { return nil }
    // What looks foreign may be a torn header, and only all of the area shows that.
    let end = content == .foreign ? place.end : place.end(ofMessageOf: size)
    let draft = place.start / blockSize..<blocks(for: max(end, place.start + 1))
    return firstUnknown(in: draft).map { ($0, draft.upperBound) }
  }
}

/// The TLV blocks of a Type 5 tag, followed to the first message (NFC Forum T5T; as on Type 2, but
/// nothing is jumped over).
struct Type5Area {
  struct Message {
    /// Where the tag byte 03 is.
    let address: Int
    let value: Range<Int>
    /// Whether the value ends inside the area.
    let isWhole: Bool
  }

  private(set) var message: Message?
  /// The block that stopped us because it is not known.
  private(set) var missingBlock: Int?
  private let range: Range<Int>
  /// The end of what we would write ourselves.
  private let writableEnd: Int
  private var hasOthers = false
  private var isStrange = false

  init(of image: Type5Image, _ container: Type5Container) {
    range = container.readableArea(of: image.memorySize)
    writableEnd = container.writableEnd(of: image.memorySize)
    var address = range.lowerBound
    while let next = follow(image, from: address) { address = next }
    guard let message, message.isWhole else { return }
    missingBlock = message.value.first { image.byte($0) == nil }.map { $0 / image.blockSize }
  }

  /// Takes in what starts at an address; nil where a reader stops.
  private mutating func follow(_ image: Type5Image, from address: Int) -> Int? {
    guard range.contains(address), let tag = known(image, address) else { return nil }
    guard tag != TLV.null else { return address + 1 }
    guard tag != TLV.terminator else { return nil }
    guard let value = value(image, at: address + 1) else { return nil }
    let isWhole = value.upperBound <= range.upperBound && value.count != TLV.reservedLength
    if tag == TLV.message {
      message = Message(address: address, value: value, isWhole: isWhole)
      return nil
    }
    hasOthers = true
    isStrange = isStrange || tag != TLV.proprietary
    return isWhole ? value.upperBound : nil
  }

  /// Where the value is whose length is at an address; nil when that cannot be told.
  private mutating func value(_ image: Type5Image, at address: Int) -> Range<Int>? {
    let size = address < range.upperBound ? known(image, address) : nil
    let isLong = size == TLV.longLength
    let end = address + (isLong ? 3 : 1)
    guard end <= range.upperBound else {
      hasOthers = true
      isStrange = true
      return nil
    }
    guard let size else { return nil }
    guard isLong else { return end..<end + Int(size) }
    guard let high = known(image, address + 1), let low = known(image, address + 2) else {
      return nil
    }
    return end..<end + (Int(high) << 8 | Int(low))
  }

  private mutating func known(_ image: Type5Image, _ address: Int) -> UInt8? {
    if let byte = image.byte(address) { return byte }
    missingBlock = address / image.blockSize
    return nil
  }

  /// Judges the area of the image that it was read from.
  func content(in image: Type5Image) -> TagContent {
    if let missingBlock { return .hidden(page: missingBlock) }
    guard let message else { return hasOthers ? foreign(in: image) : .empty }
    guard message.isWhole else {
      return isStrange
        ? foreign(in: image)
        : .damaged(.overruns(address: message.address, length: message.value.count))
    }
    let content = TagContent(holding: image.bytes(message.value) ?? [])
    if case .message = content { return content }
    return isStrange ? foreign(in: image) : content
  }

  /// What looks foreign may be a header that was torn: on the usual blocks of four bytes what
  /// follows it shows that, and larger ones hold too much of the message as well.
  private func foreign(in image: Type5Image) -> TagContent {
    guard image.blockSize == Page.size else { return .foreign }
    let start = range.lowerBound + image.blockSize
    let body = start..<max(start, writableEnd)
    let known = body.prefix { image.byte($0) != nil }.compactMap { image.byte($0) }
    let lost = image.blockSize - TLV.headerSize(forLength: 0)
    let isTorn = TornHeader.isInFront(
      of: known, lost: lost, upToEnd: known.count == body.count)
    return isTorn
      ? .damaged(.headerTorn(page: range.lowerBound / image.blockSize)) : .foreign
  }
}
