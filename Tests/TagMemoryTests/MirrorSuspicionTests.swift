// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

struct MirrorSuspicionTests {
  private static let uid = hex("04E141124C2880")
  private static let texts: [(String, Bool)] = [
    ("", false), ("a.bc/12345", false), ("a.bc/?c=003F31", true), ("a.bc/?c=FFFFFE", true),
    ("a.bc/?u=04E141124C2880", true), ("a.bc/?u=04E141124C2880x000001", true),
    ("a.bc/?n=904E141124C28807", true), ("a.bc/?u=04E141124C2881", false),
    ("a.bc/?n=9003F31", true), ("a.bc/0123456789abcde", false), ("a.bc/?n=1234567", false),
    ("a.bc/?u=04e1411e4c2880", false),
  ]

  @Test(arguments: texts)
  func onlyWhatAMirrorCouldShowIsSuspected(_ text: String, _ expected: Bool) {
    var tag = image(.ntag213, area: [0x03, 0x00, 0xFE] + Array(text.utf8))
    let registers = tag[0x29]
    tag[0x29] = nil
    #expect(tag.mayShowMirror(of: Self.uid) == expected)
    // Known registers need no suspicion, and no other chip has this mirror.
    tag[0x29] = registers
    #expect(!tag.mayShowMirror(of: Self.uid))
    let other = image(.ntag203, area: Array(text.utf8))
    #expect(!other.mayShowMirror(of: Self.uid))
  }
}
