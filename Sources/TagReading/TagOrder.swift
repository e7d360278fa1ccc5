// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
package import TagKeys
internal import TagMemory

/// All that is to be on one tag in the end, in words that fit every type.
package struct TagOrder: Sendable {
  package var message: [UInt8]
  package var permissions: WritePermissions
  /// The texts that the chip puts into the message.
  package var chipTexts: [ChipText]
  /// What opens the tag, and what it is to be under.
  package var secret: TagSecret?
  package var guardsReading: Bool
  /// Freeze the protection permanently.
  package var freeze = false
  package var lock: Bool
  /// Whether the tag is to be locked another day, which it must be able to.
  package var locksLater: Bool
  /// Whether the tag was begun before: then what a tear did to its registers is ours to undo.
  package var isBegun = false

  // How a tag may be opened that belongs to the person at the reader.
  /// What the tag is under already when a change of its secret was torn after its last write.
  package var nextSecret: TagSecret?
  /// Whether the tag is the right one however it answers to its password.
  package var acceptsAnyAnswer = false
  /// Whether the secret is tried on a tag that closes permanently after a few wrong ones.
  package var despiteLimit = false

  package init(
    message: [UInt8], permissions: WritePermissions = [], chipTexts: [ChipText] = [],
    secret: TagSecret? = nil, guardsReading: Bool = false, lock: Bool = false,
    locksLater: Bool = false
  ) {
    self.message = message
    self.permissions = permissions
    self.chipTexts = chipTexts
    self.secret = secret
    self.guardsReading = guardsReading
    self.lock = lock
    self.locksLater = locksLater
  }

  /// Whether anything beyond the user pages is touched, and must be read first.
  var touchesSettings: Bool { !chipTexts.isEmpty || secret != nil || freeze || lock }
}

extension TagOrder {
  /// Where the mirror of a Type 2 chip is to show its text; nil without any.
  var mirrorFields: MirrorFields? {
    get throws(TagError) {
      try planning { () throws(TagMemoryError) in try MirrorFields(chipTexts) }
    }
  }

  /// Refuses what only Type 2 tags have.
  func refuseSecretsAndTexts(on type: TagType) throws(TagError) {
    if secret != nil { throw .passwordUnsupported(type) }
    if !chipTexts.isEmpty { throw .mirrorUnsupported(type) }
  }
}

/// What opens a tag.
package enum TagSecret: Sendable {
  /// The password that is made for each tag from this key and its UID.
  case passwords(of: PasswordKey)
  /// The password of this one tag.
  case password(Type2Secret)

  /// Whether two of them are known to be the same for every tag.
  func isSame(as other: TagSecret) -> Bool {
    switch (self, other) {
    case (.passwords(let one), .passwords(let other)): one.id == other.id
    case (.password(let one), .password(let other)): one == other
    default: false
    }
  }
}
