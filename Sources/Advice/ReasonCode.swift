// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a tag failed, by the names that ledgers and scripts know; they never change.
package enum ReasonCode: String, CaseIterable, Sendable {
  // The reader.
  case `tag-silent`, `tag-refused`, `answer-corrupted`, `answer-unclear`, `tag-gone`, `tag-swapped`
  case `several-tags`, `no-tag`, `unknown-card`, `tag-in-use`, `tag-not-permitted`, `reader-silent`
  case `reader-gone`, `reader-driver-lost`, `pcsc-stopped`, `not-possible`, cancelled

  // The memory of a tag.
  case `page-not-read`, `page-refused`, `block-not-read`, `block-hidden`, `answer-size`
  case `chip-unknown`, `not-formatted`, `container-spoilt`, `version-unsupported`
  case `read-access-closed`, `write-access-closed`, `attributes-spoilt`, `size-unknown`
  case `container-short`, `container-limits`, `file-control-unknown`, `file-impossible`
  case `version-read-only`, `message-too-large`, `no-room`, `page-locked`, `block-locked`
  case `key-needed`, `lock-unsupported`, `lock-unknown`, `never-lockable`, `bits-fixed`
  case `password-required`, `password-unsupported`, `configuration-frozen`, `attempt-limited`
  case `freezing-unprotected`, `mirror-active`, `mirror-unsupported`, `mirror-fields-apart`
  case `mirror-filler-missing`, `mirror-too-late`, `mirror-interrupted`, `counter-hidden`

  // A tag at work.
  case `not-type-2`, `not-type-3`, `not-type-4`, `not-type-5`, `felica-without-ndef`, `no-ndef`
  case `card-unformatted`, `file-missing`, `strange-blocks`, `random-uid`, interrupted
  case `block-refused`, `write-refused`, `page-hidden`, `read-refused`, `nothing-read`
  case `page-differs`, `block-differs`, `content-differs`, `mirror-differs`, `foreign-content`
  case `dynamic-content`, `password-refused`, `acknowledge-differs`, `no-password`, `key-changed`
  case `rights-changed`, `no-settings`, `lock-refused`, `lock-failed`, `block-still-open`
  case `locks-unproven`, `no-cipher`

  // Blocks.
  case `no-blocks`, `block-count-unknown`, `no-such-block`, `not-whole-blocks`, `block-reserved`

  // A batch.
  case `wrong-chip`, `not-blank`, `not-of-this-job`, `not-genuine`, message, `no-resolver`, resolver
  case `same-link`, `mirror-apart`, `no-memory`, `changed-since-done`, `unprotected-since-done`
  case `possible-copy`, `given-up`, `not-finished`, `finished-since`, `on-another-reader`
  case `no-row-left`, `scanned-row-taken`, `no-place-left`, unscanned, unexpected, ledger
  case `counterfeit-roll`

  // Verifying.
  case foreign, undecided, `other-rows-link`, `wrong-content`, unprotected, `protected-otherwise`
  case `protection-hidden`, `opens-no-app`, `seen-twice`
}

/// A trouble with such a name.
package protocol NamedTrouble: Trouble {
  var code: ReasonCode { get }
}

extension NamedTrouble {
  package var machineName: String { code.rawValue }
}
