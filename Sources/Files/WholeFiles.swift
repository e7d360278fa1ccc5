// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// The bytes of a file; nil when there is none.
package func readFileIfThere(_ path: String, limit: Int = 1 << 20) throws(FileError) -> [UInt8]? {
  let file: InputFile
  do throws(InputError) {
    file = try InputFile(regular: path)
  } catch {
    if case .cannotOpen(_, ENOENT) = error { return nil }
    throw FileError(path: path, action: .read, code: error.code)
  }
  do throws(InputError) {
    return try file.rest(limit: limit)
  } catch {
    throw FileError(path: path, action: .read, code: error.code)
  }
}

/// Replaces a file in one step, so that a reader sees the old bytes or the new ones.
package func writeFile(
  _ path: String, _ bytes: [UInt8], lasting isLasting: Bool = true
) throws(FileError) {
  let file = try NewFile(path, lasting: isLasting)
  file.write(bytes)
  try file.finish()
}

/// Replaces a file only if it still has the bytes that the change was based on.
///
/// - Returns: whether it did.
package func writeFile(
  _ path: String, _ bytes: [UInt8], inPlaceOf was: [UInt8]
) throws(FileError) -> Bool {
  let file = try NewFile(path)
  file.write(bytes)
  return try file.finish { (try? readFileIfThere(path, limit: was.count + 1)) == .some(was) }
}

/// Writes a file that must not exist yet.
package func writeNewFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let file = try NewFile(path, replacing: false)
  file.write(bytes)
  try file.finish()
}

/// Writes all bytes; false leaves the reason in errno.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var left = bytes[...]
  while !left.isEmpty {
    let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 || mayTryAgain(descriptor, POLLOUT) else { return false }
    left.removeFirst(max(0, count))
  }
  return true
}
