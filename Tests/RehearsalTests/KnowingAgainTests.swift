// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// Every write of every kind of tag torn in every way, and again while it is finished: the tag is known
/// again by what was remembered of its plan, and a tag with another content is not.
struct KnowingAgainTests {
  /// One kind of tag with a certain content, and how it is put on a reader that may tear it.
  struct Subject: CustomTestStringConvertible, Sendable {
    let name: String
    let before: [UInt8]
    let sizes: [Int]
    /// Puts a tag with this memory on the reader, and gives it with a way to look into its memory.
    let lay:
      @Sendable ([UInt8], (write: Int, Tear)?) throws -> (
        tag: any WritableTag, memory: () -> [UInt8]
      )
    /// The memory of such a tag with another message on it.
    let other: @Sendable ([UInt8]) throws -> [UInt8]

    var testDescription: String { name }
  }

  // MARK: The kinds of tags

  static let subjects: [Subject] = type2 + type3 + type4 + type5

  private static let type2: [Subject] = DataSheet.all.flatMap { sheet in
    let new = factory(sheet.model)
    func subject(_ name: String, _ cells: [[UInt8]]) -> Subject {
      Subject(
        name: "\(sheet.chip.rawValue), \(name)", before: Array(cells.joined()), sizes: [28, 40]
      ) { memory, tear in
        let chip = make(sheet.model, holding: pages(memory))
        let reader = BareReader(chip, tearing: tear)
        return (try reader.openTag(), { Array(chip.allCells.joined()) })
      } other: { message in
        Array(sheet.written(message, over: new).joined())
      }
    }
    return [
      subject("factory", new),
      subject("empty", sheet.formatted(new, holding: sheet.front + tlv([]))),
      subject("shorter", sheet.written(link(size: 9, letter: "s"), over: new)),
      subject("longer", sheet.written(link(size: 44, letter: "l"), over: new)),
    ]
  }

  private static let type3: [Subject] = Type3Sheet.allCases.flatMap { sheet in
    [[], link(size: 20, letter: "s"), link(size: 150, letter: "l")].map { old in
      Subject(
        name: "\(sheet), \(old.count) bytes", before: Array(sheet.blocks(holding: old).joined()),
        sizes: [28, 90]
      ) { memory, tear in
        let blocks = stride(from: 0, to: memory.count, by: 16).map { Array(memory[$0..<$0 + 16]) }
        let state = try sheet.state(blocks)
        let chip: any VirtualChip = try VirtualChipFile.read(state)
        let reader = BareReader(chip, tearing: tear)
        return (
          try reader.openTag(), { (try? sheet.blocks(of: chip.state).flatMap(\.self)) ?? [] }
        )
      } other: { message in
        Array(sheet.blocks(holding: message).joined())
      }
    }
  }

  private static let cards: [Type4Model] = [.mapping2Small, .mapping3, .desfireEV1, .ntag424]

  private static let type4: [Subject] = cards.flatMap { model in
    [[], link(size: 20, letter: "s"), link(size: 110, letter: "l")].filter {
      $0.count < model.capacity
    }.map { old in
      Subject(
        name: "\(model.name), \(old.count) bytes", before: model.ndefContent(old),
        sizes: model == .ntag424 ? [40, 200] : [70, 100]
      ) { memory, tear in
        let chip = card(model, 1, file: memory)
        let reader = BareReader(chip, tearing: tear)
        return (try reader.openTag(), { chip.files[model.ndefID] ?? [] })
      } other: { message in
        model.ndefContent(message)
      }
    }
  }

  private static let type5: [Subject] = Type5Sheet.allCases.flatMap { sheet in
    [
      [UInt8](repeating: 0, count: sheet.memorySize), sheet.memory(holding: []),
      sheet.memory(holding: link(size: 20, letter: "s")),
      sheet.memory(holding: link(size: 90, letter: "l")),
    ].enumerated().map { index, before in
      Subject(name: "\(sheet), \(index)", before: before, sizes: [28, 70]) { memory, tear in
        var faults = FaultPlan.none
        faults.tornTagReturns = nil
        if let tear { faults.atWrite[tear.write] = tear.1 }
        let station = VicinityStation(faults)
        let chip = try sheet.chip(memory)
        station.field.place(chip)
        return (try station.open(), { chip.memory })
      } other: { message in
        sheet.memory(holding: message)
      }
    }
  }

  // MARK: The sweep

  private static func order(_ size: Int, _ letter: Character) -> TagOrder {
    var order = TagOrder(
      message: link(size: size, letter: letter), permissions: [.format, .overwriteForeign])
    order.isBegun = true
    return order
  }

  private static func tears(_ seed: Int) -> [Tear] {
    [.pageOld, .pageNew, .pageHalf, .pagesWritten(1), .pageNoise(UInt64(seed))]
  }

  /// What is remembered of a plan, as the ledger keeps it.
  private static func image(
    of order: TagOrder, on tag: any WritableTag, forgetting damaged: [Int] = [],
    after earlier: TagImage? = nil
  ) throws -> TagImage {
    _ = try tag.prepare(order)
    var image = try #require(try tag.plannedImage(for: order))
    image.forget(damaged)
    if let earlier { image.add(replaced: earlier.replaced) }
    return try #require(TagImage(encoded: image.encoded))
  }

  /// Begins an order on a tag that is torn at one of its writes.
  /// - Returns: nil when it has fewer writes.
  private static func begin(
    _ order: TagOrder, on subject: Subject, _ memory: [UInt8], tearing tear: (write: Int, Tear),
    knowing planned: TagImage? = nil
  ) throws -> (memory: [UInt8], image: TagImage)? {
    let (tag, look) = try subject.lay(memory, tear)
    var damaged: [Int] = []
    if let planned {
      guard case .consistent(let units) = try tag.comparison(with: planned) else {
        Issue.record("not known again: \(subject.name), \(tear)")
        return nil
      }
      damaged = units
    }
    do throws(TagError) {
      _ = try tag.prepare(order)
    } catch {
      // A FeliCa card whose block 0 was torn says about itself nothing that anyone could go by.
      #expect(error == .memory(.attributesSpoilt) && planned != nil, "\(subject.name)")
      return nil
    }
    let image = try image(of: order, on: tag, forgetting: damaged, after: planned)
    do throws(TagError) {
      _ = try tag.put(order)
      return nil
    } catch {
      #expect(error.passing != nil, "\(error): \(subject.name), \(tear)")
      let left = image.advanced(to: tag.confirmedUnits(of: image))
      return (look(), try #require(TagImage(encoded: left.encoded)))
    }
  }

  @Test(arguments: subjects)
  func aTagThatIsTornAgainAndAgainIsKnownAndFinished(_ subject: Subject) throws {
    var cases = 0
    let (first, second) = (Self.order(subject.sizes[0], "a"), Self.order(subject.sizes[1], "b"))
    for (order, next) in [(first, first), (second, first), (first, second)] {
      var write = -1
      var wasTorn = true
      while wasTorn {
        write += 1
        wasTorn = false
        for tear in Self.tears(cases) {
          guard
            let torn = try Self.begin(
              order, on: subject, subject.before, tearing: (write, tear))
          else { break }
          wasTorn = true
          cases += 1
          // Finished at once, perhaps under a row that was changed.
          try Self.finish(next, subject, torn)
          // Torn again at another write, and in another way.
          let again = (write: (write * 7 + cases) % 9, Tear.pageNoise(UInt64(cases + 5000)))
          guard
            let twice = try Self.begin(
              next, on: subject, torn.memory, tearing: again, knowing: torn.image)
          else { continue }
          try Self.finish(next, subject, twice)
        }
      }
    }
    #expect(cases >= 15, "the test must test something")
  }

  private static func finish(
    _ order: TagOrder, _ subject: Subject, _ torn: (memory: [UInt8], image: TagImage)
  ) throws {
    let (tag, _) = try subject.lay(torn.memory, nil)
    guard case .consistent(let damaged) = try tag.comparison(with: torn.image) else {
      Issue.record("not known again: \(subject.name), \(torn.memory.prefix(64))")
      return
    }
    if !damaged.isEmpty, case .message(let shown) = try tag.content(forMessageOf: 0) {
      #expect(!isLink(shown), "a damaged tag shows a link: \(subject.name)")
    }
    do throws(TagError) {
      _ = try tag.prepare(order)
      _ = try tag.put(order)
    } catch {
      #expect(error == .memory(.attributesSpoilt), "\(subject.name)")
      return
    }
    #expect(try tag.content(forMessageOf: order.message.count) == .message(order.message))
    // What is finished is what was planned, too.
    let (done, _) = try subject.lay(torn.memory, nil)
    _ = try done.comparison(with: torn.image)
  }

  /// What was there before the first write is on no tag that has confirmed one; the tag itself is known.
  @Test(arguments: subjects)
  func aTagThatConfirmedAWriteIsNoLongerWhatItWas(_ subject: Subject) throws {
    let order = Self.order(subject.sizes[0], "a")
    var cases = 0
    for tear in Self.tears(7) {
      var write = 0
      while true {
        let (tag, look) = try subject.lay(subject.before, (write, tear))
        let image = try Self.image(of: order, on: tag)
        guard (try? tag.put(order)) == nil else { break }
        let left = try #require(
          TagImage(encoded: image.advanced(to: tag.confirmedUnits(of: image)).encoded))
        let place: Comment = "\(subject.name), write \(write), \(tear)"
        let (torn, _) = try subject.lay(look(), nil)
        if case .differs = try torn.comparison(with: left) { Issue.record("not known: \(place)") }
        let (copy, _) = try subject.lay(subject.before, nil)
        if write > 0, case .consistent(let damaged) = try copy.comparison(with: left) {
          // Where all of the message is in one block, its hash alone tells nothing; but no tear makes
          // another link.
          let isSmall = subject.name.hasPrefix("widest") && order.message.count < 32
          let content = try copy.content(forMessageOf: 0)
          let showsLink = if case .message(let bytes) = content { isLink(bytes) } else { false }
          #expect(!damaged.isEmpty && (isSmall || left.reach > 1 && showsLink), place)
        }
        write += 1
        cases += 1
      }
    }
    #expect(cases >= 5, "the test must test something")
  }

  /// A tag with the same UID and another link: at no point of the plan could it be the one that was torn.
  @Test(arguments: subjects)
  func aTagWithAnotherContentIsPutAside(_ subject: Subject) throws {
    for size in subject.sizes {
      let (tag, _) = try subject.lay(subject.before, nil)
      let planned = try Self.image(of: Self.order(size, "a"), on: tag)
      for letter in "xyz" {
        let copy = try subject.other(link(size: size + 2, letter: letter))
        let (other, _) = try subject.lay(copy, nil)
        guard case .consistent(let damaged) = try other.comparison(with: planned) else { continue }
        // Where all of the message is in one block, its hash alone tells nothing; but no tear makes
        // another link.
        let content = try other.content(forMessageOf: 0)
        let isSmall = subject.name.hasPrefix("widest") && size < 32
        #expect(
          isSmall && !damaged.isEmpty && content == .message(link(size: size + 2, letter: letter)),
          "taken for the same: \(subject.name), \(size) bytes, \(letter)")
      }
      // The same content cannot be told apart, and neither can a blank one where it was blank.
      for same in [subject.before, try subject.other(link(size: size, letter: "a"))] {
        let (clone, _) = try subject.lay(same, nil)
        if case .differs(let unit) = try clone.comparison(with: planned), same == subject.before {
          Issue.record("not known again: \(subject.name), unit \(unit)")
        }
      }
    }
  }
}
