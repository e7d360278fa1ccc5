// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// Bytes in memory of their own, which no core dump has and which is overwritten at the end.
///
/// They are not swapped to disk either, as far as the limit of locked memory allows, and a process
/// that is forked finds zeros there.
final class SecretPages {
  let count: Int
  private let bytes: UnsafeMutableRawBufferPointer

  /// Zeros; nil without memory.
  init?(count: Int) {
    guard count > 0, let start = tagpress_secret_pages(count) else { return nil }
    self.count = count
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    guard let start = bytes.baseAddress else { return }
    explicit_bzero(start, count)
    munmap(start, count)
  }

  /// Lends the bytes; they must not be kept.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }
}

/// Closes this process to anyone who would look into its memory, until it ends.
///
/// It leaves no core dump, and no one but root can attach a debugger or read its memory. Every key
/// comes into the memory of this call.
package func keepMemoryPrivate() {
  _ = tagpress_forbid_dumps()
  let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur != 0 else { return }
  // Programs that the user names may want theirs, and can raise it again.
  limit.rlim_cur = 0
  setrlimit(resource, &limit)
}
