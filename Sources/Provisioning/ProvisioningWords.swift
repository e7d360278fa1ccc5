// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Plain
internal import SiteAssociation
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import WebLink

extension PreflightProblem {
  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .manifest(let problem): problem.description
    case .unknownChip(let name, let close):
      "No chip is called \"\(shown(name))\". "
        + (close.map { "Did you mean \($0)?" }
          ?? "TagPress knows \(TagChip.allCases.map(\.name).joined(separator: ", ")).")
    case .noPassword(let chip):
      "\(chip.name) has no password. Remove it from chips"
        + (chip.takesLock ? ", or write <protect with=\"lock\"/>." : ".")
    case .noLock(let chip):
      "\(chip.name) can only be locked with a key of its own, which TagPress does not support. "
        + "Remove it from chips."
    case .noMirror(let chip):
      "\(chip.name) cannot show its UID or counter in a link. Remove it from chips, or write"
        + " {tag.uid}, which TagPress fills in."
    case .noSignature(let chip, let isRequired):
      "\(chip.name) has no signature from its maker. "
        + (isRequired
          ? "Remove it from chips, or write genuine=\"ignore\"."
          : "It will not be checked. Write genuine=\"ignore\" to accept this.")
    case .unformatted(let chip):
      "\(chip.name) comes without NDEF formatting. Write format=\"yes\", unless your tags"
        + " are already formatted."
    case .tooLarge(let size, let chips): words(size, chips)
    case .noKeyFile(let path):
      """
      There is no key file "\(shown(path))". If tags of the job have their password from it, put it \
      back from your backup.
      """
    case .keyFile(let error): error.description
    case .doubt(let doubt, let beginning, let rows):
      "\(rows == 1 ? "1 link begins" : "\(grouped(rows)) links begin") with"
        + " \"\(shown(beginning))\". \(doubt.description)"
    case .encodedDots(let link): "\"\(shown(link))\": \(LinkDoubt.encodedDots.description)"
    case .unservedHost(let kind, let host, let rows, let first):
      words(kind, host, rows, first)
    case .guessableToken(let name, let rows, let values, let needed, let isCut):
      "\(grouped(rows)) links differ only in {\(shown(name))}, which has \(grouped(values)) values there: "
        + "\(odds(rows, of: values)). "
        + (isCut
          ? "Let the link show \(needed) characters of it" : "Write length=\"\(needed)\"")
        + ", so that a stranger who tries a million links finds none."
    case .tokensRunOut(let name, let rows, let values, let needed):
      "\(grouped(rows)) rows need a {\(shown(name))} of their own, and there are only "
        + "\(grouped(values)). Write length=\"\(needed)\"."
    case .badPattern(let pattern, let encoded?):
      "\"\(shown(pattern))\" has characters that links have percent-encoded. Write "
        + "\"\(shown(encoded))\"."
    case .badPattern(let pattern, nil):
      "\"\(shown(pattern))\" is not a pattern that both platforms know. Write one like /s/*, "
        + "without spaces and without $( )."
    case .hiddenFromPhones:
      """
      With reading="yes", no phone can read these tags, because each asks for its password first. \
      Leave out reading, unless only your own readers should see the links.
      """
    case .clipPattern:
      "A pattern does nothing in an App Clip, which is authorised for the whole host. Remove it,"
        + " and set in App Store Connect which links start the App Clip."
    case .site(let error): "No association file can be made for the apps. \(error.description)"
    case .brokenAssociation(let finding): finding.message
    case .notAnAssociation:
      "This is not an association file. Name apple-app-site-association or assetlinks.json."
    case .whoseFile:
      "The rows of the job choose the host of their links, and it is not known whose file this is. Name "
        + "a folder with a folder for each host instead."
    case .twoFiles(let kind):
      "There is another \(kind.fileName) for the same host. Name the one that the host serves."
    case .publicKey(let key, let app):
      "The certificate of \(shown(app)) is \(key), whose private key everybody has: anybody can sign an "
        + "app that takes the links. Write the fingerprint of the release key from the Play Console."
    case .publicKeyInFile(let finding): finding.message
    case .appShut(let app, _, _, .notNamed):
      "\(shown(app)) is in none of the association files. Add it there, or remove it from the job."
    case .appShut(let app, let host, let verdict, let why):
      (verdict == .shut
        ? "\(shown(app)) opens no link"
        : "It is not known whether \(shown(app)) opens the links")
        + "\(host.map { " of \(shown($0))" } ?? ""). \(why)"
    case .opensNoApp(let link, let platform, let verdict, let why):
      (verdict == .shut
        ? "\"\(shown(link))\" opens no app"
        : "It is not known whether \"\(shown(link))\" opens an app")
        + " on \(platform == .iOS ? "an iPhone" : "Android"). \(words(why))"
    }
  }
}

private func words(_ size: Int, _ chips: [PreflightProblem.Excess]) -> String {
  let most = chips.map(\.byteCount).max() ?? 0
  let list = chips.map { "\($0.byteCount) too many for \($0.chip.name)" }
  return "The message has \(size) bytes, \(list.joined(separator: ", ")). Shorten the link by"
    + " \(count(most, "byte")), or use other chips."
}

private func words(_ why: Why) -> String {
  switch why {
  case .noRuleMatches, .noRules:
    "No pattern matches it. Write <open> for it in an app, or correct the row."
  case .excluded(_, let pattern):
    "The pattern \"\(shown(pattern))\" keeps it for the browser. Make that pattern narrower, or "
      + "correct the row."
  default: why.description
  }
}

private func words(
  _ kind: UnservedHost, _ host: String, _ rows: Int, _ first: String
) -> String {
  let links =
    rows == 1
    ? "The link of row \"\(shown(first))\" leads"
    : "\(grouped(rows)) links, the first that of row \"\(shown(first))\", lead"
  return "\(links) to \(shown(host)), \(kind)"
}

/// How often a guess is right, in words.
private func odds(_ rows: Int, of values: Int) -> String {
  let every = max(1, values / max(1, rows))
  switch every {
  case 1: return "nearly every guess is right"
  case 2...100: return "about every \(ordinal(every)) guess is right"
  default: return "about one guess in \(grouped(every)) is right"
  }
}

private func ordinal(_ number: Int) -> String {
  switch (number % 100, number % 10) {
  case (11...13, _): "\(number)th"
  case (_, 1): "\(number)st"
  case (_, 2): "\(number)nd"
  case (_, 3): "\(number)rd"
  default: "\(number)th"
  }
}

/// Text from outside, shortened to fit a sentence.
func shown(_ text: String) -> String {
  text.unicodeScalars.count <= 120 ? text : String(text.prefix(119)) + "…"
}
