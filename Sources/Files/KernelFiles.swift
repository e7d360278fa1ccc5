// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

// The kernel describes processes and devices in small files under /proc and /sys.

/// Where a symbolic link points; empty if it is not a link.
package func linkTarget(_ path: String) -> String {
  withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    let length = readlink(path, start.assumingMemoryBound(to: CChar.self), buffer.count)
    return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : ""
  }
}

/// The names in a folder; none when it cannot be read.
package func kernelNames(_ folder: String) -> [String] { folderNames(folder) ?? [] }

/// The text of a small file; empty when it cannot be read.
package func kernelText(_ path: String) -> String {
  guard let file = OpenFile(open(path, O_RDONLY | O_CLOEXEC)) else { return "" }
  return file.read(atMost: 1024).map { String(decoding: $0, as: UTF8.self) } ?? ""
}

/// The first line of a small file; empty where there is none.
package func firstLine(of path: String) -> String {
  String(kernelText(path).prefix { $0 != "\n" })
}
