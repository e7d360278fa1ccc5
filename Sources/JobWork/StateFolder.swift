// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import Glibc
package import JobLedger

/// Where the programs of a user remember things; nil where the system names no such folder.
package func stateFolder() -> String? {
  func named(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
  guard let parent = named("XDG_STATE_HOME") ?? named("HOME").map({ "\($0)/.local/state" }) else {
    return nil
  }
  return "\(parent)/tagpress"
}

/// Why there is none.
package let noStateFolder = "neither XDG_STATE_HOME nor HOME names a folder"

extension JobRegister {
  /// That of the user.
  package static var ofUser: JobRegister? {
    stateFolder().map { JobRegister(folder: "\($0)/jobs") }
  }

  /// Refuses to call a job new whose ledger was here, and is gone.
  package static func refuseLost(at path: String) throws(Failure) {
    try orFail { () throws(LedgerError) in
      try ofUser?.refuseLost(at: path)
    }
  }
}
