// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
package import TagKeys
internal import TagMemory

/// All that one tag is to have in the end, for every type.
package struct TagOrder: Sendable {
  package var message: [UInt8]
  package var permissions: WritePermissions
  /// The texts that the chip inserts into the message.
  package var chipTexts: [ChipText]
  /// The secret that opens the tag, and the one that it is to get.
  package var secret: TagSecret?
  package var guardsReading: Bool
  /// Freeze the protection permanently.
  package var freeze = false
  package var lock: Bool
  /// Whether the tag will be locked later, and so must allow that.
  package var locksLater: Bool
  /// Whether the tag was begun before, so that damaged registers are ours to repair.
  package var isBegun = false

  // How to open a tag that belongs to the person at the reader.
  /// The secret that the tag already has if its change was torn after the last write.
  package var nextSecret: TagSecret?
  /// Whether the user vouches for the tag, whatever it answers to its password.
  package var acceptsAnyAnswer = false
  /// Whether to try the secret on a tag that closes permanently after a few wrong ones.
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

  /// Whether anything beyond the user pages is changed, and must be read first.
  var touchesSettings: Bool { !chipTexts.isEmpty || secret != nil || freeze || lock }
}

extension TagOrder {
  /// Where the mirror of a Type 2 chip is to show its text; nil without one.
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

  /// Whether two of them are certainly the same for every tag.
  func isSame(as other: TagSecret) -> Bool {
    switch (self, other) {
    case (.passwords(let one), .passwords(let other)): one.id == other.id
    case (.password(let one), .password(let other)): one == other
    default: false
    }
  }
}
