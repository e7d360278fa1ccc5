// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where everything is on a label.
package struct LabelLayout: Hashable, Sendable {
  /// The code with its quiet zone.
  package let code: Place
  /// The side of one square of the code.
  package let square: Length
  /// Where the tag is to be stuck.
  package let tag: Place?
  package let title: Place?
  /// The id, where the title is a name.
  package let id: Place?
  package let link: Place?

  package var places: [Place] { [code, tag, title, id, link].compactMap(\.self) }

  /// Below this, many phones cannot tell the squares apart.
  package static let smallestSquare = Length.mm(0.33)
  private static let squares: [Length] = [.mm(0.8), .mm(0.65), .mm(0.5), smallestSquare]
  /// Codes need not be larger than this, so more room goes to the text.
  private static let goodSquare = Length.mm(0.65)
  private static let leastText = Extent(.mm(18), .mm(6.5))

  /// The best way to put a code of so many squares, a tag and text on a label.
  ///
  /// First, phones must be able to read the code; then there should be room for the tag, and for the
  /// text; and what is left goes to the text.
  package init(_ label: Extent, squares side: Int, tag: TagPlace, hasName: Bool) {
    let shorter = min(label.width, label.height)
    let edge = min(.mm(2), shorter / 12)
    let inner = Place(
      x: edge, y: edge, width: label.width - edge * 2, height: label.height - edge * 2)
    var best = Arrangement(alone: inner, side: side)
    for tag in tag.extent.map({ [$0, nil] }) ?? [nil] {
      for form in Arrangement.Form.allCases {
        let room = Arrangement.room(for: form, in: inner, tag, gap: edge)
        for text in [Self.leastText, nil] {
          let most = min(
            room.width - (form == .beside ? (text.map { $0.width + edge } ?? .zero) : .zero),
            room.height - (form == .beside ? .zero : (text.map { $0.height + edge } ?? .zero)))
          for square in Self.squares + [most / side] {
            let square = min(square, most / side).shortInPoints
            guard square > .zero else { continue }
            let next = Arrangement(form, in: inner, code: square * side, tag, gap: edge, square)
            if best.rank.lexicographicallyPrecedes(next.rank) { best = next }
          }
        }
      }
    }
    (code, square, self.tag) = (best.code, best.square, best.tag)
    let texts = TextPlaces(best.text, hasName: hasName)
    (title, id, link) = (texts.title, texts.id, texts.link)
  }

  /// One way to divide a label.
  private struct Arrangement {
    enum Form: CaseIterable {
      /// Code, tag and text from left to right.
      case beside
      /// Code and tag side by side, and the text below.
      case above
      /// One below the other.
      case stacked
    }

    let code: Place
    let square: Length
    let tag: Place?
    let text: Place

    /// The code and nothing else, as large as the label.
    init(alone inner: Place, side: Int) {
      square = (min(inner.width, inner.height) / side).shortInPoints
      let width = square * side
      code = Place(
        x: inner.x + (inner.width - width) / 2, y: inner.y + (inner.height - width) / 2,
        width: width, height: width)
      tag = nil
      text = Place(x: inner.x, y: inner.bottom, width: .zero, height: .zero)
    }

    /// What is left for code and text when the tag has its place.
    static func room(for form: Form, in inner: Place, _ tag: Extent?, gap: Length) -> Extent {
      guard let tag else { return Extent(inner.width, inner.height) }
      switch form {
      case .beside, .above:
        guard tag.height <= inner.height else { return Extent(.zero, .zero) }
        return Extent(inner.width - tag.width - gap, inner.height)
      case .stacked:
        guard tag.width <= inner.width else { return Extent(.zero, .zero) }
        return Extent(inner.width, inner.height - tag.height - gap)
      }
    }

    init(
      _ form: Form, in inner: Place, code width: Length, _ tag: Extent?, gap: Length,
      _ square: Length
    ) {
      self.square = square
      let tagWidth = tag?.width ?? .zero
      let tagHeight = tag?.height ?? .zero
      let tagGap = tag == nil ? Length.zero : gap
      var text: Place
      switch form {
      case .beside:
        code = Place(
          x: inner.x, y: inner.y + (inner.height - width) / 2, width: width, height: width)
        self.tag = tag.map {
          Place(
            x: inner.x + width + gap, y: inner.y + (inner.height - $0.height) / 2,
            width: $0.width, height: $0.height)
        }
        let x = inner.x + width + tagGap + tagWidth + gap
        text = Place(x: x, y: inner.y, width: inner.right - x, height: inner.height)
      case .above:
        let strip = max(width, tagHeight)
        // In the middle of their halves, or of the label when the code is alone.
        let free = inner.width - width - tagWidth - tagGap
        let left = tag == nil ? free / 2 : free / 4
        code = Place(
          x: inner.x + left, y: inner.y + (strip - width) / 2, width: width, height: width)
        self.tag = tag.map {
          Place(
            x: inner.right - left - $0.width, y: inner.y + (strip - $0.height) / 2,
            width: $0.width, height: $0.height)
        }
        let y = inner.y + strip + gap
        text = Place(x: inner.x, y: y, width: inner.width, height: inner.bottom - y)
      case .stacked:
        code = Place(
          x: inner.x + (inner.width - width) / 2, y: inner.y, width: width, height: width)
        self.tag = tag.map {
          Place(
            x: inner.x + (inner.width - $0.width) / 2, y: inner.y + width + gap,
            width: $0.width, height: $0.height)
        }
        let y = inner.y + width + tagGap + tagHeight + gap
        text = Place(x: inner.x, y: y, width: inner.width, height: inner.bottom - y)
      }
      if text.width < .zero || text.height < .zero {
        text = Place(x: inner.x, y: inner.bottom, width: .zero, height: .zero)
      }
      self.text = text
    }

    /// The larger, the better; the first number that differs decides.
    var rank: [Int] {
      let isRoomy = text.width >= leastText.width && text.height >= leastText.height
      return [
        min(square, smallestSquare).micrometres, tag == nil ? 0 : 1, isRoomy ? 1 : 0,
        min(square, goodSquare).micrometres,
        text.width.micrometres / 1000 * (text.height.micrometres / 1000), square.micrometres,
      ]
    }
  }
}

/// How the text of a label shares its room.
private struct TextPlaces {
  private(set) var title: Place?
  private(set) var id: Place?
  private(set) var link: Place?

  private static let leastWidth = Length.mm(6)
  private static let leastHeight = Length.mm(2)

  init(_ room: Place, hasName: Bool) {
    guard room.width >= Self.leastWidth, room.height >= Self.leastHeight else { return }
    let idHeight: Length =
      hasName && room.height >= .mm(4.6) ? min(max(room.height / 6, .mm(2.6)), .mm(4.5)) : .zero
    let linkHeight: Length =
      room.height >= .mm(15) && room.width >= .mm(25) ? min(room.height / 4, .mm(6)) : .zero
    let titleHeight = room.height - idHeight - linkHeight
    func part(_ y: Length, _ height: Length) -> Place {
      Place(x: room.x, y: y, width: room.width, height: height)
    }
    title = part(room.y, titleHeight)
    if idHeight > .zero { id = part(room.y + titleHeight, idHeight) }
    if linkHeight > .zero { link = part(room.bottom - linkHeight, linkHeight) }
  }
}
