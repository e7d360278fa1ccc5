// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a program asked of the system.
package enum SystemCalls {
  /// Whether a program can be traced here.
  package static let areTraceable: Bool = {
    let result = try? run("strace", ["-o", "/dev/null", "-e", "trace=none", "true"])
    return result?.exit == .code(0)
  }()
}
