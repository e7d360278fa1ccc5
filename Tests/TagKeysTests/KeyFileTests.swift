// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

@testable import TagKeys

struct KeyFileTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.key")
  }

  /// A key file with these permissions, whatever the umask is.
  func file(_ text: String, permissions: mode_t = 0o600) throws -> String {
    let path = try folder.write(text, to: "given.key")
    chmod(path, permissions)
    return path
  }

  func status(_ path: String) -> stat {
    var status = stat()
    lstat(path, &status)
    return status
  }

  func fault(reading path: String) -> KeyFileFault? {
    do throws(KeyFileError) {
      _ = try KeyFile.read(at: path)
      return nil
    } catch {
      #expect(error.path == path)
      return error.fault
    }
  }

  func fault(creating path: String, name: String = "spring") -> KeyFileFault? {
    do throws(KeyFileError) {
      _ = try KeyFile.create(at: path, name: name)
      return nil
    } catch {
      #expect(error.path == path)
      return error.fault
    }
  }

  @Test func aNewFileIsForItsOwnerOnlyAndIsReadBack() throws {
    let made = try KeyFile.create(at: path, name: "spring 2026")
    #expect(status(path).st_mode == S_IFREG | 0o600)
    #expect(folder.entries == ["spring.key"])
    let found = try KeyFile.read(at: path)
    #expect(found.id == made.id)
    #expect(found.name == "spring 2026")
    #expect(found.withBytes { Array($0) } == made.withBytes { Array($0) })
  }

  @Test func nothingIsEverOverwritten() throws {
    let made = try KeyFile.create(at: path, name: "spring")
    #expect(fault(creating: path) == .exists)
    #expect(try KeyFile.read(at: path).id == made.id)
    let link = folder.path(of: "link")
    symlink("nowhere", link)
    #expect(fault(creating: link) == .exists)
    #expect(fault(creating: folder.path) == .exists)
  }

  @Test func nothingIsLeftBehindWhenItCannotBeMade() {
    let missing = folder.path(of: "missing/spring.key")
    #expect(fault(creating: missing) == .system(.openFolder, errno: ENOENT))
    #expect(fault(creating: folder.path + "/") == .system(.create, errno: ENOENT))
    #expect(fault(creating: "") == .system(.create, errno: ENOENT))
    #expect(fault(creating: path, name: "a\nb") == .key(.name))
    #expect(folder.entries == [])
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o620, 0o602, 0o610, 0o601, 0o644, 0o777] as [mode_t])
  func filesThatOthersCanUseAreRefused(_ permissions: mode_t) throws {
    let file = try file(KeyFileTextTests.whole, permissions: permissions)
    #expect(fault(reading: file) == .openToOthers(permissions: permissions))
  }

  @Test(arguments: [0o600, 0o400, 0o700] as [mode_t])
  func filesForTheOwnerOnlyAreRead(_ permissions: mode_t) throws {
    let file = try file(KeyFileTextTests.whole, permissions: permissions)
    #expect(try KeyFile.read(at: file).id.description == "5057309A")
  }

  @Test func whatIsNoOrdinaryFileIsRefused() throws {
    let file = try file(KeyFileTextTests.whole)
    let link = folder.path(of: "link")
    symlink(file, link)
    #expect(fault(reading: link) == .link)
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    #expect(fault(reading: pipe) == .notAFile)
    #expect(fault(reading: folder.path) == .notAFile)
    #expect(fault(reading: "/dev/null") == .notAFile)
    #expect(fault(reading: path) == .system(.open, errno: ENOENT))
  }

  @Test func tooLargeAndDamagedFilesAreRefused() throws {
    let room = String(repeating: "#\n", count: 5000)
    #expect(fault(reading: try file(KeyFileTextTests.whole + room)) == .tooLarge)
    let damaged = String(KeyFileTextTests.whole.dropLast(9))
    #expect(fault(reading: try file(damaged)) == .damagedLine(10))
    #expect(fault(reading: try file("")) == .notAKeyFile)
  }
}
