// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

@testable import VirtualReader

extension FaultPlan {
  /// A plan for tags that are written one after the other: each is torn at one of its writes, and
  /// does not come back on its own.
  ///
  /// Each makes its writes up to the torn one, so the place of every tear is known.
  init(tearing tags: [(write: Int, tear: Tear)]) {
    self = .none
    tornTagReturns = nil
    var count = 0
    for torn in tags {
      atWrite[count + torn.write] = torn.tear
      count += torn.write + 1
    }
  }
}
