// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain
internal import SiteAssociation

// What a host does wrong, as names and facts: the words of other languages are made of them.

extension FetchError {
  /// With what helps, where a page can say it.
  package var told: [Told] {
    switch self {
    case .noLibrary: [Told("fetch.no-library")]
    case .noMemory: [Told("fetch.no-memory")]
    case .badAuthorityFile: [Told("fetch.bad-authority-file")]
    case .notHTTPS: [Told("fetch.not-https")]
    case .proxy: [Told("fetch.proxy")]
    case .unknownHost: [Told("fetch.unknown-host")]
    case .noDNS: [Told("fetch.no-dns")]
    case .noConnection: [Told("fetch.no-connection")]
    case .noWay: [Told("fetch.no-way")]
    case .tooSlow(let phase, let limit):
      [
        Told(
          phase == .connecting
            ? "fetch.slow.connecting" : phase == .whole ? "fetch.slow.whole" : "fetch.slow.first",
          ["seconds": decimal(limit)])
      ]
    case .certificate(let fault, let certificate): fault.told(certificate)
    case .noEncryption: [Told("fetch.no-encryption")]
    case .notHTTP: [Told("fetch.not-http")]
    case .headerTooLarge:
      [Told("fetch.header-too-large", numbers: ["limit": FetchLimits.headerByteCount >> 10])]
    case .badEncoding: [Told("fetch.bad-encoding")]
    case .noAnswer: [Told("fetch.no-answer")]
    case .brokenOff: [Told("fetch.broken-off")]
    case .other(let code): [Told("fetch.other", ["code": "\(code)"])]
    }
  }
}

extension CertificateFault {
  fileprivate func told(_ certificate: ServedCertificate?) -> [Told] {
    switch self {
    case .expired:
      [Told("certificate.expired")]
        + (certificate?.expiry.map { [Told("certificate.until", ["at": shown($0)])] } ?? [])
    case .notYetValid: [Told("certificate.not-yet-valid")]
    case .wrongName:
      [Told("certificate.wrong-name")]
        + (certificate?.shownNames.map { [Told("certificate.names", ["names": $0])] } ?? [])
    case .selfSigned: [Told("certificate.self-signed")]
    case .unknownAuthority:
      [Told("certificate.unknown-authority")] + issued(by: certificate?.issuer)
    case .missingIntermediate:
      [Told("certificate.missing-intermediate")] + issued(by: certificate?.issuer)
    case .other(let code): [Told("certificate.other", ["code": "\(code)"])]
    }
  }

  private func issued(by issuer: String?) -> [Told] {
    issuer.map { [Told("certificate.issuer", ["name": shown($0)])] } ?? []
  }
}

extension ServedCertificate {
  fileprivate var shownNames: String? {
    guard !names.isEmpty else { return nil }
    return firstNames(Self.namesShownMax, of: names.map(shown))
  }
}

extension ServingProblem {
  package var told: [Told] {
    switch self {
    case .notFetched(let error): error.told
    case .redirect(let status, let place?):
      [about(["status": "\(status)", "place": shown(place)])]
    case .redirect(let status, nil): [about(".nowhere", ["status": "\(status)"])]
    case .status(let status):
      [
        about(
          status == 401 || status == 403
            ? ".forbidden" : status == 304 ? ".unchanged" : status >= 500 ? ".error" : "",
          ["status": "\(status)"])
      ]
    case .missing(let status, let isNeeded):
      [about(isNeeded ? "" : ".unneeded", ["status": "\(status)"])]
    case .otherAnswerForBot(let status?): [about(["status": "\(status)"])]
    case .otherAnswerForBot(nil): [about(".none")]
    case .slow(let time): [about(patience(time))]
    case .addressFails, .addressDiffers, .addressSlow, .familyUnknown, .familiesNotAsked:
      aboutItsAddresses
    case .noContentType, .page, .differs, .bytesDiffer, .notAtRoot, .rootDiffers, .onlyAtRoot:
      [about()]
    case .contentType(let type, _): [about(["type": shown(type)])]
    case .repeatedContentType(let types): [about(["types": list(types)], ["n": types.count])]
    case .bodyCut(.apple): [about(".apple", [:], ["limit": AssociationLint.appleByteCount])]
    case .bodyCut(.android): [about(".android")]
    case .nearlyTooLarge(let count):
      [about([:], ["size": count, "limit": AssociationLint.appleByteCount])]
    case .copyNotFetched, .copyRefused, .copyDiffers, .googleNotFetched, .googleSeesNothing,
      .googleMissesApp, .googleMissesCertificate:
      aboutWhatOthersHave
    case .appMissing(let app), .appClipMissing(let app): [about(["app": shown(app)])]
    case .linksUnmatched(let count, let all, let examples),
      .linksExcluded(let count, let all, let examples),
      .linksUnknown(let count, let all, let examples):
      [about(["examples": list(examples)], ["n": count, "all": all])]
    case .appShut(let app, let verdict, let why):
      [Told(verdict == .shut ? "app-shut" : "app-unknown", ["app": shown(app)]), why.told]
        + why.mistake
    case .copyOpensFewer(let count, let all): [about([:], ["n": count, "all": all])]
    }
  }

  private var aboutItsAddresses: [Told] {
    switch self {
    case .addressFails(let address, let error):
      [about(["address": shown(address.words)])] + error.told
        + [about(".remedy", ["record": address.family.record])]
    case .addressDiffers(let here, let there, .status(let status, let other)):
      [
        about(
          ".status",
          [
            "here": shown(here.words), "status": "\(status)", "there": shown(there.words),
            "other": "\(other)",
          ])
      ]
    case .addressDiffers(let here, let there, .contentTypes(let types, let others)):
      [type(types, at: here), type(others, at: there), about(".same")]
    case .addressDiffers(let here, let there, .bytes):
      [about(["here": shown(here.words), "there": shown(there.words)])]
    case .addressSlow(let address, let time):
      [about(".address", patience(time).merging(["address": shown(address.words)]) { $1 })]
    case .familyUnknown(let family, let doubt):
      [
        about(
          doubt == .notHere ? ".not-here" : doubt == .notOutside ? ".not-outside" : ".no-dns",
          ["family": family.word])
      ]
    default: [about()]
    }
  }

  private func type(_ types: [String], at address: HostAddress) -> Told {
    let facts = ["address": shown(address.words)]
    return types.isEmpty
      ? about(".no-type", facts)
      : about(".type", facts.merging(["types": list(types)]) { $1 })
  }

  private var aboutWhatOthersHave: [Told] {
    switch self {
    case .copyNotFetched(let error), .googleNotFetched(let error): [about()] + error.told
    case .copyRefused(let status, let reason, let details):
      [about(["answer": list(["\(status)"] + [reason, details].compactMap { $0 })])]
    case .copyDiffers(let age):
      [about(age?.isLong == true ? ".long" : "")] + (age.map { [$0.told] } ?? [])
    case .googleSeesNothing(let status, let codes):
      [about(["answer": list(["\(status)"] + codes.prefix(4))])]
    case .googleMissesApp(let app): [about(["app": shown(app)])]
    case .googleMissesCertificate(let app, let missing, let known):
      [about(["app": shown(app), "certificates": Self.certificates(missing)])]
        + (known.isEmpty ? [] : [about(".known", ["certificates": Self.certificates(known)])])
    default: []
    }
  }

  /// The rule's own name; a further part of it tells apart sentences of one rule.
  private func about(
    _ part: String = "", _ texts: [String: String] = [:], _ numbers: [String: Int] = [:]
  ) -> Told {
    Told(rule + part, texts, numbers: numbers)
  }

  private func about(_ texts: [String: String], _ numbers: [String: Int] = [:]) -> Told {
    about("", texts, numbers)
  }

  private func patience(_ time: Duration) -> [String: String] {
    ["seconds": decimal(time), "limit": decimal(FetchLimits.patienceOfApple)]
  }

  /// Fingerprints, shortened as people compare them.
  private static func certificates(_ fingerprints: [String]) -> String {
    fingerprints.prefix(3).map { shown($0.count > 12 ? $0.prefix(11) + "…" : $0) }
      .joined(separator: ", ") + (fingerprints.count > 3 ? ", …" : "")
  }
}

extension Why {
  /// What is wrong in the file, where that is the reason.
  fileprivate var mistake: [Told] {
    if case .mistake(let finding) = self { finding.told } else { [] }
  }
}

extension CopyAge {
  fileprivate var told: Told {
    let (name, time) =
      switch self {
      case .copied(let time): ("age.copied", time)
      case .changed(let time): ("age.changed", time)
      }
    let (n, unit) = Self.rounded(time)
    return Told("\(name).\(unit)s", numbers: ["n": n])
  }
}

/// Text from outside, safe to show and short enough for a sentence.
private func shown(_ text: some StringProtocol) -> String {
  visible(shortened(String(text), to: 200))
}

private func list(_ texts: [String]) -> String {
  texts.prefix(4).map { shown($0) }.joined(separator: ", ")
}

/// Seconds, with one decimal place if they are not whole.
private func decimal(_ time: Duration) -> String {
  let tenths = Int(time / .milliseconds(100))
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
