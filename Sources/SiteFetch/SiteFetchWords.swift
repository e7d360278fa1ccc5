// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation
internal import StrictJSON

extension FetchError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noLibrary: "libcurl is not on this machine; install the package libcurl4."
    case .noMemory: "there was no memory left for the transfer; end other programs and try again."
    case .badAuthorityFile:
      "the file of authorities could not be read, or has no certificate in it; give a PEM file."
    case .notHTTPS: "only https is asked; check the name of the host."
    case .proxy: "the proxy could not be used; check its address."
    case .unknownHost:
      "the DNS has no address for the host; check its name, or give its address with --resolve."
    case .noConnection:
      "nobody takes the connection; check that the server runs, and the firewall before it."
    case .tooSlow(.connecting, let limit):
      "there was no connection within \(seconds(limit)), also the second time; check the server "
        + "and the firewall before it."
    case .tooSlow(.standstill, let limit):
      "no byte came for \(seconds(limit)), also the second time; look why the server stops."
    case .tooSlow(.whole, let limit):
      "the answer was not complete after \(seconds(limit)), also the second time; look why the "
        + "server is slow."
    case .certificate(let fault, let certificate): fault.words(certificate)
    case .noEncryption:
      "no encrypted connection could be agreed on; the server must offer TLS 1.2 or newer."
    case .notHTTP: "what answers there does not speak HTTP as it should; check the port."
    case .headerTooLarge:
      "the header has more than \(FetchLimits.headerByteCount >> 10) KiB; look what the server "
        + "puts into it."
    case .badEncoding:
      "the content is not coded as its header says; switch compression off for this file."
    case .brokenOff: "the server broke the answer off; look into its log."
    case .other(let code): "libcurl gave up with error \(code); see 'man libcurl-errors'."
    }
  }
}

extension CertificateFault {
  fileprivate func words(_ certificate: ServedCertificate?) -> String {
    switch self {
    case .expired:
      "the certificate has expired\(certificate?.expiry.map { " (\($0))" } ?? ""); renew it."
    case .notYetValid:
      "the certificate is not valid yet; check the clocks of the server and of this machine."
    case .wrongName:
      "the certificate is for \(certificate?.namesInWords ?? "another host"); get one with the "
        + "name of this host."
    case .selfSigned:
      "the certificate is signed by itself, which no phone trusts; get one of a public authority, "
        + "or name your own with --ca for a test."
    case .unknownAuthority:
      "the certificate comes from an authority that is not trusted"
        + "\(certificate?.issuer.map { " (\($0))" } ?? ""); get one of a public authority, or name "
        + "your own with --ca for a test."
    case .missingIntermediate:
      "the server sends its certificate alone, and whoever signed it"
        + "\(certificate?.issuer.map { " (\($0))" } ?? "") is not known here; configure the full "
        + "chain, or name your own authority with --ca for a test."
    case .other(let code):
      "the certificate is not accepted (OpenSSL's reason \(code)); look at it with "
        + "'openssl s_client'."
    }
  }
}

extension ServedCertificate {
  fileprivate var namesInWords: String {
    guard !names.isEmpty else { return "another host" }
    let shown = names.prefix(Self.namesShownMax).joined(separator: ", ")
    return names.count > Self.namesShownMax ? shown + ", …" : shown
  }
}

extension ServingProblem {
  /// What is wrong and what to do.
  package var message: String {
    switch self {
    case .notFetched(let error): error.description
    case .redirect, .status, .missing, .otherAnswerForBot, .slow: aboutTheWay
    case .noContentType, .contentType, .repeatedContentType, .page: aboutTheHeader
    case .bodyCut, .nearlyTooLarge, .differs, .bytesDiffer: aboutTheContent
    case .notAtRoot:
      "there is no copy at the older place, which only old systems ask; nothing to do."
    case .rootDiffers:
      "the file at the older place says something else, and old systems read that; serve the same "
        + "there, or nothing."
    case .onlyAtRoot:
      "the file is only at the older place, /apple-app-site-association; serve it in /.well-known/."
    case .copyNotFetched, .copyRefused, .copyDiffers, .googleNotFetched, .googleSeesNothing:
      aboutOthers
    case .appMissing, .appClipMissing, .linksUnmatched, .linksExcluded: aboutLinks
    }
  }

  private var aboutTheWay: String {
    switch self {
    case .redirect(let status, let place):
      "the server redirects (\(status)) to \(quoted(place ?? "nowhere")), and neither Apple nor "
        + "Google follows; serve the file itself under this host."
    case .missing(let status, true):
      "there is no such file (\(status)); put it there and check the rules of the server."
    case .missing(let status, false):
      "there is no such file (\(status)), so no app of this platform opens links; nothing to do "
        + "if there is none."
    case .otherAnswerForBot(let status):
      "whoever calls itself AASA-Bot, as Apple's servers do, gets "
        + "\(status.map { "another answer (\($0))" } ?? "no answer"); look for a rule against bots."
    case .slow(let time):
      "the answer took \(seconds(time)), and Apple's servers wait about "
        + "\(seconds(FetchLimits.patienceOfApple)); serve it as a plain file."
    case .status(let status) where status == 401 || status == 403:
      "the server forbids it (\(status)); look for a password, a firewall, a country block, or a "
        + "rule against names that begin with a dot."
    case .status(let status) where status >= 500:
      "the server fails (\(status)); look into its log."
    case .status(let status):
      "the server answers \(status), and only 200 counts; look why."
    default: ""
    }
  }

  private var aboutTheHeader: String {
    switch self {
    case .noContentType:
      "the answer has no Content-Type; configure application/json for this file."
    case .contentType(let type, _):
      "the Content-Type is \(quoted(type)); configure application/json for this file."
    case .repeatedContentType(let types):
      "there are \(types.count) Content-Types (\(types.prefix(4).map(quoted).joined(separator: ", "))); set it, and do "
        + "not add one (nginx: default_type, not add_header)."
    default:
      "this is a web page and not the file; the server shows it for whatever it does not find, so "
        + "put the file there or take it out of that rule."
    }
  }

  private var aboutTheContent: String {
    switch self {
    case .bodyCut:
      "the content is larger than \(FetchLimits.bodyByteCount >> 20) MiB, and Apple takes "
        + "\(AssociationLint.appleByteCount) bytes; look what is served here."
    case .nearlyTooLarge(let count):
      "the file has \(count) bytes, and Apple takes \(AssociationLint.appleByteCount); use fewer, "
        + "wider patterns."
    case .differs:
      "the file says something else than the generated one; deploy that."
    default:
      "the file says the same as the generated one in other bytes; let nothing rewrite it on the "
        + "way (minifier, line ends)."
    }
  }

  private var aboutOthers: String {
    switch self {
    case .copyNotFetched(let error): "Apple's copy could not be asked for: \(error)"
    case .copyRefused(let status, let reason, let details):
      "Apple has no copy (\(status)"
        + [reason, details].compactMap { $0 }.map { ", \(quoted($0))" }.joined()
        + "); mend what it says, and wait an hour."
    case .copyDiffers(let age):
      "devices still get another file from Apple\(age.map { " (\(quoted($0)) seconds old)" } ?? ""); "
        + "wait up to a day, nobody can hurry it."
    case .googleNotFetched(let error): "Google could not be asked: \(error)"
    case .googleSeesNothing(let status, let codes):
      "Google finds no statement (\(([String(status)] + codes.prefix(4).map(quoted)).joined(separator: ", "))); mend "
        + "the file, and look for a rule against bots."
    default: ""
    }
  }
}

extension ServingProblem {
  private var aboutLinks: String {
    switch self {
    case .appMissing(let app):
      "the file does not name the app \(quoted(app)); deploy the one that 'tagpress site make' makes."
    case .appClipMissing(let app):
      "the file does not authorise the App Clip \(quoted(app)); deploy the one that "
        + "'tagpress site make' makes."
    case .linksUnmatched(let count, let all, let examples):
      "\(count) of \(all) links open no app, such as \(list(examples)); 'tagpress site explain' "
        + "says why."
    case .linksExcluded(let count, let all, let examples):
      "\(count) of \(all) links are kept for the browser by a rule, such as \(list(examples)); "
        + "check that this is meant."
    default: ""
    }
  }

  private func list(_ links: [String]) -> String { links.map(quoted).joined(separator: ", ") }
}

/// A time in seconds, with one digit behind the point if it is not whole.
private func seconds(_ time: Duration) -> String {
  let tenths = Int(time / .milliseconds(100))
  if tenths == 10 { return "1 second" }
  return tenths % 10 == 0 ? "\(tenths / 10) seconds" : "\(tenths / 10).\(tenths % 10) seconds"
}

/// Words of a stranger: between quotes, and not more of them than a sentence bears.
private func quoted(_ text: String) -> String {
  let lengthMax = 200
  let shown = String(text.unicodeScalars.prefix(lengthMax))
  return JSONValue.string(
    shown.unicodeScalars.count < text.unicodeScalars.count ? shown + "…" : shown
  ).compact
}
