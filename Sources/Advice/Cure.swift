// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a person can do about a trouble.
///
/// A cure has no words: an option is right in one command and unknown in the next, and a page in the
/// browser has buttons instead.
package enum Cure: Hashable, Sendable {
  // With the tag.
  case putBack
  /// The same tag, which is unfinished.
  case putBackToFinish
  /// The first of two tags, which is the one that is worked on.
  case putFirstBack
  case putOneOn
  case takeOneAway
  case moveToMiddle
  case putAside
  case useAnotherTag
  /// A tag with one of these chips.
  case useChips([String])
  case compareTags
  /// This tag and the one on another reader have one UID.
  case compareWithOtherReader
  case waitForOtherProgram
  case putBackLater
  case keepForNextRun
  case eraseOrPutAside
  case finishWithWrite
  case findRightTag(row: String)
  case useCompleteDump

  // What may be done to the tag.
  /// There is no terminal on which to ask whether it may be done.
  case confirm
  case allowFormatting
  case allowOverwriting
  case switchMirrorOff
  case leaveBlocksOut
  /// These blocks are written only if the user names what they are: `locks`, `container`, `settings`.
  case allowBlocks(String)
  case leaveOpen(insteadUse: [String])
  case tryAnotherReader
  case ownerOpens
  case ownerLocks
  case switchDynamicOff
  case formatElsewhere(insteadUse: [String])

  // Keys and passwords.
  case giveKey
  case checkKey
  case giveNewKey
  case acceptAnyAnswer
  case despiteLimit
  case unlock
  case leaveUnprotected(orUse: [String])
  case setPassword
  case setPasswordAgain

  // What is to be written.
  case shortenLink
  case putMirrorsTogether
  case letTagPressFillIn(orUse: [String])
  case leaveCounterOut
  case correctRow
  case giveBlockCount
  case checkBlockNumbers
  case fillLastBlock
  case useReadAndPut

  // The reader.
  case replug
  case replugIfItContinues
  case replugIfNextTryFails
  case plugIn
  case plugReaderIn
  case chooseReader
  case chooseListedReader
  case nameReader
  case checkPort
  case namePort
  case joinGroup(String)
  case askForAccess
  /// The numbers of a kind of USB device, as its rule has them, and where it is below `/sys`.
  case allowReader(vendor: String, product: String, device: String)
  /// A module of the kernel.
  case unloadModule(String)
  case stopOtherProgram
  /// The PC/SC service has such readers under these names.
  case nameAsCardService([String])
  case checkWiring
  case chooseSpeed
  case seeAbilities
  case examineReaders
  case restartCardService
  case startCardService
  case installCardService
  /// The administrator allows this action of polkit.
  case allowInPolkit(String)

  // The site.
  case giveAddress
  /// Another certificate is needed, or one that only a test takes.
  case replaceCertificate
  case completeCertificateChain
  /// Links on tags that a job's files do not open are opened, or given up by this name; of a host without
  /// any file, its folder is named.
  case openPrinted(orDrop: String, host: String?)
  /// A file of others is added to, or another folder is chosen if it cannot be.
  case addToFile(String?)
  case nameJobsOfFile
  /// What a file says of an app is given up.
  case giveUpApp(String)
  case checkNamedJob
  case nameOtherJobs
  case nameMovedLedgers
  /// A link in the place of a file is removed, or the folder to which it leads is named.
  case removeLink
  case chooseOtherFolder
  case makeSiteFiles
  /// The files that were made for the job are put onto its hosts.
  case deployMadeFiles
  /// It is shown why a link opens no app.
  case explainLinks

  // A new job.
  /// What the link could be made of.
  case giveLink(variable: String)
  case chooseTemplate
  case chooseSheet([String])
  /// The names of encodings, whose texts were shown in this order.
  case chooseEncoding([String])
  /// Tags without their maker's signature can be refused.
  case requireGenuine

  // The machine.
  case closePrograms
  case closeProgramsAndPutBack
  case checkOpenSSL
  case checkDisk
  case makeRoom
  case tryAgain

  // The ledger.
  case writeFirstTag
  /// Finished tags are needed first.
  case writeTags
  case checkManifestPath
  case moveFileAway
  case connectDisk
  case putWitnessThere
  case copyToThisMachine
  case moveFileOrRenameManifest
  case renameManifestOrChangeID
  case useLaterTagPress
  case rebuild(ledger: String, keepsOld: Bool)
  case bringLedgerBack(orRebuild: String)
  case bringWitnessBack(orRebuild: String)
  case bringBothBack
  case bringTogether(orRebuild: String)
  case copyFolder
  case continueHere
  /// Another ledger has the tags of the job.
  case continueThere
  /// The rows that have tags there were perhaps not all named.
  case bringNewerBack(namesAllRows: Bool = true)
  /// Only the witness says that a tag was given up.
  case confirmVoid
  case bringBackOrStartAgain
  case copyToOwnFolder
  case useBackup
  case changePermissions
  case closeOtherProgram
  case startAgain
  case runAgain
  case compareCopies
  /// The manifest has changed since the ledger took it over.
  case bringUpToDate
  /// The manifest has another name than its ledger.
  case renameLedger([RenamedFile])
  /// The manifest is a link to this file.
  case useFile(String)
  /// The copy of a ledger has more tags.
  case continueWithCopy(String, witness: String)

  // Rows.
  /// About the tags that this mark stands for, where it is known.
  case decideChanges(mark: String? = nil)
  case checkRow
  case checkReport
  case finishOrVoid(row: String)
  case sayWhy
  /// The check of the job shows its errors.
  case seeErrors
  /// Files outside of the job's folder may be used.
  case allowOutside
  /// A key file is made there, or at a place of the user's choice.
  case makeKeyFile(String?)
  /// The errors of the job, which were shown.
  case correctErrors
  case renameRow
  case putKeyFileBack(id: String)
  case makeTokenLonger
  case giveEachRowItsLink
  case giveResolver
  /// The warnings of the job are no mistakes.
  case acceptWarnings
  /// Links to hosts of examples go onto real tags all the same.
  case allowReservedHosts
  /// Someone looks at the links and approves them; with a resolver, what it is told.
  case approve(withResolver: Bool)
  /// Labels of rows whose tags are not written, too.
  case printAll
  /// Labels on paper have other links than their rows.
  case printLabelsAgain
  /// The links are settled without a tag being written.
  case settleLinks
  /// The rows of tags that were put aside or lost get new tags.
  case freeRows
}

/// A file that gets another name.
package struct RenamedFile: Hashable, Sendable {
  package let from: String
  package let to: String

  package init(from: String, to: String) {
    (self.from, self.to) = (from, to)
  }
}
