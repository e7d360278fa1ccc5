// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Sizes as people type them: 63.5x38.1mm, 2x1in, A4, 25mm.

extension Extent {
  package static let a4 = Extent(.mm(210), .mm(297))
  package static func millimetres(_ width: Double, _ height: Double) -> Extent {
    Extent(.mm(width), .mm(height))
  }

  package static let letter = Extent(.inches(8.5), .inches(11))

  /// A size in millimetres or inches, or the name of a paper; nil if it is neither, or no size that
  /// anything is printed on.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "a4": self = .a4
    case "letter": self = .letter
    default:
      guard let (numbers, unit) = measures(text), numbers.count == 2,
        let width = Length(numbers[0], unit), let height = Length(numbers[1], unit)
      else { return nil }
      self.init(width, height)
    }
  }
}

/// The place that is kept free for the tag.
package enum TagPlace: Hashable, Sendable {
  case none
  case round(Length)
  case rectangle(Extent)

  /// As it is typed: 25mm, 20x20mm or none.
  package init?(_ text: String) {
    if text.lowercased() == "none" {
      self = .none
      return
    }
    guard let (numbers, unit) = measures(text), let width = Length(numbers[0], unit) else {
      return nil
    }
    if numbers.count == 1 {
      self = .round(width)
    } else if let height = Length(numbers[1], unit) {
      self = .rectangle(Extent(width, height))
    } else {
      return nil
    }
  }

  /// The room it needs.
  var extent: Extent? {
    switch self {
    case .none: nil
    case .round(let across): Extent(across, across)
    case .rectangle(let extent): extent
    }
  }
}

private enum LengthUnit: String, CaseIterable {
  case millimetres = "mm"
  case centimetres = "cm"
  case inches = "in"
}

extension Length {
  /// Nothing smaller is printed on, and no page is larger.
  private static let sizes = Length.mm(3)...Length.mm(2000)

  /// A number as people type it, with a comma in some countries.
  fileprivate init?(_ text: Substring, _ unit: LengthUnit) {
    let digits = text.replacing(",", with: ".")
    guard digits.utf8.count <= 10, digits.first?.isNumber == true,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(digits)
    else { return nil }
    let length: Length =
      switch unit {
      case .millimetres: .mm(min(number, 1e6))
      case .centimetres: .mm(min(number * 10, 1e6))
      case .inches: .inches(min(number, 1e6))
      }
    guard Length.sizes.contains(length) else { return nil }
    self = length
  }
}

/// One or two numbers and their unit, which is millimetres unless it is said.
private func measures(_ text: String) -> ([Substring], LengthUnit)? {
  var rest = text.lowercased().replacing(" ", with: "").replacing("×", with: "x")[...]
  var unit = LengthUnit.millimetres
  for known in LengthUnit.allCases where rest.hasSuffix(known.rawValue) {
    unit = known
    rest = rest.dropLast(known.rawValue.count)
    break
  }
  let numbers = rest.split(separator: "x", omittingEmptySubsequences: false)
  return (1...2).contains(numbers.count) ? (numbers, unit) : nil
}
