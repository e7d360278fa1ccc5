// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

extension FaultOdds {
  /// Faults of the air, which cost no time.
  static var badAir: FaultOdds {
    var odds = FaultOdds()
    odds.tagMissesFrame = Ratio(1, of: 40)
    odds.tagAnswerLost = Ratio(1, of: 40)
    odds.tagAnswerCorrupted = Ratio(1, of: 40)
    odds.tagLeaves = Ratio(1, of: 80)
    return odds
  }
}
