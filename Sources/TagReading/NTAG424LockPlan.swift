// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One step of making an NTAG 424 permanently read-only.
package enum NTAG424LockStep: Hashable, Sendable {
  /// Nobody may write the file with the message, or change its settings, any more.
  case closeMessage(options: UInt8)
  /// The container says that the message is read-only.
  case declare
  /// Nobody may write the container, or change its settings, any more.
  case closeContainer(options: UInt8)
}

extension NTAG424LockStep: CustomStringConvertible {
  package var description: String {
    switch self {
    case .closeMessage: "settings of file 2: no one may write the message"
    case .declare: "byte 14 of the container: read-only"
    case .closeContainer: "settings of file 1: no one may write the container"
    }
  }
}

/// The missing steps until nobody can write an NTAG 424, whatever keys they have.
///
/// The message is closed first, so that a tag which says that it is read-only always is. The
/// container is closed too: anyone who may write it could show phones the chip's third file
/// instead.
package struct NTAG424LockPlan: Hashable, Sendable {
  package let steps: [NTAG424LockStep]

  /// `isDeclared` is whether the container already declares the message read-only.
  init(
    message: NTAG424Settings, container: NTAG424Settings, isDeclared: Bool
  ) throws(TagError) {
    var steps: [NTAG424LockStep] = []
    if !message.isClosedForEver {
      // Settings are sent as a whole, and nobody knows what someone's codes are good for.
      guard !message.isDynamic else { throw .dynamicContent }
      guard message.changing == .key(0) else { throw .foreignRights(.message) }
      steps.append(.closeMessage(options: message.options))
    }
    if !isDeclared {
      guard container.isWrittenPlainly(byKey: 0) else { throw .foreignRights(.container) }
      steps.append(.declare)
    }
    if !container.isClosedForEver {
      guard container.changing == .key(0) else { throw .foreignRights(.container) }
      steps.append(.closeContainer(options: container.options))
    }
    self.steps = steps
  }
}
