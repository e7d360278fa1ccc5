// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps, in English. Where an option helps, the sentence names it only in a command that has it,
// and elsewhere the whole command to type. What is typed has capitals where it is filled in.

extension Cure {
  func inEnglish(in voice: Voice) -> String {
    if voice == .page, let words = onPage { return words }
    return switch self {
    case .putBack, .putBackToFinish, .putFirstBack, .putOneOn, .takeOneAway, .moveToMiddle,
      .putAside, .useAnotherTag, .useChips, .compareTags, .compareWithOtherReader,
      .waitForOtherProgram, .putBackLater, .keepForNextRun, .eraseOrPutAside, .finishWithWrite,
      .findRightTag, .useCompleteDump:
      withTag(voice)
    case .confirm, .allowFormatting, .allowOverwriting, .switchMirrorOff, .leaveBlocksOut,
      .allowBlocks, .leaveOpen, .tryAnotherReader, .ownerOpens, .ownerLocks, .switchDynamicOff,
      .formatElsewhere:
      permission(voice)
    case .giveKey, .checkKey, .giveNewKey, .acceptAnyAnswer, .despiteLimit, .unlock,
      .leaveUnprotected, .setPassword, .setPasswordAgain:
      key(voice)
    case .shortenLink, .putMirrorsTogether, .letTagPressFillIn, .leaveCounterOut, .correctRow,
      .giveBlockCount, .checkBlockNumbers, .fillLastBlock, .useReadAndPut:
      content(voice)
    case .replug, .replugIfItContinues, .replugIfNextTryFails, .plugIn, .plugReaderIn,
      .chooseReader, .chooseListedReader, .nameReader, .checkPort, .namePort, .joinGroup,
      .askForAccess, .allowReader, .unloadModule, .stopOtherProgram, .nameAsCardService,
      .checkWiring,
      .chooseSpeed, .seeAbilities, .examineReaders,
      .restartCardService, .startCardService, .installCardService, .allowInPolkit:
      withReader(voice)
    case .giveAddress, .replaceCertificate, .completeCertificateChain, .openPrinted, .addToFile,
      .nameJobsOfFile, .giveUpApp, .checkNamedJob, .nameOtherJobs, .nameMovedLedgers,
      .removeLink, .chooseOtherFolder, .makeSiteFiles,
      .deployMadeFiles, .explainLinks:
      withSite(voice)
    case .giveLink, .chooseTemplate, .chooseSheet, .chooseEncoding, .requireGenuine:
      withNewJob(voice)
    case .closePrograms, .closeProgramsAndPutBack, .checkOpenSSL, .checkDisk, .makeRoom, .tryAgain,
      .startAgain, .runAgain, .copyToThisMachine, .copyToOwnFolder, .changePermissions,
      .closeOtherProgram,
      .useLaterTagPress:
      withMachine
    case .writeFirstTag, .writeTags, .checkManifestPath, .moveFileAway, .connectDisk,
      .putWitnessThere,
      .moveFileOrRenameManifest, .renameManifestOrChangeID, .rebuild, .bringLedgerBack,
      .bringWitnessBack, .bringBothBack, .bringTogether, .copyFolder, .continueHere, .continueThere,
      .bringNewerBack, .confirmVoid, .bringBackOrStartAgain, .useBackup, .compareCopies,
      .bringUpToDate, .renameLedger, .useFile, .continueWithCopy:
      withLedger(voice)
    case .decideChanges, .checkRow, .checkReport, .finishOrVoid, .sayWhy, .seeErrors,
      .correctErrors, .allowOutside, .makeKeyFile, .renameRow, .putKeyFileBack, .makeTokenLonger,
      .giveEachRowItsLink, .giveResolver, .freeRows,
      .acceptWarnings, .allowReservedHosts, .approve, .printAll, .printLabelsAgain,
      .settleLinks:
      withRows(voice)
    }
  }
}

/// Parts of sentences that several cures share.
enum English {
  static let aside = "Put the tag aside."

  /// Which tags are meant, for a command that does not ask.
  static func seen(_ mark: String?) -> String { mark.map { " --seen \($0)" } ?? "" }

  static func void(_ row: String) -> String {
    typed("tagpress write --void \(shellWord(row)) --why TEXT JOB")
  }

  static func rebuild(_ ledger: String) -> String {
    typed("tagpress doctor --rebuild \(shellWord(ledger))")
  }
}

extension Voice {
  /// Whether the command writes messages of a job.
  var writesJob: Bool { hasManifest && command != "lock" && command != "verify" }

  /// A deed, after which a command that has ended is run again.
  func then(_ deed: String, again: Bool = false) -> String {
    goesOn ? "\(deed)\(again ? " again" : "")." : "\(deed) and run the same command again."
  }
}
