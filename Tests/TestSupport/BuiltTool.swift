// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc

/// The path of this very program.
package let ownPath: String = {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  return String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}()

/// The `tagpress` that is tried: that of `TAGPRESS_TOOL`, such as the one that ships, or that of
/// this build, which SwiftPM puts next to the test program.
package let builtTool: String =
  environmentVariable("TAGPRESS_TOOL")
  ?? ownPath[..<(ownPath.lastIndex(of: "/") ?? ownPath.startIndex)] + "/tagpress"

/// Whether a program of this name can be found in `PATH`; tests that need it are skipped where it is not.
package func isInstalled(_ program: String) -> Bool {
  let path = getenv("PATH").map { String(cString: $0) } ?? ""
  return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
}

/// The value of an environment variable; `nil` when it is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
