// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import tagpress

@Suite struct NewFileTests {
  @Test func whatLiesBesideItStaysAsItIs() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "page.html")
    let names = ["page.html.new", "page.html.new-\(getpid())-0"]
    for name in names { try folder.write("mine", to: name) }
    try writeFile(path, Array("fresh".utf8))
    #expect(try folder.read("page.html") == Array("fresh".utf8))
    for name in names { #expect(try folder.read(name) == Array("mine".utf8)) }
    #expect(folderNames(folder.path) == ["page.html"] + names.sorted())
  }

  @Test func whoeverLetsGoOfItLeavesNothing() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "page.html")
    try NewFile(path).write(Array("half".utf8))
    #expect(folderNames(folder.path) == ["page.html"])
    #expect(try folder.read("page.html") == Array("old".utf8))
  }
}
