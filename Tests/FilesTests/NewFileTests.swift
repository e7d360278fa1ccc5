// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import Files

struct NewFileTests {
  @Test func whatIsNextToItStaysAsItIs() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "page.html")
    let names = ["page.html.new", "page.html.new-\(getpid())-0"]
    for name in names { try folder.write("mine", to: name) }
    try writeFile(path, Array("fresh".utf8))
    #expect(try folder.read("page.html") == Array("fresh".utf8))
    for name in names { #expect(try folder.read(name) == Array("mine".utf8)) }
    #expect(folderNames(folder.path) == ["page.html"] + names.sorted())
  }

  @Test func aLinkStaysAndLeadsToTheNewFile() throws {
    let folder = try TemporaryDirectory()
    try folder.write("old", to: "page.html")
    symlink("page.html", folder.path(of: "link"))
    try writeFile(folder.path(of: "link"), Array("fresh".utf8))
    #expect(try folder.read("page.html") == Array("fresh".utf8))
    var status = stat()
    #expect(lstat(folder.path(of: "link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(folderNames(folder.path) == ["link", "page.html"])
  }

  /// Root may write next to `/dev/null` too.
  @Test func whatIsNoOrdinaryFileStays() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "pipe")
    mkfifo(path, 0o600)
    let error: Files.FileError = .init(path: path, action: .write, code: EEXIST)
    #expect(throws: error) { try writeFile(path, [1]) }
    #expect(
      error.description == """
        \(path) could not be written: File exists. It is not an ordinary file. Choose another name.
        """)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(folderNames(folder.path) == ["pipe"])
  }

  @Test func lettingGoOfItLeavesNothing() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "page.html")
    try NewFile(path).write(Array("half".utf8))
    #expect(folderNames(folder.path) == ["page.html"])
    #expect(try folder.read("page.html") == Array("old".utf8))
  }

  /// Only root can give files away; what a link leads to is not replaced, so its owner says nothing.
  @Test(arguments: [false, true])
  func theOldFileGivesItsOwnerAndPermissions(_ isLink: Bool) throws {
    let folder = try TemporaryDirectory()
    let old = try folder.write("old", to: "page.html")
    let (user, group) = geteuid() == 0 ? (4711, 4712) : (geteuid(), getegid())
    #expect(chown(old, user, group) == 0 && chmod(old, 0o640) == 0)
    let path = isLink ? folder.path(of: "link") : old
    if isLink { symlink("page.html", path) }
    let file = try NewFile(path, throughLinks: false)
    #expect(file.lostOwner == nil)
    try file.finish()
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(status.st_uid == (isLink ? geteuid() : user))
    #expect(status.st_gid == (isLink ? getegid() : group))
  }

  /// Where a link is put in the place of a file, what it leads to may be anyone's.
  @Test func whatALinkLeadsToStaysIfItIsNotMeant() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "page.html")
    try folder.write("mine", to: "mine")
    let file = try NewFile(path, throughLinks: false)
    file.write(Array("fresh".utf8))
    unlink(path)
    symlink("mine", path)
    try file.finish()
    #expect(try folder.read("mine") == Array("mine".utf8))
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
    #expect(try folder.read("page.html") == Array("fresh".utf8))
  }

  /// The last look comes after all bytes, and what was saved meanwhile stays.
  @Test func whatIsNoLongerAsItWasStays() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "page.html")
    let file = try NewFile(path)
    file.write(Array("fresh".utf8))
    try folder.write("saved", to: "page.html")
    let was = Array("old".utf8)
    #expect(try !file.finish { (try? readFileIfThere(path)) == .some(was) })
    #expect(try !writeFile(path, Array("fresh".utf8), inPlaceOf: was))
    #expect(try folder.read("page.html") == Array("saved".utf8))
    #expect(try writeFile(path, Array("fresh".utf8), inPlaceOf: Array("saved".utf8)))
    #expect(try folder.read("page.html") == Array("fresh".utf8))
  }

  @Test func aFileForANewNameReplacesNothing() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("mine", to: "log")
    let taken: Files.FileError = .init(path: path, action: .make, code: EEXIST)
    #expect(throws: taken) { try NewFile.requireNew(path) }
    unlink(path)
    let file = try NewFile(path, replacing: false)
    try folder.write("mine", to: "log")
    file.write(Array("fresh".utf8))
    #expect(throws: taken) { try file.finish() }
    #expect(try folder.read("log") == Array("mine".utf8))
    unlink(path)
    try writeNewFile(path, Array("fresh".utf8))
    #expect(try folder.read("log") == Array("fresh".utf8))
  }
}
