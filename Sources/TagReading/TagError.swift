// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a procedure on a tag came to no good end, whatever the tag's type.
package enum TagError: Error, Hashable, Sendable {
  case type2(Type2Error)
  case type3(Type3Error)
  case type4(Type4Error)
  case type5(Type5Error)
  /// What was asked for is no matter of the tag's type.
  case blocks(BlockError)
}

extension TagError {
  /// The trouble between reader and tag that the same tag may be free of next time; nil when the
  /// tag itself is to blame.
  package var passing: ReaderError? {
    switch self {
    case .type2(let error): error.passing
    case .type3(let error): error.passing
    case .type4(let error): error.passing
    case .type5(let error): error.passing
    case .blocks: nil
    }
  }

  /// Whether a write was cut short, so that the tag may hold part of what it is to hold.
  package var leftUndone: Bool {
    switch self {
    case .type2(.interrupted), .type3(.interrupted), .type4(.interrupted), .type4(.lockInterrupted),
      .type5(.interrupted), .type5(.locksUnproven):
      true
    case .type2, .type3, .type4, .type5, .blocks: false
    }
  }
}

extension TagError: CustomStringConvertible {
  /// What happened to the tag and what to do with it, for a person at the reader.
  package var description: String {
    switch self {
    case .type2(let error): error.description
    case .type3(let error): error.description
    case .type4(let error): error.description
    case .type5(let error): error.description
    case .blocks(let error): error.description
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .type2(let error): error.machineName
    case .type3(let error): error.machineName
    case .type4(let error): error.machineName
    case .type5(let error): error.machineName
    case .blocks(let error): error.machineName
    }
  }
}
