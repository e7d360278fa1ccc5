// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Testing

@testable import TagKeys

@Suite struct TagKeysWordsTests {
  @Test(
    arguments: [
      (
        .exists,
        "key file a.key: there is such a file already, and keys are never overwritten: "
          + "choose another name"
      ),
      (
        .openToOthers(permissions: 0o644),
        "key file a.key: others than its owner can read or change it (permissions 644): "
          + "make sure that nobody did, then run chmod 600 on it"
      ),
      (
        .wrongID(stored: PasswordKeyID(value: 1), computed: PasswordKeyID(value: 0xABCD_EF01)),
        "key file a.key: its id is 00000001, but the key in it has the id ABCDEF01, "
          + "so one of them is damaged: take the file from your backup"
      ),
      (
        .system(.openFolder, errno: ENOENT),
        "key file a.key: its folder cannot be opened (No such file or directory): "
          + "choose a folder that exists and that you may write to"
      ),
      (
        .notAKeyFile,
        "key file a.key: its first line is not \"tagpress password key 1\": "
          + "name the file that `tagpress key new` made"
      ),
    ] as [(KeyFileFault, String)])
  func errorsSayWhatToDoNext(_ fault: KeyFileFault, _ words: String) {
    #expect(KeyFileError(path: "a.key", fault: fault).description == words)
  }

  @Test func verdictsNameTheChip() throws {
    let key = try #require(OriginalityKey.published.first)
    #expect(
      SignatureVerdict.genuine(key).description
        == "the maker's signature fits this UID (key of NTAG 210 to 216 and NTAG 5); nothing to do")
    #expect(
      SignatureVerdict.fake(.oneByte(0x0A)).description
        == "instead of a signature the tag answers 0A in every place: "
        + "treat it as an imitation and try one before you use the batch")
  }
}
