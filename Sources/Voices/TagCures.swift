// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps with a tag, its password, and what is to be written on it.

extension Cure {
  func withTag(_ voice: Voice) -> String {
    switch self {
    case .putBack: voice.then("Put the tag on the middle of the reader", again: true)
    case .putBackToFinish:
      voice.goesOn
        ? "Put the same tag on the reader again, and it will be finished."
        : "Put the same tag on the reader and run the same command again, which finishes it."
    case .putFirstBack: voice.then("Put the first one back on the reader")
    case .putOneOn: voice.then("Put a tag on the reader")
    case .takeOneAway: voice.then("Take one away")
    case .moveToMiddle:
      "Move it to the middle of the reader. If that changes nothing, TagPress cannot read it here."
    case .putAside: English.aside
    case .useAnotherTag:
      voice.goesOn ? "Put the tag aside, and use another one." : "Use another tag."
    // The job says which chips it takes.
    case .useChips where voice.hasManifest: English.aside
    case .useChips(let chips): "Use \(choices(chips))."
    case .compareTags: "Compare them."
    case .compareWithOtherReader:
      """
      If you moved the tag, put it on the reader again. If there are two, one is a copy: put this \
      one aside and compare them.
      """
    case .waitForOtherProgram: "Wait until that one is done, then put this one on the reader again."
    case .putBackLater:
      "Put this one on the reader again when they are done, or in the next run."
    case .keepForNextRun: "Keep the tag for the next run, or for another job."
    case .eraseOrPutAside: "Put the tag aside, or erase it with 'tagpress erase'."
    case .finishWithWrite: "Put the tag aside, or finish it with 'tagpress write JOB'."
    case .findRightTag(let row):
      """
      Put the tag aside and put the right one on the reader. If there is none, or you changed it \
      yourself, \(English.void(row)) frees the row.
      """
    default: "Use a complete dump."
    }
  }

  func permission(_ voice: Voice) -> String {
    let overwritten = "if that may be lost."
    return switch self {
    case .confirm:
      voice.takes("yes") ? "Add --yes if that is what you want." : "Use a terminal."
    case .allowFormatting where voice.takes("format"):
      "Add --format, which formats it permanently."
    case .allowFormatting where voice.writesJob:
      "Write format=\"yes\" in <tags>, which formats such tags permanently."
    case .allowFormatting where voice.hasManifest: English.aside
    case .allowFormatting: "'tagpress put --format LINK' formats it permanently."
    case .allowOverwriting where voice.takes("overwrite"):
      "Put the tag aside, or add --overwrite \(overwritten)"
    case .allowOverwriting where voice.writesJob:
      "Put the tag aside, or write content=\"any\" in <tags> \(overwritten)"
    case .allowOverwriting where voice.hasManifest: English.aside
    case .allowOverwriting:
      "Put the tag aside, or replace that with 'tagpress put --overwrite LINK' \(overwritten)"
    case .switchMirrorOff:
      "Empty the tag first with 'tagpress erase', which switches its mirror off."
    case .leaveBlocksOut: "Leave it out."
    case .allowBlocks(let kind):
      voice.takes("allow") ? "Leave it out, or add --allow \(kind)." : "Leave it out."
    case .leaveOpen(let chips) where voice.takes("lock"):
      "Leave out --lock, or use \(choices(chips))."
    case .leaveOpen where voice.hasManifest: English.aside
    case .leaveOpen(let chips): "Leave the tag open, or use \(choices(chips))."
    case .tryAnotherReader: "Try another reader, or leave the tag open."
    case .ownerOpens: "Put the tag aside, or have the owner open it."
    case .ownerLocks: "Put the tag aside, or have the owner of its key lock it."
    case .formatElsewhere where voice.hasManifest: English.aside
    case .formatElsewhere(let chips): "Have it formatted first, or use \(choices(chips))."
    default: "Put the tag aside, or have that switched off."
    }
  }

  func key(_ voice: Voice) -> String {
    switch self {
    case .giveKey where voice.takes("key"):
      "Add --key FILE with the key file that it was protected with."
    case .giveKey:
      "Put the tag aside. If you have its key file, 'tagpress unlock --key FILE' removes the password."
    case .unlock where voice.command != "unlock":
      "Put the tag aside. If it has a password, 'tagpress unlock --key FILE' removes it."
    case .checkKey where voice.hasManifest: English.aside
    case .checkKey:
      """
      Either this is the wrong key file, or too many wrong passwords have closed the tag \
      permanently. Check the key file before you try again, because each try may be the last.
      """
    case .giveNewKey where voice.takes("protect"):
      """
      If the tag was taken away while its password was being changed, it has the new one: use --key \
      FILE with the new key file.
      """
    case .acceptAnyAnswer where voice.takes("any-answer"):
      "If you are certain that it is yours, add --any-answer."
    case .acceptAnyAnswer:
      """
      Put the tag aside. If you are certain that it is yours, 'tagpress unlock --any-answer --key \
      FILE' opens it.
      """
    case .despiteLimit where voice.takes("despite-limit"):
      """
      If you are certain of the key file, add --despite-limit, which tries it once and lifts the \
      limit. Nothing shows how many tries are left, and a wrong key file uses one up.
      """
    case .despiteLimit:
      """
      Put the tag aside, or have its owner run 'tagpress unlock --despite-limit --key FILE', which \
      tries the key file once and removes the limit and the password.
      """
    case .leaveUnprotected(let chips) where voice.takes("protect"):
      "Leave out --protect FILE, or use \(choices(chips))."
    case .leaveUnprotected where voice.hasManifest: English.aside
    case .leaveUnprotected(let chips): "Use \(choices(chips))."
    case .setPassword:
      "'tagpress put --protect FILE LINK' sets the password and verifies it."
    case .setPasswordAgain:
      "Put the tag aside, or set the password again with 'tagpress put --protect FILE LINK'."
    default: English.aside
    }
  }

  func content(_ voice: Voice) -> String {
    switch self {
    case .shortenLink where voice.hasManifest:
      "Shorten the link in the manifest, or use a chip with more room."
    case .shortenLink: "Shorten the link, or use a chip with more room."
    case .putMirrorsTogether:
      voice.hasManifest
        ? "Write {mirror.uid}x{mirror.counter} in the manifest."
        : "Write {mirror.uid}x{mirror.counter}, with the letter x between."
    case .letTagPressFillIn(let chips):
      "Write {tag.uid}, which TagPress fills in, or use \(choices(chips))."
    case .leaveCounterOut: "Use another tag, or leave the counter out of the link."
    case .correctRow: "Correct the row in the manifest."
    case .giveBlockCount where voice.takes("count"): "Give the number with --count N."
    case .giveBlockCount: "'tagpress blocks read --count N' reads as many as you name."
    case .checkBlockNumbers: "Check the numbers."
    case .fillLastBlock: "Give every block all of its bytes, for example with 00 at the end."
    default: "Use 'tagpress read' and 'tagpress put LINK'."
    }
  }
}
