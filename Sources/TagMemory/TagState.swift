// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is on a tag.
package enum TagContent: Hashable, Sendable {
  /// As the chip left the factory, as far as the image was read; an Ultralight is then also
  /// unformatted.
  case factoryNew
  case unformatted
  case empty
  case message([UInt8])
  case foreign
  case damaged(Damage)
  /// Page 3 cannot become a container any more.
  case containerSpoilt(Page)
  case versionUnsupported(major: UInt8, minor: UInt8)
  /// Not known, because this page was not read or was refused.
  case hidden(page: Int)

  package var machineName: String {
    switch self {
    case .factoryNew: "factory-new"
    case .unformatted: "unformatted"
    case .empty: "empty"
    case .message: "message"
    case .foreign: "foreign"
    case .damaged: "damaged"
    case .containerSpoilt: "container-spoilt"
    case .versionUnsupported: "version-unsupported"
    case .hidden: "hidden"
    }
  }
}

/// Who may change what is on a tag.
package enum TagAccess: Hashable, Sendable {
  case open
  case passwordToWrite(from: Int)
  case passwordToRead(from: Int)
  /// Every user page is locked for ever.
  case readOnly
  /// Some user pages are locked for ever, and others are not.
  case partlyReadOnly(locked: [Int])
  /// The container says so, but no lock bit keeps anybody from writing.
  case readOnlyInNameOnly

  package var machineName: String {
    switch self {
    case .open: "open"
    case .passwordToWrite: "password-to-write"
    case .passwordToRead: "password-to-read"
    case .readOnly: "read-only"
    case .partlyReadOnly: "partly-read-only"
    case .readOnlyInNameOnly: "read-only-in-name-only"
    }
  }
}

/// The state of a tag, as far as its image shows it.
package struct TagState: Hashable, Sendable {
  package let content: TagContent
  package let access: TagAccess

  init(content: TagContent, access: TagAccess) {
    self.content = content
    self.access = access
  }

  package init(_ image: Type2Image) {
    content = Self.content(image)
    access = Self.access(image)
  }

  private static func content(_ image: Type2Image) -> TagContent {
    guard let container = image.container else {
      return .hidden(page: CapabilityContainer.pageNumber)
    }
    if image.isAsDelivered { return .factoryNew }
    guard container.isFormatted else {
      guard let layout = image.chip?.layout else {
        return container.page == .zero ? .unformatted : .foreign
      }
      let isStillFree = container.page.settingBits(of: layout.container) == layout.container
      return isStillFree ? .unformatted : .containerSpoilt(container.page)
    }
    guard container.majorVersion == 1 else {
      return .versionUnsupported(major: container.majorVersion, minor: container.minorVersion)
    }
    switch TLVArea(of: image, container: container).content(in: image) {
    case .blank, .empty: return .empty
    case .message(let bytes): return .message(bytes)
    case .damaged(let damage): return .damaged(damage)
    case .foreign: return .foreign
    case .unread(let page): return .hidden(page: page)
    }
  }

  private static func access(_ image: Type2Image) -> TagAccess {
    if let container = image.container {
      let user = image.chip?.layout.userPages ?? image.staticUserPages
      let locked = user.filter(image.isLocked)
      if locked.count == user.count { return .readOnly }
      if !locked.isEmpty { return .partlyReadOnly(locked: locked) }
      if container.isFormatted && container.writeAccess == CapabilityContainer.closed {
        return .readOnlyInNameOnly
      }
    }
    if let first = image.firstProtectedPage, let configuration = image.configuration {
      return configuration.protectsReading
        ? .passwordToRead(from: first) : .passwordToWrite(from: first)
    }
    return .open
  }
}

extension Type2Image {
  /// The pages that every Type 2 tag locks with its static bits.
  fileprivate var staticUserPages: ClosedRange<Int> { 4...15 }

  /// Whether nothing that was read differs from a chip that was never used.
  package var isAsDelivered: Bool {
    guard let chip, self[CapabilityContainer.pageNumber] == chip.layout.deliveredContainer else {
      return false
    }
    let delivered = Type2Image(delivered: chip)
    let untouched = chip.layout.userPages.allSatisfy { page in
      self[page] == nil || self[page] == delivered[page]
    }
    guard untouched, self[Self.firstAreaPage] != nil else { return false }
    if lockBits.contains(where: { isSet($0.place) || isSet($0.frozenBy) }) { return false }
    guard let configuration else { return true }
    return configuration.firstProtectedPage == ConfigurationPages.noProtection
      && configuration.second[0] == 0 && mirror == nil
  }
}
