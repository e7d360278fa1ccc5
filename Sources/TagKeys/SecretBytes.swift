// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Overwrites bytes in a way that the optimiser must not remove.
///
/// It reaches this array only: a copy that was made before, by us or by the standard library when an
/// array grew, stays where it is until that memory is used again.
func erase(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { buffer in
    if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
  }
}
