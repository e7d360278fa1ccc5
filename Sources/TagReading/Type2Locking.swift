// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type2Tag {
  /// What permanently locking the tag would write, as it is now.
  package func planLock() throws(TagError) -> LockPlan {
    try read(.settings)
    return try planning { () throws(TagMemoryError) in
      try LockPlan(on: image, authenticated: isAuthenticated)
    }
  }

  /// Makes the tag permanently read-only and reads every lock byte back.
  ///
  /// The caller has verified the message in this presentation of the tag.
  /// - Returns: the pages that stay writable, because someone froze their lock bits before.
  @discardableResult
  package func lockForEver() throws(TagError) -> [ClosedRange<Int>] {
    let plan = try planLock()
    for write in plan.writes {
      try self.write([write])
      // Each step is read back before the next one makes it final.
      try verify(Int(write.page)...Int(write.page))
    }
    return plan.neverLockable
  }
}
