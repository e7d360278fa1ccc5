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
