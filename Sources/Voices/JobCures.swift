// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps with a ledger and the rows of a job.

extension Cure {
  func withLedger(_ voice: Voice) -> String {
    let moved =
      switch voice.command {
      // It takes --moved only beside --rebuild.
      case "doctor":
        "run 'tagpress doctor --rebuild JOB --moved' or 'tagpress write --moved JOB'."
      default: voice.takes("moved") ? "add --moved." : "run 'tagpress write --moved JOB'."
      }
    return switch self {
    case .writeFirstTag:
      """
      'tagpress write JOB' creates it. If tags are already written, go to the folder where that was \
      done.
      """
    case .writeTags: "Run 'tagpress write JOB' first."
    case .checkManifestPath: "Check the path of the manifest."
    case .moveFileAway: "Move away the file of this name."
    case .connectDisk: "Connect its disk, or bring the file back."
    case .putWitnessThere:
      "Put the witness itself there. It is where the job was last written, beside its ledger."
    case .moveFileOrRenameManifest: "Move it away, or rename the manifest."
    case .renameManifestOrChangeID:
      "Give this manifest another file name, or change its id back to what it was."
    case .rebuild(let ledger, keepsOld: true):
      "Run \(English.rebuild(ledger)), which repairs it and keeps the old file."
    case .rebuild(let ledger, keepsOld: false):
      "Run \(English.rebuild(ledger)), which rebuilds it from its witness."
    case .bringLedgerBack(let ledger):
      """
      Bring the ledger back from where it was moved, or run \(English.rebuild(ledger)), which rebuilds \
      it.
      """
    case .bringWitnessBack(let ledger):
      """
      Bring the witness back from where it was moved. If it is lost and this is not an old copy, \
      run \(English.rebuild(ledger)).
      """
    case .bringBothBack:
      "Bring the ledger and its witness back, from where they were moved or from your backup."
    case .bringTogether(let ledger):
      """
      Put the ledger and the witness together that were copied together. If it is this job's, and \
      one of the two is an old copy, run \(English.rebuild(ledger)), which rebuilds that one from the \
      other.
      """
    case .copyFolder:
      """
      Copy the whole folder with 'cp -r'. If no tag was written since under another name, go to the \
      copy and \(moved)
      """
    case .continueHere:
      """
      If that job continues elsewhere, or tags were written after the backup, their rows would be \
      written to second tags: continue there. If it was moved here as it is now, and is not \
      continued there, \(moved)
      """
    case .continueThere:
      """
      Continue with that one. If these are other tags, give this job another id. If that ledger is \
      lost, find the tags that were written with it, empty them with 'tagpress erase', and then \(moved)
      """
    case .bringUpToDate: "'tagpress write --plan JOB' brings the ledger up to date."
    case .renameLedger(let files):
      """
      If the manifest was renamed, rename its ledger and witness too: \
      \(files.map { "mv \(shellWord($0.from)) \(shellWord($0.to))" }.joined(separator: " && ")). If it \
      is a copy for other tags, give it another id.
      """
    case .useFile(let path): "Name that file instead: \(shellWord(path))."
    case .continueWithCopy(let other, let witness):
      """
      Continue with \(visible(other)); or find these tags, empty them with 'tagpress erase', and then \
      run mkdir aside && mv \(shellWord(other)) \(shellWord(witness)) aside, which moves that ledger \
      and its witness away.
      """
    case .bringNewerBack(let namesAllRows):
      (namesAllRows ? "" : "'tagpress doctor JOB' names them all. ")
        + """
        Bring the newer files back, or continue where they are. If they are gone, find the tags that \
        were written since, empty them with 'tagpress erase', and then \(moved)
        """
    case .confirmVoid:
      "If you know that it was given up, run 'tagpress doctor --rebuild JOB --moved'."
    case .bringBackOrStartAgain:
      """
      Bring back the files that were there, or start again and put the last tag on the reader again.
      """
    case .useBackup:
      "Bring both back from your backup, and "
        + (voice.takes("rows")
          ? "add --rows FROM-TO to continue after the rows that were written since."
          : "continue after the rows that were written since with 'tagpress write --rows FROM-TO JOB'.")
        + " 'tagpress read' shows what is on a tag."
    default: "If it has another tag, one of the two is a copy. Compare them."
    }
  }

  func withRows(_ voice: Voice) -> String {
    switch self {
    case .decideChanges(let mark) where voice.takes("changed"):
      "Add --changed keep to leave their tags as they are, or --changed redo\(English.seen(mark)) to "
        + "write them again."
    case .decideChanges(let mark):
      "'tagpress write --changed keep JOB' leaves finished tags as they are, and 'tagpress write "
        + "--changed redo\(English.seen(mark)) JOB' writes them again."
    case .checkRow: "'tagpress links JOB' lists the rows with their ids."
    case .checkReport: "'tagpress report --csv JOB' lists the rows with their tags."
    case .finishOrVoid(let row):
      "Finish that tag with 'tagpress write JOB'. If it is lost, \(English.void(row)) gives it up."
    case .printAll where voice.takes("all"): "With --all, they are printed too."
    case .printAll: "'tagpress labels --all' prints them too."
    case .printLabelsAgain: "'tagpress labels --all JOB' prints them again."
    case .settleLinks:
      "Run 'tagpress write --plan JOB', which writes no tag, and print then."
    case .allowOutside where voice.hasManifest && voice.takes("outside"):
      "Or allow it with --outside."
    case .allowOutside: "Or allow it, as in 'tagpress check --outside JOB'."
    case .makeKeyFile(nil): "'tagpress key new FILE' makes a key file."
    case .makeKeyFile(let path?):
      "Otherwise make it with \(typed("tagpress key new \(shellWord(visible(path)))"))."
    case .correctErrors: "Correct these errors first."
    case .seeErrors: "'tagpress check JOB' shows them."
    case .sayWhy: voice.takes("why") ? "Add --why TEXT." : "Give a reason."
    case .renameRow: "Give one of them another id."
    case .putKeyFileBack(let id):
      """
      Put the key file with key \(id) back. If it is lost, make a job with another id for the rows \
      that have no tag yet.
      """
    case .makeTokenLonger: "Make it longer."
    case .giveEachRowItsLink:
      "Have the resolver give each row its own link, or write duplicates=\"allow\" in <rows>."
    case .giveResolver where voice.takes("resolver"): "Add --resolver COMMAND, as before."
    case .acceptWarnings where voice.takes("accept-warnings"):
      "Correct the job, or add --accept-warnings if they are no mistakes."
    case .acceptWarnings:
      "Correct the job. 'tagpress write --accept-warnings JOB' writes it as it is."
    case .allowReservedHosts where voice.takes("allow-reserved-hosts"):
      "For tags that stay in a lab, add --allow-reserved-hosts."
    case .allowReservedHosts:
      "For tags that stay in a lab, use 'tagpress write --allow-reserved-hosts JOB'."
    case .approve(let withResolver):
      "'tagpress links JOB' lists the links, and 'tagpress approve"
        + "\(withResolver ? " --resolver COMMAND" : "") --by NAME JOB' approves them."
    case .giveResolver: "Use 'tagpress write --resolver COMMAND JOB', as before."
    case .freeRows:
      """
      'tagpress write --redo failed JOB' writes their rows to other tags. For a lost tag, use \
      \(English.void("ID")).
      """
    default: ""
    }
  }
}

extension Cure {
  /// Elsewhere than in the command that makes jobs, whoever asks has no options.
  func withNewJob(_ voice: Voice) -> String {
    let isNew = voice.command == "new"
    return switch self {
    case .giveLink(let variable) where isNew:
      "Or say with --link LINK how the links are made, such as 'https://your.site/{\(variable)}'."
    case .giveLink(let variable):
      "Or say how the links are made, as in https://your.site/{\(variable)}."
    case .chooseTemplate where isNew:
      "Add it to the link, or choose another template: --list shows them."
    case .chooseTemplate: "Add it to the link, or choose another template."
    case .chooseSheet(let names) where isNew:
      "To use another, add --sheet NAME. The others are \(visible(names.joined(separator: ", ")))."
    case .chooseSheet(let names): "Choose another: \(visible(names.joined(separator: ", ")))."
    case .chooseEncoding(let names) where isNew && names.count > 1:
      "Use --encoding \(names[0]) for the first, or --encoding \(names[1]) for the second. If both are"
        + " wrong, save the spreadsheet as CSV UTF-8."
    case .chooseEncoding(let names) where isNew:
      names.first.map {
        "If it is right, use --encoding \($0); if not, save the spreadsheet as CSV UTF-8."
      } ?? "If a text looks wrong, use --encoding NAME."
    case .chooseEncoding:
      "Choose how its letters are written, or save the spreadsheet as CSV UTF-8."
    case .requireGenuine where isNew:
      "To refuse them, use --genuine, or"
        + " write genuine=\"require\" in <tags>."
    default: "To refuse them, write genuine=\"require\" in <tags>."
    }
  }
}
