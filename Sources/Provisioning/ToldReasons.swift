// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import TagMemory
internal import TagReading

// Why a tag failed, as names and facts: the words of other languages are made of them.

extension Obstacle {
  package var told: [Told] {
    switch self {
    case .tag(let error): [error.told]
    case .preflight(let problem): [Told("with-given-values")] + problem.told
    case .wrongChip(let found?, let taken):
      [about(".found", ["found": found, "taken": taken.joined(separator: ", ")])]
    case .wrongChip(nil, let taken): [about(".unknown", ["taken": taken.joined(separator: ", ")])]
    case .notBlank(let content, _), .notOfThisJob(let content, _): [about()] + content.told
    case .notGenuine(let finding): [about(), finding.told]
    case .linkTaken(let row): [about(".row", ["row": row])]
    case .possibleCopy(let row): [about(".row", ["row": row])]
    case .inAnotherProgram: [about(".other-program")]
    case .scannedRowTaken(let row): [about(".row", ["row": row])]
    default: [about()]
    }
  }

  private func about(_ part: String = "", _ texts: [String: String] = [:]) -> Told {
    Told(machineName + part, texts)
  }
}

extension TagFault {
  var told: [Told] {
    switch self {
    case .foreign(let owner?) where owner.job == nil:
      [Told(machineName), Told("copy-of-row", ["row": owner.row])]
    case .givenUp(let row): [Told("\(machineName).row", ["row": row])]
    case .ofFreeRow(let row): [Told(machineName), Told("link-of-free-row", ["row": row])]
    case .noMessage(let content): [Told(machineName)] + content.told
    case .otherRowsLink(let link, let row):
      [Told("\(machineName).row", ["link": link, "row": row])]
    case .otherLink(let link): [Told("\(machineName).link", ["link": link])]
    case .notLocked: [Told("\(machineName).lock")]
    case .notProtected: [Told("\(machineName).password")]
    case .refused(let error): [error.told]
    case .notGenuine(let finding): [Told(machineName), finding.told]
    case .opensNoApp(let problem): problem.told
    default: [Told(machineName)]
    }
  }
}

extension TagError {
  fileprivate var told: Told {
    switch self {
    case .memory(.messageTooLarge(let size, let capacity)):
      Told("\(machineName).sizes", ["size": "\(size)", "capacity": "\(capacity)"])
    default: Told(machineName)
    }
  }
}

extension TagMemory.TagContent {
  /// What is there instead, where the name of the reason does not say it.
  fileprivate var told: [Told] {
    switch self {
    case .message: []
    case .factoryNew: [Told("content.new")]
    case .unformatted: [Told("content.unformatted")]
    case .empty: [Told("content.empty")]
    case .foreign: [Told("content.foreign")]
    case .damaged: [Told("content.damaged")]
    case .containerSpoilt: [Told("content.spoilt")]
    case .versionUnsupported(let major, let minor):
      [Told("content.version", ["version": "\(major).\(minor)"])]
    case .hidden: [Told("content.hidden")]
    }
  }
}

extension SignatureFinding {
  fileprivate var told: Told { Told("signature.\(rawValue)") }
}
