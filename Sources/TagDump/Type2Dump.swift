// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// What a dump knows about a Type 2 tag; what it does not have is nil, never zero.
package struct Type2Dump: Hashable, Sendable {
  /// PWD and PACK are among the pages only if the dump has them: chips show zeros in their place.
  package let image: Type2Image
  /// The answer to GET_VERSION.
  package let version: [UInt8]?
  /// The answer to READ_SIG.
  package let signature: [UInt8]?
  /// Three of them; an NTAG21x has only the last.
  package let counters: [Counter?]
  /// Wrong passwords so far, as a Flipper that plays the tag counts them.
  package let failedAuthentications: Int?

  /// A one-way counter, or the counter of taps.
  package struct Counter: Hashable, Sendable {
    package let value: Int
    /// The answer to CHECK_TEARING_EVENT; BD is sound.
    package let tearing: UInt8?

    private static let range = 0...0xFF_FFFF

    package init(value: Int, tearing: UInt8?) {
      self.value = value
      self.tearing = tearing
    }

    /// A counter as tools save it: they write 0 and 00 for one that they never read.
    init?(saved value: Int?, tearing: UInt8?) {
      guard let value, Self.range.contains(value), value != 0 || tearing ?? 0 != 0 else {
        return nil
      }
      self.init(value: value, tearing: tearing == 0 ? nil : tearing)
    }
  }

  package static let counterCount = 3
  static let versionSize = 8
  static let signatureSize = 32
  private static let nxp: UInt8 = 0x04

  package init(
    image: Type2Image, version: [UInt8]? = nil, signature: [UInt8]? = nil,
    counters: [Counter?] = [], failedAuthentications: Int? = nil
  ) {
    self.image = image.withoutZeroSecrets
    self.version = Self.answer(version, size: Self.versionSize)
    self.signature = Self.answer(signature, size: Self.signatureSize)
    let given = counters.prefix(Self.counterCount)
    self.counters = given + [Counter?](repeating: nil, count: Self.counterCount - given.count)
    self.failedAuthentications = failedAuthentications
  }

  /// An answer of the right size; tools write zeros for one that they never got.
  private static func answer(_ bytes: [UInt8]?, size: Int) -> [UInt8]? {
    guard let bytes, bytes.count == size, bytes.contains(where: { $0 != 0 }) else { return nil }
    return bytes
  }

  /// PWD, if the dump has it.
  package var password: [UInt8]? {
    image.chip?.layout.passwordPage.flatMap { image[$0]?.bytes }
  }

  /// PACK, if the dump has it.
  package var passwordAcknowledge: [UInt8]? {
    image.chip?.layout.passwordPage.flatMap { image[$0 + 1]?.bytes.prefix(2) }.map(Array.init)
  }

  package var uid: [UInt8]? { SerialNumber(image)?.uid }

  package var content: DumpedContent {
    switch TagState(image).content {
    case .message(let bytes): .message(bytes)
    case .empty: .empty
    case let other: .type2(other)
    }
  }
}

extension Type2Dump {
  /// What a file says about a tag in addition to its pages.
  struct Answers {
    var declaredChip: Chip?
    var version: [UInt8]?
    var signature: [UInt8]?
    var counters: [Counter?] = []
    var failedAuthentications: Int?
  }

  /// Puts pages and answers together, and notes where they do not fit.
  init(pages: [Page?], answers: Answers, noting findings: inout [DumpFinding]) {
    let version = Self.answer(answers.version, size: Self.versionSize)
    let chip: Chip?
    if let version {
      chip = Chip.identify(version: version)
      if let chip, let declared = answers.declaredChip, declared.flipperName != chip.flipperName {
        findings.append(.chipDiffers(declared: declared, version: chip))
      }
    } else if let declared = answers.declaredChip, pages.count <= declared.layout.pageCount {
      chip = declared
    } else if let only = Self.onlyChip(of: pages) {
      chip = only
      findings.append(.chipGuessed(only))
    } else {
      chip = nil
    }
    let image = Type2Image(chip: chip, pages: pages)
    self.init(
      image: image, version: version, signature: answers.signature, counters: answers.counters,
      failedAuthentications: answers.failedAuthentications)
    if pages.count > image.pageCount {
      findings.append(
        .pagesLeftOut(first: image.pageCount, count: pages.count - image.pageCount))
    }
    let missing = self.image.readablePages.filter { self.image[$0] == nil }
    if let first = missing.first {
      findings.append(.pagesMissing(first: first, count: missing.count))
    }
  }

  /// The chip of NXP that alone has this many pages; a wrong guess would give a clone a wrong
  /// layout.
  private static func onlyChip(of pages: [Page?]) -> Chip? {
    let chips = Chip.allCases.filter { $0.layout.pageCount == pages.count }
    guard chips.count == 1,
      let serial = SerialNumber(Type2Image(chip: nil, pages: pages)),
      serial.isConsistent, serial.uid.first == nxp
    else { return nil }
    return chips.first
  }
}

extension Type2Image {
  /// An image of the pages that a dump has.
  init(chip: Chip?, pages: [Page?]) {
    self.init(chip: chip, bytes: pages.flatMap { ($0 ?? .zero).bytes })
    for (number, page) in pages.enumerated() where page == nil {
      self[number] = nil
    }
  }

  /// The pages that hold keys and read as zeros, or not at all.
  var secretPages: Range<Int> {
    guard let layout = chip?.layout else { return pageCount..<pageCount }
    return (layout.passwordPage ?? layout.readablePageCount)..<pageCount
  }

  var readablePages: Range<Int> { 0..<secretPages.lowerBound }

  /// The image without the zeros that a chip shows, and a tool writes, in place of a key.
  var withoutZeroSecrets: Type2Image {
    var image = self
    for page in secretPages where image[page] == .zero {
      image[page] = nil
    }
    return image
  }
}
