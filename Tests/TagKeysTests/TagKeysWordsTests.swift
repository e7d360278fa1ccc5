// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Testing

@testable import TagKeys

struct TagKeysWordsTests {
  @Test(
    arguments: [
      (
        .exists,
        "a.key already exists and was not changed. Choose another name."
      ),
      (
        .openToOthers(permissions: 0o644),
        "Users other than its owner can read or change the key file a.key (permissions 644). "
          + "Make sure that no one did, then run chmod 600 on it."
      ),
      (
        .wrongID(stored: PasswordKeyID(value: 1), computed: PasswordKeyID(value: 0xABCD_EF01)),
        "The key file a.key gives the id 00000001, but its key has the id ABCDEF01, "
          + "so one of them is damaged. Restore it from your backup."
      ),
      (
        .system(.openFolder, errno: ENOENT),
        "The key file a.key cannot be made, because its folder cannot be opened: "
          + "No such file or directory. "
          + "Choose a folder that exists and that you can write to."
      ),
      (
        .notAKeyFile,
        "The key file a.key does not begin with the line \"tagpress password key 1\". "
          + "Name the key file that TagPress made."
      ),
    ] as [(KeyFileFault, String)])
  func errorsSayWhatToDoNext(_ fault: KeyFileFault, _ words: String) {
    #expect(KeyFileError(path: "a.key", fault: fault).description == words)
  }

  @Test func verdictsNameTheChip() throws {
    let key = try #require(OriginalityKey.published.first)
    #expect(
      SignatureVerdict.genuine(key).description
        == "The maker's signature fits this UID (key of NTAG 210 to 216 and NTAG 5).")
    #expect(
      SignatureVerdict.fake(.oneByte(0x0A)).description
        == "Instead of a signature, the tag sends only 0A. "
        + "Treat the tag as an imitation, and try one before you use the batch.")
  }
}
