// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A length in whole micrometres, so that sheets in millimetres and in inches add up exactly.
package struct Length: Hashable, Comparable, Sendable {
  package let micrometres: Int

  package static let zero = Length(micrometres: 0)

  package static func mm(_ number: Double) -> Length {
    Length(micrometres: Int((number * 1000).rounded()))
  }

  package static func inches(_ number: Double) -> Length {
    Length(micrometres: Int((number * 25_400).rounded()))
  }

  /// In the points of a PDF, 72 to the inch.
  var points: Double { Double(micrometres) * 72 / 25_400 }

  /// In points, to the next sixteenth: a hundredth of a millimetre away at most.
  ///
  /// A PDF has three digits behind the point, so that such squares meet exactly.
  var shortPoints: Double { (points * 16).rounded() / 16 }

  /// Not longer, and of whole sixteenths of a point unless it is less than one.
  var shortInPoints: Length {
    let sixteenths = micrometres * 72 * 16 / 25_400
    return sixteenths > 0 ? Length(micrometres: sixteenths * 25_400 / (72 * 16)) : self
  }

  package static func < (one: Length, other: Length) -> Bool {
    one.micrometres < other.micrometres
  }
  package static func + (one: Length, other: Length) -> Length {
    Length(micrometres: one.micrometres + other.micrometres)
  }
  package static func - (one: Length, other: Length) -> Length {
    Length(micrometres: one.micrometres - other.micrometres)
  }
  package static func * (one: Length, times: Int) -> Length {
    Length(micrometres: one.micrometres * times)
  }
  package static func / (one: Length, parts: Int) -> Length {
    Length(micrometres: one.micrometres / parts)
  }

  /// In millimetres with as many digits as are needed, for people.
  package var words: String { "\(number) mm" }

  /// In millimetres without the unit.
  var number: String {
    let rest = micrometres.magnitude % 1000
    let sign = micrometres < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(micrometres.magnitude / 1000)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(micrometres.magnitude / 1000).\(digits)"
  }
}

/// How wide and how high something is.
package struct Extent: Hashable, Sendable {
  package let width: Length
  package let height: Length

  package init(_ width: Length, _ height: Length) {
    (self.width, self.height) = (width, height)
  }

  package var words: String { "\(width.number) x \(height.words)" }
}

/// A place on a page or a label, from its top left corner.
package struct Place: Hashable, Sendable {
  package let x: Length
  package let y: Length
  package let width: Length
  package let height: Length

  package init(x: Length, y: Length, width: Length, height: Length) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var right: Length { x + width }
  package var bottom: Length { y + height }

  /// The same place on the page when the label is there.
  func on(_ label: Place) -> Place {
    Place(x: x + label.x, y: y + label.y, width: width, height: height)
  }

  package func overlaps(_ other: Place) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  package func isInside(_ extent: Extent) -> Bool {
    x >= .zero && y >= .zero && right <= extent.width && bottom <= extent.height
  }
}
