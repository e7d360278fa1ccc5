// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// How much more memory this process had in use at a time while it did something, in bytes.
///
/// The kernel counts for the whole process, so nothing else may run in it: this is for exit tests.
package func peakGrowth(during body: () throws -> Void) throws -> Int {
  // The highest mark falls to what is in use now (proc(5), clear_refs).
  guard let marks = fopen("/proc/self/clear_refs", "w") else {
    throw FileError(path: "/proc/self/clear_refs", errno: errno)
  }
  fputs("5", marks)
  fclose(marks)
  let before = try status("VmRSS:")
  try body()
  return try status("VmHWM:") - before
}

private func status(_ name: String) throws -> Int {
  let lines = String(decoding: try contents(of: "/proc/self/status"), as: UTF8.self)
    .split(separator: "\n")
  let words = lines.first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace)
  return (words.flatMap { Int($0[1]) } ?? 0) * 1024
}

/// Whether this build is one for the address or the thread sanitizer, which keep what was freed.
package var isSanitized: Bool {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
}
