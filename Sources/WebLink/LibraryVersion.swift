// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibIDN2

/// The version of libidn2 that the process runs with (`idn2_check_version`).
package func libidn2Version() -> String {
  idn2_check_version(nil).map { String(cString: $0) } ?? "unknown"
}
