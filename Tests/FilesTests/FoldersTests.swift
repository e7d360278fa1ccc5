// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Files
import Glibc
import TestSupport
import Testing

struct FoldersTests {
  @Test func pathsEndInAName() {
    #expect(lastName(of: "a/b.xml") == "b.xml" && lastName(of: "b.xml") == "b.xml")
    #expect(folder(of: "a/b.xml") == "a" && folder(of: "b.xml") == ".")
  }

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    let folder = try TemporaryDirectory()
    try makeFolder(folder.path(of: "a/b/c"))
    try makeFolder(folder.path(of: "a/b/c"))
    #expect(folderNames(folder.path(of: "a/b")) == ["c"])
    #expect(folderNames(folder.path(of: "x")) == nil)
  }

  /// More names than the C library reads at once; the address sanitizer sees what is after the
  /// last.
  @Test func aLargeFolderIsReadToItsEnd() throws {
    let folder = try TemporaryDirectory()
    let names = (1000..<3000).map { "\($0)" }
    for name in names { try folder.write([], to: name) }
    #expect(folderNames(folder.path) == names)
  }

  @Test func aNewFolderHasAllItsFilesOrIsNotThere() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "job")
    do {
      var draft = try NewFolder(path)
      try draft.write([1], to: "a")
    }
    #expect(folderNames(folder.path) == [])
    var made = try NewFolder(path)
    try made.write([1], to: "a")
    try made.write([2], to: "a")
    let source = try folder.write("two", to: "b")
    try made.copy(source, to: "b")
    #expect(throws: NewFolderError.self) { try made.copy(source, to: "b") }
    try made.finish()
    #expect(folderNames(path) == ["a", "b"] && made.names == ["a", "b"])
    #expect(throws: NewFolderError.exists(path)) { _ = try NewFolder(path) }
    let lost = folder.path(of: "no/job")
    #expect(throws: NewFolderError.noParent(folder.path(of: "no"))) { _ = try NewFolder(lost) }
  }

  /// Others wait as long as someone has it; a folder of that name that was made anew is another one.
  @Test func aLockedFolderIsNoOneElses() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "site")
    try makeFolder(path)
    let other = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    do {
      let lock = try FolderLock(path)
      let (answer, reason) = (flock(other, LOCK_EX | LOCK_NB), errno)
      #expect(answer == -1 && reason == EWOULDBLOCK)
      #expect(lock.isOf(path))
      rmdir(path)
      #expect(!lock.isOf(path))
      try makeFolder(path)
      #expect(!lock.isOf(path))
    }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    let file = try folder.write("", to: "file")
    #expect(throws: Files.FileError(path: file, action: .write, code: ENOTDIR)) {
      _ = try FolderLock(file)
    }
  }

  @Test func aTemporaryFolderGoesWithItsFiles() throws {
    let folder = try TemporaryFolder()
    try writeNewFile("\(folder.path)/a", [1])
    folder.remove()
    #expect(folderNames(folder.path) == nil)
  }

  @Test func theKernelsFilesAreReadAsText() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("one\ntwo\n", to: "id")
    #expect(firstLine(of: path) == "one" && kernelText(path) == "one\ntwo\n")
    #expect(firstLine(of: folder.path(of: "no")).isEmpty && kernelNames("/no/such/place").isEmpty)
    symlink("id", folder.path(of: "link"))
    #expect(linkTarget(folder.path(of: "link")) == "id" && linkTarget(path).isEmpty)
  }
}
