// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// Everything that can be read of a tag, by its type: from a reader, or from a dump.
package enum WholeTag: Sendable {
  case type2(Type2Image, version: [UInt8]?, signature: [UInt8]?)
  case type3(Type3Image, carriesTransit: Bool)
  case type4(WholeType4)
  case type5(Type5Image)
}

/// All that can be read of a Type 4 tag.
package struct WholeType4: Sendable {
  package var container: Type4Container
  package var file: Type4File
  package var chip: TagChip?
  package var version: CardVersion?
  /// Who may write the message, and who the container; nil if the chip does not tell.
  package var settings: NTAG424Settings?
  package var containerSettings: NTAG424Settings?
  package var signature: [UInt8]?

  package init(container: Type4Container, file: Type4File) {
    self.container = container
    self.file = file
  }

  package var content: TagContent { file.content ?? .hidden(page: 0) }

  /// Whether the container declares the tag read-only.
  package var saysReadOnly: Bool { container.writeAccess != 0 }

  /// Who may change the tag; the container's own statement is not binding.
  ///
  /// A key here corresponds to a password.
  package var access: TagAccess {
    switch settings?.writer {
    case .anyone: saysReadOnly ? .readOnlyInNameOnly : .open
    case .nobody where settings?.isClosedForEver != true: .passwordToWrite(from: 0)
    // Whoever may write the container can lead phones to another file.
    case .nobody:
      containerSettings?.isClosedForEver == true ? .readOnly : .partlyReadOnly(locked: [])
    case .key: .passwordToWrite(from: 0)
    case nil: .unknown()
    }
  }
}

extension WholeTag {
  /// Whether the tag declares itself read-only, which it may do without being locked.
  package var saysReadOnly: Bool {
    switch self {
    case .type2(let image, _, _): TagState(image).access == .readOnlyInNameOnly
    case .type3(let image, _): image.saysReadOnly
    case .type4(let tag): tag.saysReadOnly
    case .type5(let image): image.saysReadOnly
    }
  }

  /// Who may change the content, as far as what was read shows it.
  package var access: TagAccess {
    switch self {
    case .type2(let image, _, _): TagState(image).access
    case .type3(let image, _): image.access
    case .type4(let tag): tag.access
    case .type5(let image): image.access
    }
  }
}
