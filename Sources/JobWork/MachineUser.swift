// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Who runs the program, by the name that the machine has for them.
package func machineUser() -> String {
  let id = geteuid()
  guard let entry = getpwuid(id), let name = entry.pointee.pw_name, name.pointee != 0 else {
    return "user \(id)"
  }
  return String(cString: name)
}
