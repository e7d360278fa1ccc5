// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibCrypto

/// The version of OpenSSL's libcrypto that the process runs with (`OpenSSL_version`).
package func libcryptoVersion() -> String {
  OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
}
