// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension URITemplate {
  /// A part of what the template gives, as far as that is known without the values.
  package enum Part: Hashable, Sendable {
    /// As it is in the link.
    case literal(String)
    /// A value with everything escaped that could disturb a link; it is there in every link.
    case value
    /// A value as it is: it may hold slashes, a query and a fragment.
    case openValue
    /// Something that a link may lack, and the character with which it begins: `?`, `&`, `;`, `#`.
    case option(Character)
  }

  /// The parts in their order.
  package var parts: [Part] {
    pieces.flatMap { piece -> [Part] in
      switch piece {
      case .literal(let range):
        return [.literal(String(decoding: literals[range], as: UTF8.self))]
      case .expression(.reserved, _): return [.openValue]
      case .expression(let operation, let mentions):
        let first = operation.first.map { Character(UnicodeScalar($0)) }
        if let first, operation.isOptional { return [.option(first)] }
        let separator = Part.literal(String(UnicodeScalar(operation.separator)))
        return (first.map { [.literal(String($0))] } ?? [])
          + mentions.flatMap { $0 == mentions.lowerBound ? [.value] : [separator, .value] }
      }
    }
  }
}
