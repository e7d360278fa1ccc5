// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@Suite("A temporary directory")
struct TemporaryDirectoryTests {
  @Test("it holds files and goes away with them, sparing what a link points to")
  func lifetime() throws {
    let kept = try TemporaryDirectory()
    let path: String
    do {
      let directory = try TemporaryDirectory()
      path = directory.path
      try directory.write("one", to: "a.txt")
      mkdir(directory.path(of: "folder"), 0o700)
      try directory.write([0, 255], to: "folder/b.bin")
      try kept.write("still here", to: "kept.txt")
      symlink(kept.path, directory.path(of: "link"))
      #expect(directory.entries == ["a.txt", "folder", "link"])
      #expect(try directory.read("folder/b.bin") == [0, 255])
    }
    #expect(access(path, F_OK) == -1)
    #expect(try kept.read("kept.txt") == Array("still here".utf8))
  }
}
