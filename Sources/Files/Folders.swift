// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// What follows the last slash of a path.
package func lastName(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

/// The name of a file without its ending, as in `stores` for `stores.xlsx`.
package func stem(of name: String) -> String {
  String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
}

/// The folder part of a path.
package func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}

/// The names in a folder in order, without `.` and `..`; nil if it is not a readable folder.
package func folderNames(_ path: String) -> [String]? {
  guard let stream = opendir(path) else { return nil }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    // Read in place: a copy has 256 bytes, and at the end of a buffer there are fewer.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Makes a folder and its missing parents.
package func makeFolder(_ path: String) throws(FileError) {
  if makeLastFolder(path) { return }
  if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
    try makeFolder(String(path[..<slash]))
    if makeLastFolder(path) { return }
  }
  throw FileError(path: path, action: .write, code: errno)
}

/// Makes a folder in an existing one; false leaves the reason in errno.
private func makeLastFolder(_ path: String) -> Bool {
  guard mkdir(path, 0o755) == 0 else { return errno == EEXIST }
  return syncFolder(of: path)
}

/// Makes the name of a file or folder survive a power cut; false leaves the reason in errno.
package func syncFolder(of path: String) -> Bool {
  let name = folder(of: path)
  return syncFolder(name.isEmpty ? "/" : name)
}

/// Makes the names in a folder survive a power cut; false leaves the reason in errno.
package func syncFolder(_ path: String) -> Bool {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  // A folder that we may write but not read cannot be synced.
  guard descriptor >= 0 else { return errno == EACCES }
  defer { close(descriptor) }
  // Some network file systems do not support it.
  return fsync(descriptor) == 0 || errno == EINVAL
}

/// Whether there is certainly nothing at a path; a dangling link is something.
package func isAbsent(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
}

/// Whether an ordinary file has this path itself, and no link leads to it.
package func isOrdinaryFile(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Whether two paths, however they are spelt, lead to the same file.
package func isOneFile(_ path: String, _ other: String) -> Bool {
  var (one, two) = (stat(), stat())
  guard stat(path, &one) == 0, stat(other, &two) == 0 else { return false }
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino
}
