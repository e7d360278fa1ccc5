// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Threads

/// Does something on several threads at once, which may block as long as they like.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  for thread in (0..<count).compactMap({ number in startThread { body(number) } }) { thread.join() }
}
