// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The password of one tag and the answer that proves the tag.
package struct Type2Secret: Hashable, Sendable {
  package let password: [UInt8]
  package let acknowledge: [UInt8]

  /// nil unless the password has four bytes and the acknowledge two.
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
  /// What every chip with a password has when it is delivered.
  static let factory = Type2Secret(
    known: PasswordPlan.factoryPassword.bytes,
    Array(PasswordPlan.factoryAcknowledge.bytes.prefix(2)))

  /// The password as the tag takes it.
  var passwordPage: Page { Page(password[0], password[1], password[2], password[3]) }
}

extension Type2Secret: CustomStringConvertible, CustomReflectable {
  // Code that logs a value that contains a password must not log the password.
  package var description: String { "Type2Secret(not shown)" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Type2Tag {
  /// Gives the tag its password if it asks for one, and checks the answer (PACK).
  ///
  /// An open tag is left alone: a tag that was torn while its password was taken off may have
  /// another one already. A wrong password is never sent twice, because a tag may close permanently
  /// after a few; and where the tag says that it does, not even once, unless its owner wants that
  /// (`despiteLimit`): no one can see how many are left.
  ///
  /// With `acceptingAnyAcknowledge`, its owner says that this is the tag although its answer is
  /// another one: what someone left half changed can be opened with `unprotect` then.
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

  /// Gives a tag the password that it came with, if it asks for one and lets us try: a register that was
  /// torn may have closed it before it got another.
  ///
  /// - Returns: whether the tag took it.
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

  /// Takes off the password that a tag came with, if that is the one that it asks for.
  package func openAsDelivered() throws(TagError) -> Bool {
    guard try authenticateAsDelivered() else { return false }
    try unprotect()
    return true
  }

  var canHavePassword: Bool { image.chip?.layout.features.contains(.password) == true }

  /// Whether some page needs the password; also when that cannot be seen without it.
  private var asksForPassword: Bool {
    guard canHavePassword else { return false }
    return image.configuration == nil || image.firstProtectedPage != nil
  }

  /// PWD_AUTH; after a refusal the tag has been selected again.
  ///
  /// A secret that is known to be the tag's may be sent twice, and then the first try is the cheap
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
      // The refusal is the news, also when the tag has left meanwhile.
      _ = try? reader.reselect(tag)
      throw .passwordRefused
    }
    // What the tag answers is its secret from now on, also when that is not the one of the key.
    guard answer == secret.acknowledge || acceptingAnyAcknowledge,
      let proven = Type2Secret(password: secret.password, acknowledge: answer)
    else { throw .acknowledgeDiffers }
    accepted = proven
  }

  /// Takes the power from the tag and brings the same one back, so that new registers take effect.
  package func restart() throws(TagError) {
    accepted = nil
    try asking { () throws(ReaderError) in
      try reader.switchField(on: false)
      try reader.switchField(on: true)
    }
    try reselect()
  }

  /// Puts the tag under a password, and proves it after the power was off and on.
  ///
  /// The secret must be on disk before this is called. The password is tried before anything
  /// depends on it: a tag whose password did not arrive stays open. A tag that has this password
  /// already, perhaps from a try that was torn, is gone through again.
  package func protect(
    with secret: Type2Secret, scope: PasswordPlan.Scope
  ) throws(TagError) {
    if !isAuthenticated { try authenticate(secret) }
    // Between an old password and a new one the tag must be open, or a tear leaves one half of each.
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

  /// Takes the password off a tag that was authenticated.
  ///
  /// The password goes last, after the power was off and on: that the tag takes another one then
  /// proves that it is open.
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

  /// Puts back what a tear has left in the registers beside what an order sets there.
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
    // What was read before may have shown a mirror that noise has switched on.
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

  /// Reads the registers back and compares them with what they must be.
  func verifySettings() throws(TagError) {
    guard let first = image.chip?.layout.configurationPage else { return }
    try verify(first...first + 1)
  }
}
