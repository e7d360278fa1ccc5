// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Provisioning
package import StrictJSON
internal import TagMemory

/// Something that was chosen for a new job, and why.
package struct JobNote {
  /// By which a page has words of its own for it; nil if only commands say it.
  package let name: Name?
  package let words: String
  /// What its words name of this job.
  package let values: [(name: String, text: String)]

  /// What can be chosen instead.
  package let cure: Cure?

  package enum Name: String, CaseIterable {
    case formulas, `header-none`, `header-row`, `hidden-rows`, `id-column`, `id-column-blank`
    case `id-number`, label, `link-column`, `link-column-https`, `link-column-https-others`
    case `link-column-others`, `link-given`, `link-made`, `link-made-number`, list, macros, nfc
    case trim
  }

  package init(
    _ name: Name?, _ words: String, _ values: [(name: String, text: String)] = [],
    cure: Cure? = nil
  ) {
    (self.name, self.words, self.values, self.cure) = (name, words, values, cure)
  }

  package func sentence(_ cures: CureWords) -> String {
    cure.map { "\(words) \(cures($0))" } ?? words
  }

  /// For programs that offer the choice themselves.
  package var json: JSONValue? {
    guard cure == nil, let name else { return nil }
    return [
      "name": .string(name.rawValue), "words": .string(words),
      "values": .object(values.map { ($0.name, .string($0.text)) }),
    ]
  }
}

extension JobNote {
  /// Offers a new job, or explains, what only chips can have that their maker signs; nil for others.
  init?(signaturesOf fits: [ChipFit], _ isGenuine: Bool) {
    guard !fits.isEmpty, fits.allSatisfy(\.chip.isSigned) else { return nil }
    self =
      isGenuine
      ? JobNote(
        nil, "Only tags with their maker's signature are used; cheap copies are put aside.")
      : JobNote(
        nil, "Cheap copies have no signature from the chip's maker.", cure: .requireGenuine)
  }
}
