// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice

extension Cure {
  /// Each case once, with values that a command line takes.
  static let every: [Cure] = Array(sequence(first: Cure.writeTags, next: \.next).prefix(500))

  /// A chain of all cases, because the compiler notices when one is missing in it.
  private var next: Cure? {
    switch self {
    case .writeTags: .seeErrors
    case .seeErrors: .allowOutside
    case .allowOutside: .makeKeyFile("spring.keys")
    case .makeKeyFile: .correctErrors
    case .correctErrors: .bringUpToDate
    case .bringUpToDate: .runAgain
    case .runAgain: .printAll
    case .printAll: .printLabelsAgain
    case .printLabelsAgain: .settleLinks
    case .settleLinks: .giveLink(variable: "code")
    case .giveLink: .chooseTemplate
    case .chooseTemplate: .chooseSheet(["Berlin"])
    case .chooseSheet: .chooseEncoding(["windows-1252", "UTF-8"])
    case .chooseEncoding: .requireGenuine
    case .requireGenuine: .useFile("spring.xml")
    case .useFile: .renameLedger([RenamedFile(from: "spring.ledger", to: "summer.ledger")])
    case .renameLedger: .continueWithCopy("other.ledger", witness: "other.witness")
    case .continueWithCopy: .putBack
    case .putBack: .putBackToFinish
    case .putBackToFinish: .putFirstBack
    case .putFirstBack: .putOneOn
    case .putOneOn: .takeOneAway
    case .takeOneAway: .moveToMiddle
    case .moveToMiddle: .putAside
    case .putAside: .useAnotherTag
    case .useAnotherTag: .useChips(["NTAG213", "NTAG215"])
    case .useChips: .compareTags
    case .compareTags: .compareWithOtherReader
    case .compareWithOtherReader: .waitForOtherProgram
    case .waitForOtherProgram: .putBackLater
    case .putBackLater: .keepForNextRun
    case .keepForNextRun: .eraseOrPutAside
    case .eraseOrPutAside: .finishWithWrite
    case .finishWithWrite: .findRightTag(row: "n1")
    case .findRightTag: .useCompleteDump
    case .useCompleteDump: .confirm
    case .confirm: .allowFormatting
    case .allowFormatting: .allowOverwriting
    case .allowOverwriting: .switchMirrorOff
    case .switchMirrorOff: .leaveBlocksOut
    case .leaveBlocksOut: .allowBlocks("locks")
    case .allowBlocks: .leaveOpen(insteadUse: ["NTAG213"])
    case .leaveOpen: .tryAnotherReader
    case .tryAnotherReader: .ownerOpens
    case .ownerOpens: .ownerLocks
    case .ownerLocks: .switchDynamicOff
    case .switchDynamicOff: .formatElsewhere(insteadUse: ["NTAG424"])
    case .formatElsewhere: .giveKey
    case .giveKey: .checkKey
    case .checkKey: .giveNewKey
    case .giveNewKey: .acceptAnyAnswer
    case .acceptAnyAnswer: .despiteLimit
    case .despiteLimit: .unlock
    case .unlock: .leaveUnprotected(orUse: ["NTAG213"])
    case .leaveUnprotected: .setPassword
    case .setPassword: .setPasswordAgain
    case .setPasswordAgain: .shortenLink
    case .shortenLink: .putMirrorsTogether
    case .putMirrorsTogether: .letTagPressFillIn(orUse: ["NTAG213"])
    case .letTagPressFillIn: .leaveCounterOut
    case .leaveCounterOut: .correctRow
    case .correctRow: .giveBlockCount
    case .giveBlockCount: .checkBlockNumbers
    case .checkBlockNumbers: .fillLastBlock
    case .fillLastBlock: .useReadAndPut
    case .useReadAndPut: .replug
    case .replug: .replugIfItContinues
    case .replugIfItContinues: .replugIfNextTryFails
    case .replugIfNextTryFails: .plugIn
    case .plugIn: .plugReaderIn
    case .plugReaderIn: .chooseReader
    case .chooseReader: .chooseListedReader
    case .chooseListedReader: .nameReader
    case .nameReader: .checkPort
    case .checkPort: .namePort
    case .namePort: .joinGroup("dialout")
    case .joinGroup: .askForAccess
    case .askForAccess: .allowReader(vendor: "072f", product: "2200", device: "/sys/x")
    case .allowReader: .unloadModule("pn533_usb")
    case .unloadModule: .stopOtherProgram
    case .stopOtherProgram: .nameAsCardService(["NAME"])
    case .nameAsCardService: .checkWiring
    case .checkWiring: .chooseSpeed
    case .chooseSpeed: .seeAbilities
    case .seeAbilities: .examineReaders
    case .examineReaders: .restartCardService
    case .restartCardService: .startCardService
    case .startCardService: .installCardService
    case .installCardService: .allowInPolkit("a.b")
    case .allowInPolkit: .giveAddress
    case .giveAddress: .replaceCertificate
    case .replaceCertificate: .completeCertificateChain
    case .completeCertificateChain: .openPrinted(orDrop: "NAME", host: nil)
    case .openPrinted: .addToFile("FILE")
    case .addToFile: .nameJobsOfFile
    case .nameJobsOfFile: .giveUpApp("NAME")
    case .giveUpApp: .checkNamedJob
    case .checkNamedJob: .nameOtherJobs
    case .nameOtherJobs: .nameMovedLedgers
    case .nameMovedLedgers: .removeLink
    case .removeLink: .chooseOtherFolder
    case .chooseOtherFolder: .makeSiteFiles
    case .makeSiteFiles: .deployMadeFiles
    case .deployMadeFiles: .explainLinks
    case .explainLinks: .closePrograms
    case .closePrograms: .closeProgramsAndPutBack
    case .closeProgramsAndPutBack: .checkOpenSSL
    case .checkOpenSSL: .checkDisk
    case .checkDisk: .makeRoom
    case .makeRoom: .tryAgain
    case .tryAgain: .writeFirstTag
    case .writeFirstTag: .checkManifestPath
    case .checkManifestPath: .moveFileAway
    case .moveFileAway: .connectDisk
    case .connectDisk: .putWitnessThere
    case .putWitnessThere: .copyToThisMachine
    case .copyToThisMachine: .moveFileOrRenameManifest
    case .moveFileOrRenameManifest: .renameManifestOrChangeID
    case .renameManifestOrChangeID: .useLaterTagPress
    case .useLaterTagPress: .rebuild(ledger: "spring.ledger", keepsOld: true)
    case .rebuild: .bringLedgerBack(orRebuild: "spring.ledger")
    case .bringLedgerBack: .bringWitnessBack(orRebuild: "spring.ledger")
    case .bringWitnessBack: .bringBothBack
    case .bringBothBack: .bringTogether(orRebuild: "spring.ledger")
    case .bringTogether: .copyFolder
    case .copyFolder: .continueHere
    case .continueHere: .continueThere
    case .continueThere: .bringNewerBack(namesAllRows: false)
    case .bringNewerBack: .confirmVoid
    case .confirmVoid: .bringBackOrStartAgain
    case .bringBackOrStartAgain: .copyToOwnFolder
    case .copyToOwnFolder: .useBackup
    case .useBackup: .changePermissions
    case .changePermissions: .closeOtherProgram
    case .closeOtherProgram: .startAgain
    case .startAgain: .compareCopies
    case .compareCopies: .decideChanges()
    case .decideChanges: .checkRow
    case .checkRow: .checkReport
    case .checkReport: .finishOrVoid(row: "n1")
    case .finishOrVoid: .sayWhy
    case .sayWhy: .renameRow
    case .renameRow: .putKeyFileBack(id: "ab12")
    case .putKeyFileBack: .makeTokenLonger
    case .makeTokenLonger: .giveEachRowItsLink
    case .giveEachRowItsLink: .giveResolver
    case .giveResolver: .acceptWarnings
    case .acceptWarnings: .allowReservedHosts
    case .allowReservedHosts: .approve(withResolver: false)
    case .approve: .freeRows
    case .freeRows: nil
    }
  }
}
