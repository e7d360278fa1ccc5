// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The password of one tag and the answer that proves the tag.
package struct Type2Secret: Hashable, Sendable {
  package let password: [UInt8]
  package let acknowledge: [UInt8]

  /// Nil unless the password has four bytes and the acknowledge two.
  package init?(password: [UInt8], acknowledge: [UInt8]) {
    guard password.count == 4, acknowledge.count == 2 else { return nil }
    self.init(known: password, acknowledge)
  }

  private init(known password: [UInt8], _ acknowledge: [UInt8]) {
    self.password = password
    self.acknowledge = acknowledge
  }
}

extension Type2Secret {
  /// The factory password of every chip that has one.
  static let factory = Type2Secret(
    known: PasswordPlan.factoryPassword.bytes,
    Array(PasswordPlan.factoryAcknowledge.bytes.prefix(2)))

  /// The password as it is sent to the tag.
  var passwordPage: Page { Page(password[0], password[1], password[2], password[3]) }
}

extension Type2Secret: CustomStringConvertible, CustomReflectable {
  // Logging a value that contains a password must not log the password.
  package var description: String { "Type2Secret(not shown)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Type2Tag {
  /// Gives the tag its password if it asks for one, and checks the answer (PACK).
  ///
  /// An open tag is left alone: if removing its password was interrupted, it may have another one
  /// already. A wrong password is never sent twice, because a tag may close permanently after a
  /// few; if the tag says so, it is not sent even once, unless its owner wants that
  /// (`despiteLimit`), because no one can see how many tries are left.
  ///
  /// With `acceptingAnyAcknowledge`, its owner vouches for the tag although its acknowledge differs:
  /// a half changed tag can be opened for `unprotect` this way.
  package func authenticate(
    _ secret: Type2Secret, acceptingAnyAcknowledge: Bool = false, despiteLimit: Bool = false
  ) throws(TagError) {
    try read(.settings)
    guard asksForPassword else { return }
    if let settings = image.configuration, settings.attemptLimit > 0, !despiteLimit {
      throw .memory(.attemptLimited(settings.attemptLimit, isFrozen: settings.isFrozen))
    }
    try prove(secret, acceptingAnyAcknowledge: acceptingAnyAcknowledge)
    forgetRefusals()
  }

  /// Sends the factory password, if the tag asks for one and has no limit: a torn register may have
  /// closed the tag before it got another password.
  ///
  /// - Returns: whether the tag accepted it.
  func authenticateAsDelivered() throws(TagError) -> Bool {
    try read(.settings)
    guard accepted == nil, image.firstProtectedPage != nil, image.configuration?.attemptLimit == 0
    else { return false }
    do throws(TagError) {
      try prove(.factory)
    } catch {
      guard error == .passwordRefused else { throw error }
      return false
    }
    forgetRefusals()
    return true
  }

  /// Removes the factory password, if that is the one that the tag asks for.
  package func openAsDelivered() throws(TagError) -> Bool {
    guard try authenticateAsDelivered() else { return false }
    try unprotect()
    return true
  }

  var canHavePassword: Bool { image.chip?.layout.features.contains(.password) == true }

  /// Whether some page needs the password, also if that cannot be seen without it.
  private var asksForPassword: Bool {
    guard canHavePassword else { return false }
    return image.configuration == nil || image.firstProtectedPage != nil
  }

  /// PWD_AUTH; after a refusal the tag has been selected again.
  ///
  /// A secret that is certainly the tag's may be sent twice, and then the first try is the cheap
  /// one; any other is sent once.
  func prove(
    _ secret: Type2Secret, isKnown: Bool = false, acceptingAnyAcknowledge: Bool = false
  ) throws(TagError) {
    accepted = nil
    let command = [0x1B] + secret.password
    let answer: [UInt8]
    do throws(ReaderError) {
      answer = try isKnown ? reader.ask(tag, command) : reader.exchange(command, .careful)
    } catch {
      guard case .refused = error else { throw TagError(error) }
      // The refusal matters more, even if the tag has left meanwhile.
      _ = try? reader.reselect(tag)
      throw .passwordRefused
    }
    // The tag's answer is its secret from now on, even if it is not that of the key.
    guard answer == secret.acknowledge || acceptingAnyAcknowledge,
      let proven = Type2Secret(password: secret.password, acknowledge: answer)
    else { throw .acknowledgeDiffers }
    accepted = proven
  }

  /// Switches the field off and on for the same tag, so that new registers take effect.
  package func restart() throws(TagError) {
    accepted = nil
    try asking { () throws(ReaderError) in
      try reader.switchField(on: false)
      try reader.switchField(on: true)
    }
    try reselect()
  }

  /// Protects a tag with a password, and verifies that after the power was off and on.
  ///
  /// The secret must be on disk before this is called. The password is tried before anything
  /// depends on it: a tag whose password did not arrive stays open. If the tag has this password
  /// already, perhaps from an interrupted try, all steps are repeated.
  package func protect(
    with secret: Type2Secret, scope: PasswordPlan.Scope
  ) throws(TagError) {
    if !isAuthenticated { try authenticate(secret) }
    // The tag must be open between the old password and the new one, or an interruption mixes them.
    if let accepted, accepted != secret { try unprotect() }
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try PasswordPlan(
        protecting: image, password: secret.passwordPage,
        acknowledge: (secret.acknowledge[0], secret.acknowledge[1]), scope: scope,
        authenticated: isAuthenticated, repairing: true)
    }
    // A secret that the tag has proven is not written again: torn, it would be lost behind AUTH0.
    if accepted != secret {
      try write(plan.writes.filter { $0.readsAs == nil })
      try prove(secret, isKnown: true)
    }
    try write(plan.writes.filter { $0.readsAs != nil })
    try verifySettings()
    try restart()
    try prove(secret, isKnown: true)
  }

  /// Removes the password from an authenticated tag.
  ///
  /// The password goes last, after the power was off and on: if the tag then accepts another
  /// one, it is open.
  package func unprotect() throws(TagError) {
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try PasswordPlan(unprotecting: image, authenticated: isAuthenticated)
    }
    try write(plan.writes.filter { $0.readsAs != nil })
    try verifySettings()
    try restart()
    try write(plan.writes.filter { $0.readsAs == nil })
  }

  /// Restores the bits of the registers that an interruption changed and the order does not set.
  func repairSettings() throws(TagError) {
    guard canHavePassword, !hasOnlyPages else { return }
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try PasswordPlan(repairing: image, authenticated: isAuthenticated)
    }
    guard !plan.writes.isEmpty else { return }
    try write(plan.writes)
    try verifySettings()
    try restartAuthenticated()
    // What was read before may contain a mirror that noise has switched on.
    image = imageOfUIDOnly
  }

  /// Permanently freezes the registers of a protected tag (CFGLCK).
  package func freezeSettings() throws(TagError) {
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try PasswordPlan(freezing: image, authenticated: isAuthenticated)
    }
    try write(plan.writes)
    try verifySettings()
  }

  /// Reads the registers back and compares them with their expected values.
  func verifySettings() throws(TagError) {
    guard let first = image.chip?.layout.configurationPage else { return }
    try verify(first...first + 1)
  }
}
