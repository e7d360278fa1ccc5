// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps, in English. Where an option helps, the sentence names it only in a command that has it,
// and elsewhere the whole command to type. What is typed has capitals where it is filled in.

extension Cure {
  func inEnglish(at door: Door) -> String {
    switch self {
    case .putBack, .putBackToFinish, .putFirstBack, .putOneOn, .takeOneAway, .moveToMiddle,
      .putAside, .useAnotherTag, .useChips, .compareTags, .compareWithOtherReader,
      .waitForOtherProgram, .putBackLater, .keepForNextRun, .eraseOrPutAside, .finishWithWrite,
      .findRightTag, .useCompleteDump:
      withTag(door)
    case .confirm, .allowFormatting, .allowOverwriting, .switchMirrorOff, .leaveBlocksOut,
      .allowBlocks,
      .leaveOpen, .tryAnotherReader, .ownerOpens, .ownerLocks, .switchDynamicOff, .formatElsewhere:
      permission(door)
    case .giveKey, .checkKey, .giveNewKey, .acceptAnyAnswer, .despiteLimit, .unlock, .lockInstead,
      .setPassword, .setPasswordAgain:
      key(door)
    case .shortenLink, .putMirrorsTogether, .letTagPressFillIn, .leaveCounterOut, .correctRow,
      .giveBlockCount, .checkBlockNumbers, .fillLastBlock, .useReadAndPut:
      content(door)
    case .replug, .replugIfItContinues, .replugIfNextTryFails, .plugIn, .plugReaderIn,
      .chooseReader, .chooseListedReader, .nameReader, .checkPort, .namePort, .joinGroup,
      .askForAccess, .stopOtherProgram, .checkWiring, .chooseSpeed, .seeAbilities, .examineReaders,
      .restartCardService, .startCardService, .installCardService, .allowInPolkit:
      withReader(door)
    case .giveAddress, .replaceCertificate, .completeCertificateChain, .leaveLegacyOut:
      withSite(door)
    case .closePrograms, .closeProgramsAndPutBack, .checkOpenSSL, .checkDisk, .makeRoom, .tryAgain,
      .startAgain, .copyToThisMachine, .copyToOwnFolder, .changePermissions, .closeOtherProgram,
      .useLaterTagPress:
      withMachine
    case .writeFirstTag, .checkManifestPath, .moveFileAway, .connectDisk, .putWitnessThere,
      .moveFileOrRenameManifest, .renameManifestOrChangeID, .rebuild, .bringLedgerBack,
      .bringWitnessBack, .bringBothBack, .bringTogether, .copyFolder, .continueHere,
      .bringNewerBack, .bringBackOrStartAgain, .useBackup, .compareCopies:
      withLedger(door)
    case .decideChanges, .checkRow, .checkReport, .finishOrVoid, .sayWhy, .renameRow,
      .putKeyFileBack, .makeTokenLonger, .giveEachRowItsLink, .giveResolver, .freeRows, .voidLost:
      withRows(door)
    }
  }

  private func withTag(_ door: Door) -> String {
    switch self {
    case .putBack: door.then("Put the tag on the middle of the reader", again: true)
    case .putBackToFinish:
      door.goesOn
        ? "Put the same tag on the reader again, and it will be finished."
        : "Put the same tag on the reader and run the same command again, which finishes it."
    case .putFirstBack: door.then("Put the first one back on the reader")
    case .putOneOn: door.then("Put a tag on the reader")
    case .takeOneAway: door.then("Take one away")
    case .moveToMiddle:
      "Move it to the middle of the reader. If that changes nothing, TagPress cannot read it here."
    case .putAside: Self.aside
    case .useAnotherTag:
      door.goesOn ? "Put the tag aside, and use another one." : "Use another tag."
    case .useChips(let chips):
      (door.goesOn ? "Put the tag aside, and use " : "Use ") + "\(Self.list(chips))."
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
      yourself, \(Self.void(row)) frees the row.
      """
    default: "Use a complete dump."
    }
  }

  private func permission(_ door: Door) -> String {
    let overwritten = "if that may be lost."
    return switch self {
    case .confirm:
      door.takes("yes") ? "Add --yes if that is what you want." : "Use a terminal."
    case .allowFormatting where door.takes("format"):
      "Add --format, which formats it permanently."
    case .allowFormatting where door.writesJob:
      "Write format=\"yes\" in <tags>, which formats such tags permanently."
    case .allowFormatting where door.hasManifest: Self.aside
    case .allowFormatting: "'tagpress put --format LINK' formats it permanently."
    case .allowOverwriting where door.takes("overwrite"):
      "Put the tag aside, or add --overwrite \(overwritten)"
    case .allowOverwriting where door.writesJob:
      "Put the tag aside, or write content=\"any\" in <tags> \(overwritten)"
    case .allowOverwriting where door.hasManifest: Self.aside
    case .allowOverwriting:
      "Put the tag aside, or replace that with 'tagpress put --overwrite LINK' \(overwritten)"
    case .switchMirrorOff:
      "Empty the tag first with 'tagpress erase', which switches its mirror off."
    case .leaveBlocksOut: "Leave it out."
    case .allowBlocks(let kind):
      door.takes("allow") ? "Leave it out, or add --allow \(kind)." : "Leave it out."
    case .leaveOpen(let chips) where door.takes("lock"):
      "Leave out --lock, or use \(Self.list(chips))."
    case .leaveOpen(let chips) where door.writesJob:
      "Write with=\"nothing\" in <protect>, or use \(Self.list(chips))."
    case .leaveOpen(let chips): "Leave the tag open, or use \(Self.list(chips))."
    case .tryAnotherReader: "Try another reader, or leave the tag open."
    case .ownerOpens: "Put the tag aside, or have the owner open it."
    case .ownerLocks: "Put the tag aside, or have the owner of its key lock it."
    case .formatElsewhere(let chips): "Have it formatted first, or use \(Self.list(chips))."
    default: "Put the tag aside, or have that switched off."
    }
  }

  private func key(_ door: Door) -> String {
    switch self {
    case .giveKey where door.takes("key"):
      "Add --key FILE with the key file that it was protected with."
    case .giveKey,
      .unlock where door.command != "unlock":
      "Put the tag aside. If it has a password, 'tagpress unlock --key FILE' removes it."
    case .checkKey where door.hasManifest: "It is not tried again. \(Self.aside)"
    case .checkKey: "Is it the right key file? It is not tried again."
    case .giveNewKey where door.takes("protect"):
      """
      If the tag was taken away while its password was being changed, it has the new one: use --key \
      FILE with the new key file.
      """
    case .acceptAnyAnswer where door.takes("any-answer"):
      "If you are certain that it is yours, add --any-answer."
    case .acceptAnyAnswer:
      """
      Put the tag aside. If you are certain that it is yours, 'tagpress unlock --any-answer --key \
      FILE' opens it.
      """
    case .despiteLimit where door.takes("despite-limit"):
      "If it is yours, add --despite-limit, which tries the key file once and lifts the limit."
    case .despiteLimit:
      """
      Put the tag aside, or have its owner run 'tagpress unlock --despite-limit --key FILE', which \
      tries the key file once and lifts the limit.
      """
    case .lockInstead(let chips) where door.takes("protect"):
      "Use --lock instead of --protect FILE, or use \(Self.list(chips))."
    case .lockInstead(let chips) where door.writesJob:
      "Write with=\"lock\" in <protect>, or use \(Self.list(chips))."
    case .lockInstead(let chips): "Use \(Self.list(chips))."
    case .setPassword:
      "'tagpress put --protect FILE LINK' sets the password and verifies it."
    case .setPasswordAgain:
      "Put the tag aside, or set the password again with 'tagpress put --protect FILE LINK'."
    default: Self.aside
    }
  }

  private func content(_ door: Door) -> String {
    switch self {
    case .shortenLink where door.hasManifest:
      "Shorten the link in the manifest, or use a chip with more room."
    case .shortenLink: "Shorten the link, or use a chip with more room."
    case .putMirrorsTogether:
      door.hasManifest
        ? "Write {mirror.uid}x{mirror.counter} in the manifest."
        : "Write {mirror.uid}x{mirror.counter}, with the letter x between."
    case .letTagPressFillIn(let chips):
      "Write {tag.uid}, which TagPress fills in, or use \(Self.list(chips))."
    case .leaveCounterOut: "Use another tag, or leave the counter out of the link."
    case .correctRow: "Correct the row in the manifest."
    case .giveBlockCount where door.takes("count"): "Give the number with --count N."
    case .giveBlockCount: "'tagpress blocks read --count N' reads as many as you name."
    case .checkBlockNumbers: "Check the numbers."
    case .fillLastBlock: "Fill up the last one in the way that the tag's reader expects."
    default: "Use 'tagpress read' and 'tagpress put LINK'."
    }
  }

  private func withReader(_ door: Door) -> String {
    let isDoctor = door.command == "doctor"
    return switch self {
    case .replug:
      "Unplug the reader, plug it in again, and try once more."
        + (isDoctor ? "" : " 'tagpress doctor' looks for the reason.")
    case .replugIfItContinues: "If this continues, unplug the reader and plug it in again."
    case .replugIfNextTryFails:
      (door.goesOn ? "The next try starts it again." : "Run the same command again.")
        + " If this continues, unplug the reader and plug it in again."
    case .plugIn: door.goesOn ? "Plug it in again." : "Plug it in and run the same command again."
    case .plugReaderIn: "Plug it in." + (isDoctor ? "" : " 'tagpress doctor' lists what is there.")
    case .chooseReader, .chooseListedReader:
      door.takes("reader") ? "Choose one with --reader NAME." : "Unplug the others."
    case .nameReader:
      """
      Write pn532_uart:/dev/ttyUSB0 for a PN532 on a serial port, or use a name that 'tagpress \
      doctor' shows.
      """
    case .checkPort: "Is it plugged in? 'tagpress doctor' lists the ports of this machine."
    case .namePort: "Readers are at paths like /dev/ttyUSB0."
    case .joinGroup(let group):
      """
      Its users are the members of the group '\(group)': run 'sudo adduser $USER \(group)', then \
      log in again.
      """
    case .askForAccess: "Ask the administrator of this machine for access to it."
    case .stopOtherProgram:
      door.takes("reader")
        ? "Stop that program, or choose another reader with --reader NAME." : "Stop that program."
    case .checkWiring: "Is it powered, set to HSU (serial) mode, and are TX and RX crossed?"
    case .chooseSpeed: "Use 115200, or 460800 for a faster line."
    case .seeAbilities:
      isDoctor ? "Use another reader." : "'tagpress doctor' shows what readers can do."
    case .examineReaders:
      isDoctor ? "Is one plugged in?" : "'tagpress doctor' looks for the reason."
    case .restartCardService:
      "If it does not come back by itself, start it with 'sudo systemctl start pcscd.socket'."
    case .startCardService:
      """
      Start it with 'sudo systemctl start pcscd.socket', or if there is none, run 'sudo apt \
      install pcscd'.
      """
    case .installCardService:
      "Run 'sudo apt install pcscd libpcsclite1', then plug the reader in again."
    case .allowInPolkit(let action):
      "Work at the machine itself, or ask its administrator for a polkit rule for \(action)."
    default: ""
    }
  }

  private func withSite(_ door: Door) -> String {
    let forATest =
      door.takes("ca") ? ", or name your own authority with --ca FILE for a test." : "."
    return switch self {
    case .giveAddress:
      door.takes("resolve")
        ? "Check its name, or give its address with --resolve HOST:PORT:ADDRESS."
        : "Check its name."
    case .replaceCertificate: "Get one from a public authority\(forATest)"
    case .completeCertificateChain: "Configure the full chain\(forATest)"
    default: door.takes("legacy") ? "Leave out --legacy, or use paths." : "Use paths."
    }
  }

  private var withMachine: String {
    switch self {
    case .closePrograms: "Close other programs, then try again."
    case .closeProgramsAndPutBack: "Close other programs, then put the tag on the reader again."
    case .checkOpenSSL: "Check the installation of OpenSSL. 'tagpress doctor' helps."
    case .checkDisk: "Check the disk, then start again."
    case .makeRoom: "Make room and start again. Nothing that was done is lost."
    case .tryAgain: "Try again, and report it if it stays."
    case .startAgain: "Start again."
    case .copyToThisMachine: "Copy the job's folder to a disk of this machine and work there."
    case .copyToOwnFolder:
      "Copy all files of the job into a folder of your own, and try there."
    case .changePermissions:
      "Change the permissions, or copy the job into a folder of your own."
    case .closeOtherProgram: "Close the program that has it open, and try again."
    default: "Use that TagPress."
    }
  }

  private func withLedger(_ door: Door) -> String {
    let moved = door.takes("moved") ? "add --moved." : "run 'tagpress write --moved JOB'."
    return switch self {
    case .writeFirstTag:
      """
      It is created with the first tag. If tags are already written, go to the folder where that \
      was done.
      """
    case .checkManifestPath: "Check the path of the manifest."
    case .moveFileAway: "Move away the file of this name."
    case .connectDisk: "Connect its disk, or bring the file back."
    case .putWitnessThere:
      "Put the witness itself there. It is where the job was last written, beside its ledger."
    case .moveFileOrRenameManifest: "Move it away, or rename the manifest."
    case .renameManifestOrChangeID:
      "Give this manifest another file name, or change its id back to what it was."
    case .rebuild(let ledger, keepsOld: true):
      "Run \(Self.rebuild(ledger)), which repairs it and keeps the old file."
    case .rebuild(let ledger, keepsOld: false):
      "Run \(Self.rebuild(ledger)), which rebuilds it from its witness."
    case .bringLedgerBack(let ledger):
      """
      Bring the ledger back from where it was moved, or run \(Self.rebuild(ledger)), which rebuilds \
      it.
      """
    case .bringWitnessBack(let ledger):
      """
      Bring the witness back from where it was moved. If it is lost and this is not an old copy, \
      run \(Self.rebuild(ledger)).
      """
    case .bringBothBack:
      "Bring the ledger and its witness back, from where they were moved or from your backup."
    case .bringTogether(let ledger):
      """
      Put the ledger and the witness together that were copied together. If it is this job's, and \
      one of the two is an old copy, run \(Self.rebuild(ledger)), which rebuilds that one from the \
      other.
      """
    case .copyFolder:
      """
      Copy the whole folder with `cp -r`. If no tag was written since under another name, go to the \
      copy and \(moved)
      """
    case .continueHere:
      """
      If that job continues elsewhere, or tags were written after the backup, their rows would be \
      written to second tags: continue there. If it was moved here as it is now, and is not \
      continued there, \(moved)
      """
    case .bringNewerBack:
      """
      Bring the newer files back. If they are gone, find the tags that were written since, empty \
      them with 'tagpress erase', and then \(moved)
      """
    case .bringBackOrStartAgain:
      """
      Bring back the files that were there, or start again and put the last tag on the reader again.
      """
    case .useBackup:
      "Bring both back from your backup, and "
        + (door.takes("rows")
          ? "add --rows FROM-TO to continue after the rows that were written since."
          : "continue after the rows that were written since with 'tagpress write --rows FROM-TO JOB'.")
        + " 'tagpress read' shows what is on a tag."
    default: "If it has another tag, one of the two is a copy. Compare them."
    }
  }

  private func withRows(_ door: Door) -> String {
    switch self {
    case .decideChanges where door.takes("changed"):
      "Add --changed keep to leave their tags as they are, or --changed redo to write them again."
    case .decideChanges:
      """
      'tagpress write --changed keep JOB' leaves finished tags as they are, and 'tagpress write \
      --changed redo JOB' writes them again.
      """
    case .checkRow: "Check the id in the manifest."
    case .checkReport: "Check the id in the report."
    case .finishOrVoid(let row):
      "Finish that tag with 'tagpress write JOB'. If it is lost, \(Self.void(row)) gives it up."
    case .sayWhy: door.takes("why") ? "Add --why TEXT." : "Give a reason."
    case .renameRow: "Give one of them another id."
    case .putKeyFileBack(let id):
      """
      Put the file of \(id) in its place, or write the rows without a tag as a job with another id.
      """
    case .makeTokenLonger: "Make it longer."
    case .giveEachRowItsLink:
      "Have the resolver give each row its own link, or write duplicates=\"allow\" in <rows>."
    case .giveResolver where door.takes("resolver"): "Add --resolver COMMAND, as before."
    case .giveResolver: "Use 'tagpress write --resolver COMMAND JOB', as before."
    case .freeRows:
      """
      'tagpress write --redo failed JOB' writes their rows to other tags. For a lost tag, use \
      \(Self.void("ID")).
      """
    case .voidLost(let row): "If the tag is lost, use \(Self.void(row))."
    default: ""
    }
  }

  private static let aside = "Put the tag aside."

  private static func void(_ row: String) -> String {
    "`tagpress write --void \(shellWord(row)) --why TEXT JOB`"
  }

  private static func rebuild(_ ledger: String) -> String {
    "`tagpress doctor --rebuild \(shellWord(ledger))`"
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Door {
  /// Whether the command writes messages of a job.
  fileprivate var writesJob: Bool { hasManifest && command != "lock" && command != "verify" }

  /// A deed, after which a command that has ended is run again.
  fileprivate func then(_ deed: String, again: Bool = false) -> String {
    goesOn ? "\(deed)\(again ? " again" : "")." : "\(deed) and run the same command again."
  }
}
