// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite

/// Whether something such as NTP keeps this machine's clock right; nil if the system does not say.
///
/// Only the kernel is asked, with `adjtimex`, so this needs no network.
package func isClockKept() -> Bool? {
  var state = timex()
  guard adjtimex(&state) >= 0 else { return nil }
  return state.status & STA_UNSYNC == 0
}
