// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF

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
  /// Page 3 can no longer become a container.
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

extension TagContent {
  /// What the bytes are in the place of the tag's message.
  init(holding bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      self = .empty
      return
    }
    do throws(NDEFError) {
      _ = try NDEFMessage(decoding: bytes, .strict)
      self = .message(bytes)
    } catch {
      self = .damaged(.undecodable(error))
    }
  }
}

/// Who may change what is on a tag.
package enum TagAccess: Hashable, Sendable {
  /// Every lock and every password setting of the chip was read, and none keeps anyone from writing.
  case open
  case passwordToWrite(from: Int)
  case passwordToRead(from: Int)
  /// Every user page is permanently locked.
  case readOnly
  /// Some user pages are permanently locked, and others are not.
  case partlyReadOnly(locked: [Int])
  /// The container says so, but no lock bit keeps anyone from writing.
  case readOnlyInNameOnly
  /// Not known, because not all that would tell was read; this page or block was refused, if one was.
  case unknown(hiddenFrom: Int? = nil)

  package var machineName: String {
    switch self {
    case .open: "open"
    case .passwordToWrite: "password-to-write"
    case .passwordToRead: "password-to-read"
    case .readOnly: "read-only"
    case .partlyReadOnly: "partly-read-only"
    case .readOnlyInNameOnly: "read-only-in-name-only"
    case .unknown: "unknown"
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
    let user = image.chip?.layout.userPages ?? image.staticUserPages
    let locked = user.filter(image.isLocked)
    if locked.count == user.count { return .readOnly }
    let unknown = TagAccess.unknown(hiddenFrom: image.firstRefusedPage)
    guard let container = image.container, image.areLocksKnown else { return unknown }
    if !locked.isEmpty { return .partlyReadOnly(locked: locked) }
    if container.isFormatted && container.writeAccess == CapabilityContainer.closed {
      return .readOnlyInNameOnly
    }
    switch image.passwordGuard {
    case .from(let first, alsoReading: true): return .passwordToRead(from: first)
    case .from(let first, alsoReading: false): return .passwordToWrite(from: first)
    case Type2Image.Guard.none?: return .open
    case nil: return unknown
    }
  }
}

extension Type2Image {
  /// The pages that every Type 2 tag locks with its static bits.
  fileprivate var staticUserPages: ClosedRange<Int> { 4...15 }

  /// The first page that the tag refused to show.
  package var firstRefusedPage: Int? { (0..<pageCount).first(where: isRefused) }

  /// Whether every page with lock bits was read.
  fileprivate var areLocksKnown: Bool {
    [LockMap.staticPage, lockMap.dynamicPage].allSatisfy { $0.map { self[$0] != nil } ?? true }
  }

  /// Whose password is needed for what, by the settings of the chip.
  fileprivate enum Guard {
    case none
    case from(Int, alsoReading: Bool)
  }

  /// Nil when the settings were not read, or the chip is not known.
  fileprivate var passwordGuard: Guard? {
    guard let layout = chip?.layout else { return nil }
    if layout.configurationPage != nil {
      guard let configuration else { return nil }
      return firstProtectedPage.map { .from($0, alsoReading: configuration.protectsReading) }
        ?? Guard.none
    }
    guard let at = layout.locks.authenticationPage else { return Guard.none }
    guard let first = self[at].map({ Int($0[0]) }), let scope = self[at + 1] else { return nil }
    return first < layout.pageCount ? .from(first, alsoReading: scope[0] & 1 == 0) : Guard.none
  }

  /// Whether a reader is asked for a password before it sees all of the message.
  package var isClosedToPhones: Bool {
    guard case .from(let first, alsoReading: true) = passwordGuard else { return false }
    return first <= (messagePages?.upperBound ?? Self.firstAreaPage)
  }

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
