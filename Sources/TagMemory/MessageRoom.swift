// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The size of the largest message that a tag takes, as far as it was read.
package enum MessageRoom: Hashable, Sendable {
  case bytes(Int)
  /// No message can be written.
  case none
  case unknown
}

extension MessageRoom {
  fileprivate init(_ capacity: () throws(TagMemoryError) -> Int) {
    do throws(TagMemoryError) {
      self = .bytes(try capacity())
    } catch {
      switch error {
      case .pageNotRead, .pageRefused, .blockNotRead, .blockHidden, .sizeUnknown: self = .unknown
      default: self = .none
      }
    }
  }
}

extension Type2Image {
  package var room: MessageRoom {
    MessageRoom { () throws(TagMemoryError) in
      try MessagePlace(on: self, forMessageOf: .max, formatting: true).capacity
    }
  }
}

extension Type3Image {
  package var room: MessageRoom {
    capacity.map { .bytes($0) } ?? (attributes == nil ? .unknown : .none)
  }
}

extension Type5Image {
  package var room: MessageRoom {
    MessageRoom { () throws(TagMemoryError) in try Type5Place(on: self, formatting: true).capacity }
  }
}
