// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension Type2Error: CustomStringConvertible {
  /// What happened to the tag and what to do with it, for a person at the reader.
  package var description: String {
    switch self {
    case .reader(let error): error.description
    case .memory(let error): error.words
    case .notType2(let sak?) where Type2Error.isClassic(sak):
      """
      This is a MIFARE Classic, which an iPhone cannot read, so TagPress does not write it. Put it \
      aside, and take NTAG or Ultralight tags.
      """
    case .notType2:
      "This tag speaks another language than NTAG and Ultralight. Use one of those."
    case .interrupted(let page, .tagGone), .interrupted(let page, .tagSwapped):
      """
      The tag was taken away while page \(page) was being written. Lay the same tag on the reader \
      again: it will be put right.
      """
    case .interrupted(let page, let reason):
      "Page \(page) may not have been written. \(reason)"
    case .pageRefused(let page, 5):
      "Page \(page) could not be written: the tag's memory is worn. Put the tag aside."
    case .pageRefused(let page, let code):
      """
      The tag refuses to write page \(page) (NAK \(code)): it is locked or under a password. Put \
      it aside, or unlock it first.
      """
    case .pageDiffers(let page, let wanted, let found):
      """
      Page \(page) did not take its value (\(wanted) wanted, \(found) found): the tag is worn or a \
      bad copy. Put it aside.
      """
    case .pageHidden(let page):
      "Page \(page) cannot be read back, so nothing is proven. Put the tag aside."
    case .mirrorDiffers:
      """
      The tag does not show its UID or counter in the link as it was told to: it is a bad copy. \
      Put it aside.
      """
    case .foreignContent:
      """
      The tag holds something that is not NDEF. Put it aside, or say --overwrite if that may be \
      lost.
      """
    case .passwordRefused:
      "The tag refuses this password. Is it the right key file? It is not tried again."
    case .passwordRefusedOnce:
      """
      The tag refuses the password of --key, and does not show how many wrong ones it bears, so that \
      of --protect was not tried. If the tag was taken away while its password was changed, it has \
      the new one: name the new key file with --key too.
      """
    case .noPassword:
      "A tag with a UID of another length than 7 bytes takes no password. Put it aside."
    case .acknowledgeDiffers:
      """
      The tag takes the password but answers it wrongly: it is another tag, a copy, or one that was \
      left half changed. Put it aside. If it is certainly yours, 'tagpress unlock --any-answer' \
      opens it.
      """
    }
  }

  /// Whether a select acknowledge is that of a MIFARE Classic: bit 3 says so (NXP AN10833).
  private static func isClassic(_ sak: UInt8) -> Bool { sak & 0x08 != 0 }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .reader(let error): error.machineName
    case .memory(let error): error.machineName
    case .notType2: "not-type-2"
    case .interrupted: "interrupted"
    case .pageRefused: "page-refused"
    case .pageDiffers: "page-differs"
    case .pageHidden: "page-hidden"
    case .mirrorDiffers: "mirror-differs"
    case .foreignContent: "foreign-content"
    case .passwordRefused, .passwordRefusedOnce: "password-refused"
    case .noPassword: "no-password"
    case .acknowledgeDiffers: "acknowledge-differs"
    }
  }
}
