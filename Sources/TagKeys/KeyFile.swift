// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Key files on disk: only their owner can read them, and none is ever overwritten.
package enum KeyFile {
  /// Makes a new key and its file, and returns the key as it was read back from there.
  ///
  /// When this returns, the file survives a power cut: it and its folder were synchronised.
  package static func create(
    at path: String, name: String
  ) throws(KeyFileError) -> PasswordKey {
    do throws(KeyFileFault) {
      try write(try newKey(name), to: path)
      return try readKey(at: path)
    } catch {
      throw KeyFileError(path: path, fault: error)
    }
  }

  /// Reads a key file, unless anyone but its owner could have read or changed it.
  package static func read(at path: String) throws(KeyFileError) -> PasswordKey {
    do throws(KeyFileFault) {
      return try readKey(at: path)
    } catch {
      throw KeyFileError(path: path, fault: error)
    }
  }

  private static func newKey(_ name: String) throws(KeyFileFault) -> PasswordKey {
    do throws(PasswordKeyError) {
      return try PasswordKey(name: name)
    } catch {
      throw .key(error)
    }
  }

  private static func write(_ key: PasswordKey, to path: String) throws(KeyFileFault) {
    let (folderPath, fileName) = split(path)
    // The folder is opened once, so that the one that is synchronised is the one with the file.
    guard let folder = OpenFile(open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      throw .system(.openFolder, errno: errno)
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    guard let file = OpenFile(openat(folder.descriptor, fileName, flags, 0o600)) else {
      throw errno == EEXIST ? .exists : .system(.create, errno: errno)
    }
    var text = KeyFileText.bytes(of: key)
    defer { erase(&text) }
    guard writeAll(text, to: file.descriptor), fsync(file.descriptor) == 0,
      fsync(folder.descriptor) == 0
    else {
      let reason = errno
      // Half a key file helps no one, and would be in the way of the next try.
      unlinkat(folder.descriptor, fileName, 0)
      throw .system(.write, errno: reason)
    }
  }

  private static func readKey(at path: String) throws(KeyFileFault) -> PasswordKey {
    keepMemoryPrivate()
    // O_NONBLOCK: a named pipe must be refused, not waited for.
    guard let file = OpenFile(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) else {
      throw errno == ELOOP ? .link : .system(.open, errno: errno)
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { throw .system(.open, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_mode & 0o077 == 0 else {
      throw .openToOthers(permissions: status.st_mode & 0o777)
    }
    guard var text = file.read(atMost: KeyFileText.maximumBytes + 1) else {
      throw .system(.read, errno: errno)
    }
    defer { erase(&text) }
    return try KeyFileText.key(from: text)
  }

  private static func split(_ path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = String(path[...slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}
