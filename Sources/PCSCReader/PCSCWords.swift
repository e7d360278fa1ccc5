// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VicinityAccess: CustomStringConvertible {
  /// How the reader gives access to ISO 15693 tags, for a person who compares readers.
  package var description: String {
    switch self {
    case .transparent: "by raw requests (transparent exchange)"
    case .requests: "by Identiv's own command (FF FC)"
    case .blocks: "block by block (READ BINARY and UPDATE BINARY)"
    }
  }

  /// The name for scripts; it never changes.
  package var machineName: String {
    switch self {
    case .transparent: "transparent-exchange"
    case .requests: "identiv-requests"
    case .blocks: "blocks"
    }
  }
}
