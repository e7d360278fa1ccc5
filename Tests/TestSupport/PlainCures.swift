// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice

/// The cures by their names in the source, for tests of rooms that leave the words to a command.
package let plainCures: CureWords = { "\($0)." }
