// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Why no page can be served.
package enum PageServerError: Error, Hashable {
  case portTaken(UInt16)
  case portForbidden(UInt16)
  case cannotListen(errno: Int32)
  case noThread
}

extension PageServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .portTaken(let port):
      """
      Another program on this machine has port \(port). Choose another port, or none: the system \
      then gives one that is free.
      """
    case .portForbidden(let port):
      "Port \(port) is only for programs of the system. Choose one from 1024 to 65535."
    case .cannotListen(let code):
      "No page can be served on this machine: \(String(cString: strerror(code)))."
    case .noThread: "The system has no thread left to serve a page with."
    }
  }
}
