// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

// The kernel tells of processes and devices in small files under /proc and /sys.

func ownProcess() -> Int32 {
  getpid()
}

func parentProcess() -> Int32 {
  getppid()
}

/// The names in a directory; none when it cannot be read.
func entries(of directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    names.append(
      withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      })
  }
  return names
}

/// Where a symbolic link points; empty when it is none.
func linkTarget(_ path: String) -> String {
  withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    let length = readlink(path, start.assumingMemoryBound(to: CChar.self), buffer.count)
    return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : ""
  }
}

/// The first part of a small file; empty when it cannot be read.
func contents(_ path: String) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
    let length = read(descriptor, buffer.baseAddress, buffer.count)
    return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : ""
  }
}
