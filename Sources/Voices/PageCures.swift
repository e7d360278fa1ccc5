// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps on the page of `tagpress open`, where there are buttons and no options.

extension Cure {
  /// Where only a terminal helps, this is said.
  private static let terminal = "That is done in a terminal: ask someone who uses one."

  /// Nil where the words for a terminal name no command.
  var onPage: String? {
    switch self {
    case .acceptWarnings: "Correct the job, or confirm them under Check."
    case .approve: "They are approved under Check."
    case .decideChanges:
      "Under Write, choose whether their tags stay as they are or are written again."
    case .allowReservedHosts: "Write the name of your own website in the link."
    case .writeTags: "Write the tags first."
    case .writeFirstTag: "Writing the first tag makes it."
    case .freeRows:
      "Under Write, their rows can be written to other tags. If one tag is lost, give it up there."
    case .finishOrVoid(let row):
      "Go on writing and put that tag on the reader. If it is lost, give up the tag of row"
        + " \(visible(row)) under Write."
    case .checkRow: "Preview shows the rows with their ids."
    case .checkReport: "Report lists the rows with their tags."
    case .allowOutside: "On this page, lists lie in the job's own folder."
    case .makeKeyFile: "A new one is made in a terminal: ask someone who uses one."
    case .correctErrors: "Check shows the errors of the job."
    case .seeErrors: "Check shows them."
    case .sayWhy: "Say why."
    case .confirm: "Type the job's id to confirm it."
    case .chooseReader, .chooseListedReader: "Choose one under Write."
    case .finishWithWrite: "Put the tag aside, or finish it under Write."
    case .runAgain: "Start it again."
    case .bringUpToDate: "Writing brings the ledger up to date."
    case .printAll, .settleLinks: "Write the tags first."
    case .printLabelsAgain: "Print them again: see Labels."
    case .requireGenuine: "To refuse them, take only chips with their maker's signature."
    case .renameLedger(let files):
      "If the manifest was renamed, rename these files too: "
        + files.map { "\(visible($0.from)) to \(visible($0.to))" }.joined(separator: ", ")
        + ". If it is a copy for other tags, give it another id."
    case .useFile(let path): "Open the folder of \(visible(path))."
    case .continueWithCopy(let other, _):
      "Continue with \(visible(other)); or find these tags, and move that ledger and its witness to"
        + " another folder."
    case .eraseOrPutAside, .allowFormatting, .allowOverwriting, .giveKey, .checkKey, .unlock,
      .acceptAnyAnswer, .despiteLimit, .setPasswordAgain:
      English.aside
    case .rebuild: "It can be repaired. \(Self.terminal)"
    case .bringLedgerBack:
      "Bring the ledger back from where it was moved, or have it rebuilt. \(Self.terminal)"
    case .bringWitnessBack:
      "Bring the witness back from where it was moved. If it is lost, have it rebuilt. \(Self.terminal)"
    case .bringTogether:
      "Put the ledger and the witness together that were copied together, or have one rebuilt from the"
        + " other. \(Self.terminal)"
    case .bringNewerBack:
      "Bring the newer files back, or continue where they are. If they are gone, the tags that were"
        + " written since have to be found and emptied. \(Self.terminal)"
    case .nameMovedLedgers: "If one is gone for good, its place can be forgotten. \(Self.terminal)"
    case .makeSiteFiles: "Website shows them."
    case .deployMadeFiles: "Deploy the one that is shown above."
    case .explainLinks: "Compare what is online with the files for your website, above."
    case .confirmVoid:
      "If you know that it was given up, have the ledger rebuilt. \(Self.terminal)"
    case .continueHere:
      "If that job continues elsewhere, or tags were written after the backup, continue there: their"
        + " rows would be written to second tags here. If it was moved here as it is now, choose"
        + " Move here."
    case .continueThere:
      "Continue with that one. If these are other tags, give this job another id."
    case .copyFolder: "Copy the whole folder of the job, and open the copy."
    case .useBackup:
      "Bring both back from your backup, and continue after the rows that were written since."
    case .checkOpenSSL: "Have the installation of OpenSSL looked at. \(Self.terminal)"
    case .checkPort: "Is it plugged in?"
    case .examineReaders, .replug: "Unplug the reader, plug it in again, and try once more."
    case .findRightTag:
      "Put the tag aside and put the right one on the reader. If there is none, give up the row's tag"
        + " under Write."
    case .giveBlockCount, .useReadAndPut, .setPassword, .giveResolver: Self.terminal
    case .switchMirrorOff: English.aside
    case .installCardService, .startCardService, .restartCardService:
      "Ask the administrator of this machine to install or start the card service (pcscd), then plug"
        + " the reader in again."
    case .joinGroup(let group):
      "Its users are the members of the group \(group): ask the administrator of this machine to add"
        + " you, then log in again."
    case .askForAccess, .allowReader:
      "Ask the administrator of this machine to give you access to it."
    case .unloadModule(let module):
      "Ask the administrator of this machine to unload and blacklist the module \(module)."
    case .nameReader: "Choose a reader under Write."
    case .plugReaderIn: "Plug it in."
    case .seeAbilities: "Use another reader."
    case .nameAsCardService(let names):
      "The PC/SC service has such a reader: choose \(listed(names.map(visible), "or")) under Write."
    case .stopOtherProgram: "Stop that program, or choose another reader under Write."
    default: nil
    }
  }
}
