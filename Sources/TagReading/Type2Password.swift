// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension Type2Tag {
  /// Gives the tag its password; the answer is the acknowledge (PACK) that belongs to it.
  ///
  /// A wrong password is never sent twice: a tag may close for ever after a few.
  @discardableResult
  package func authenticate(_ password: [UInt8]) throws(Type2Error) -> [UInt8] {
    do throws(ReaderError) {
      let acknowledge = try reader.exchange([0x1B] + password, .careful)
      guard acknowledge.count == 2 else { throw .corrupted }
      self.password = password
      isAuthenticated = true
      return acknowledge
    } catch {
      if case .refused = error { throw .passwordRefused }
      throw Type2Error(error)
    }
  }

  /// Takes the field away and brings the same tag back, so that new registers take effect.
  package func restart() throws(Type2Error) {
    password = nil
    isAuthenticated = false
    do throws(ReaderError) {
      try reader.switchField(on: false)
      try reader.switchField(on: true)
    } catch {
      throw Type2Error(error)
    }
    try reselect()
  }
}
