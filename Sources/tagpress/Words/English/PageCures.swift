// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps on the page of `tagpress open`, where there are buttons and no options.

extension Cure {
  /// Nil where the words for a terminal name no command, or where only a terminal helps.
  var onPage: String? {
    switch self {
    case .acceptWarnings: "Correct the job, or confirm them under Check."
    case .approve: "They are approved under Check."
    case .decideChanges:
      "Under Write, choose whether their tags stay as they are or are written again."
    case .allowReservedHosts: "Write the name of your own website in the link."
    case .writeFirstTag: "Writing the first tag makes it."
    case .freeRows:
      "Under Write, their rows can be written to other tags. If one tag is lost, give it up there."
    case .finishOrVoid(let row):
      "Go on writing and put that tag on the reader. If it is lost, give up the tag of row"
        + " \(visible(row)) under Write."
    case .checkRow: "Preview shows the rows with their ids."
    case .checkReport: "Report lists the rows with their tags."
    case .sayWhy: "Say why."
    case .confirm: "Type the job's id to confirm it."
    case .chooseReader, .chooseListedReader: "Choose one under Write."
    case .finishWithWrite: "Put the tag aside, or finish it under Write."
    case .eraseOrPutAside, .allowFormatting, .allowOverwriting, .giveKey, .checkKey, .unlock,
      .acceptAnyAnswer, .despiteLimit, .setPasswordAgain:
      English.aside
    default: nil
    }
  }
}
