// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct FileRightsTests {
  @Test("a right is for anyone who has one of its conditions")
  func verdicts() {
    typealias Verdict = FileRights.Verdict
    let cases: [(String, key: UInt8?, read: Verdict, write: Verdict, change: Verdict)] = [
      ("0000E0EE000100", nil, .granted(byKey: false), .granted(byKey: false), .keyMissing),
      ("0000E0EE000100", 0, .granted(byKey: false), .granted(byKey: false), .granted(byKey: true)),
      ("000000E0200000", nil, .granted(byKey: false), .keyMissing, .keyMissing),
      ("000000E0200000", 0, .granted(byKey: true), .granted(byKey: true), .granted(byKey: true)),
      ("0000FFEF000100", 0, .granted(byKey: false), .closed, .closed),
      ("00033023800000", 2, .granted(byKey: true), .keyMissing, .keyMissing),
      ("00033023800000", 3, .granted(byKey: true), .granted(byKey: true), .keyMissing),
      ("0000FEEF000100", nil, .granted(byKey: false), .closed, .granted(byKey: false)),
    ]
    for (settings, key, read, write, change) in cases {
      let rights = FileRights(hex(settings))
      #expect(rights.reading(with: key) == read, "\(settings), \(key ?? 0xFF)")
      #expect(rights.writing(with: key) == write, "\(settings), \(key ?? 0xFF)")
      #expect(rights.changing(with: key) == change, "\(settings), \(key ?? 0xFF)")
    }
    #expect((0...0xF).filter(FileRights.isCondition) == [0, 1, 2, 3, 4, 0xE, 0xF])
  }
}
