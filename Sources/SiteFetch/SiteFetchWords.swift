// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain
internal import SiteAssociation
internal import StrictJSON

extension FetchError: Trouble {
  /// What is wrong, and what helps on the server or in the network.
  package var whatIsWrong: String {
    switch self {
    case .noLibrary: "The library libcurl is not installed. Install the package libcurl4."
    case .noMemory:
      "There is not enough memory for the transfer. Close other programs and try "
        + "again."
    case .badAuthorityFile:
      "The file of authorities could not be read, or contains no certificate. Use a PEM file."
    case .notHTTPS: "Only https is supported. Check the name of the host."
    case .proxy:
      "The proxy does not answer, or does not connect to this host. Check its address and its rules."
    case .unknownHost:
      "The DNS has no address for the host."
    case .noDNS:
      "The DNS does not answer. Check the network of this machine, and try again."
    case .noWay:
      "There is no way to the address from this machine. Check the address, and the network of this "
        + "machine."
    case .noConnection:
      "Connection refused. Is the server running, and does the firewall let it through?"
    case .tooSlow(.connecting, let limit):
      "There was no connection within \(seconds(limit)), even on a second try. Is the server "
        + "running, and does the firewall let it through?"
    case .tooSlow(.firstByte, let limit):
      "The server sent nothing for \(seconds(limit)), even on a second try. Find out why it does not "
        + "answer."
    case .tooSlow(.whole, let limit):
      "The answer was not complete after \(seconds(limit)), even on a second try. Find out why the "
        + "server is slow."
    case .certificate(let fault, let certificate): fault.words(certificate)
    case .noEncryption:
      "The server sets up no encrypted connection. Check that it speaks https on this port, with TLS "
        + "1.2 or newer."
    case .notHTTP:
      "What answers on this port does not speak HTTP. Check the port, and what runs there."
    case .headerTooLarge:
      "The header has more than \(FetchLimits.headerByteCount >> 10) KiB. Find out what the server "
        + "puts into it."
    case .badEncoding:
      "The content is not encoded as its header says. Switch off compression for this file."
    case .noAnswer: "The server closed the connection without an answer. Look in its log."
    case .brokenOff: "The server broke off its answer. Look in its log."
    case .other(let code):
      "The transfer failed with libcurl error \(code). See 'man libcurl-errors'."
    }
  }

  package var cure: Cure? {
    switch self {
    case .unknownHost: .giveAddress
    case .certificate(.selfSigned, _), .certificate(.unknownAuthority, _): .replaceCertificate
    case .certificate(.missingIntermediate, _): .completeCertificateChain
    default: nil
    }
  }
}

extension CertificateFault {
  fileprivate func words(_ certificate: ServedCertificate?) -> String {
    switch self {
    case .expired:
      "The certificate has expired\(certificate?.expiry.map { " (\($0))" } ?? ""). Renew it."
    case .notYetValid:
      "The certificate is not valid yet. Check the clocks of the server and of this machine."
    case .wrongName:
      "The certificate is for \(certificate?.namesInWords ?? "another host"). Get one for this host."
    case .selfSigned:
      "The certificate is self-signed, which no phone trusts."
    case .unknownAuthority:
      "The certificate comes from an authority that is not "
        + "trusted\(certificate?.issuer.map { " (\($0))" } ?? "")."
    case .missingIntermediate:
      "The server sends only its own certificate, and the authority that signed it"
        + "\(certificate?.issuer.map { " (\($0))" } ?? "") is not known here."
    case .other(let code):
      "The certificate is not accepted (OpenSSL reason \(code)). Look at it with "
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

extension ServingProblem: Trouble {
  package var cure: Cure? {
    switch self {
    case .notFetched(let error), .copyNotFetched(let error), .googleNotFetched(let error),
      .addressFails(_, let error):
      error.cure
    case .appMissing, .appClipMissing: .deployMadeFiles
    case .linksUnmatched, .linksUnknown: .explainLinks
    default: nil
    }
  }

  /// What is wrong, and what helps on the server or in the association files.
  package var whatIsWrong: String {
    switch self {
    case .notFetched(let error): error.whatIsWrong
    case .redirect, .status, .missing, .otherAnswerForBot, .slow: aboutTheWay
    case .addressFails, .addressDiffers, .addressSlow, .familyUnknown, .familiesNotAsked:
      aboutAddresses
    case .noContentType, .contentType, .repeatedContentType, .page: aboutTheHeader
    case .bodyCut, .nearlyTooLarge, .differs, .bytesDiffer: aboutTheContent
    case .notAtRoot:
      "There is no copy at the older place, which only old systems use. There is nothing to do."
    case .rootDiffers:
      "The file at the older place is different, and old systems read that one. Serve the same file "
        + "there, or none."
    case .onlyAtRoot:
      "The file is only at the older place, /apple-app-site-association. Serve it in /.well-known/."
    case .copyNotFetched, .copyRefused, .copyDiffers, .googleNotFetched, .googleSeesNothing,
      .googleMissesApp, .googleMissesCertificate:
      aboutOthers
    case .appMissing, .appClipMissing, .linksUnmatched, .linksExcluded, .linksUnknown, .appShut,
      .copyOpensFewer:
      aboutLinks
    }
  }

  private var aboutTheWay: String {
    switch self {
    case .redirect(let status, let place?):
      "The server redirects (\(status)) to \(quoted(place)), but neither Apple nor Google follows. "
        + "Serve the file itself on this host."
    case .redirect(let status, nil):
      "The server redirects (\(status)) and does not say where to. Serve the file itself on this host."
    case .missing(let status, true):
      "There is no such file (\(status)). Put it there, and check the rules of the server."
    case .missing(let status, false):
      "There is no such file (\(status)), so no app on this platform opens links. There is "
        + "nothing to do if you have no app for it."
    case .otherAnswerForBot(let status):
      "A client that calls itself AASA-Bot, as Apple's servers do, gets "
        + "\(status.map { "another answer (\($0))" } ?? "no answer"). Look for a rule against bots."
    case .slow(let time):
      "The answer took \(seconds(time)), but Apple's servers wait only about "
        + "\(seconds(FetchLimits.patienceOfApple)). Serve it as a plain file."
    case .status(let status) where status == 401 || status == 403:
      "The server forbids it (\(status)). Look for a password, a firewall, a country block, or a "
        + "rule against names that begin with a dot."
    case .status(304):
      "The server answers that nothing has changed (304), but it was not asked that, and sends no "
        + "file. Look for a cache in front of the server."
    case .status(let status) where status >= 500:
      "The server reports an error (\(status)). Look in its log."
    case .status(let status):
      "The server answers \(status), but only 200 counts. Find out why."
    default: ""
    }
  }

  private var aboutTheHeader: String {
    switch self {
    case .noContentType:
      "The answer has no Content-Type. Configure application/json for this file."
    case .contentType(let type, _):
      "The Content-Type is \(quoted(type)). Configure application/json for this file."
    case .repeatedContentType(let types):
      "There are \(types.count) Content-Types "
        + "(\(types.prefix(4).map(quoted).joined(separator: ", "))). Set it, and do not add "
        + "another (nginx: default_type, not add_header)."
    default:
      "This is a web page, not the file. The server shows it for everything that it does not find, "
        + "so put the file there, or exclude it from that rule."
    }
  }

  private var aboutTheContent: String {
    switch self {
    case .bodyCut(.apple):
      "The content is larger than \(FetchLimits.bodyByteCount >> 20) MiB, and Apple accepts at "
        + "most \(AssociationLint.appleByteCount) bytes. Find out what is served here."
    case .bodyCut(.android):
      "The content is larger than \(FetchLimits.bodyByteCount >> 20) MiB, and no more than that was "
        + "read. Find out what is served here."
    case .nearlyTooLarge(let count):
      "The file has \(count) bytes, and Apple accepts at most \(AssociationLint.appleByteCount). "
        + "Use fewer but wider patterns."
    case .differs:
      "The file says something other than the generated one. Deploy the generated one."
    default:
      "The file says the same as the generated one, but in other bytes. Make sure that nothing "
        + "rewrites it on the way (minifier, line ends)."
    }
  }

  private var aboutOthers: String {
    switch self {
    case .copyNotFetched(let error): "Apple's copy could not be fetched. \(error.whatIsWrong)"
    case .copyRefused(let status, let reason, let details):
      "Apple has no copy (\(status)"
        + [reason, details].compactMap { $0 }.map { ", \(quoted($0))" }.joined()
        + "). Correct what it says, and wait an hour."
    case .copyDiffers(let age?) where age.isLong:
      "Devices get another file from Apple, \(age.words), although Apple looks for a new one within "
        + "about a day. Look for a rule that keeps Apple's servers out."
    case .copyDiffers(let age):
      "Devices still get another file from Apple\(age.map { ", \($0.words)" } ?? ""). Apple looks for "
        + "a new one within about a day, and there is no way to speed this up."
    case .googleNotFetched(let error): "Google could not be asked. \(error.whatIsWrong)"
    case .googleSeesNothing(let status, let codes):
      "Google finds no statement "
        + "(\(([String(status)] + codes.prefix(4).map(quoted)).joined(separator: ", "))). Correct "
        + "the file, and look for a rule against bots."
    case .googleMissesApp(let app):
      "Google finds no statement for the app \(quoted(app)). Deploy the file that names it, and wait "
        + "until Google has looked again."
    case .googleMissesCertificate(let app, let missing, let known):
      "Google does not know the app \(quoted(app)) by the certificate \(certificates(missing))"
        + "\(known.isEmpty ? "" : ", only by \(certificates(known))"). Deploy the right fingerprint: the "
        + "store's signing key is not the upload key."
    default: ""
    }
  }

  /// Fingerprints, shortened as people compare them.
  private func certificates(_ fingerprints: [String]) -> String {
    let shown = fingerprints.prefix(3).map { quoted($0.count > 12 ? $0.prefix(11) + "…" : $0) }
    return shown.joined(separator: ", ") + (fingerprints.count > 3 ? ", …" : "")
  }
}

extension ServingProblem {
  private var aboutLinks: String {
    switch self {
    case .appMissing(let app):
      "The file does not name the app \(quoted(app))."
    case .appClipMissing(let app):
      "The file does not authorise the App Clip \(quoted(app))."
    case .linksUnmatched(let count, let all, let examples):
      "\(count) of \(all) links open no app, such as \(list(examples))."
    case .linksExcluded(let count, let all, let examples):
      "\(count) of \(all) links are kept for the browser by a rule, such as \(list(examples)). "
        + "Make that rule narrower, or write other links."
    case .linksUnknown(let count, let all, let examples):
      "It is not known whether \(count) of \(all) links open an app, such as "
        + "\(list(examples))."
    case .appShut(let app, let verdict, let why):
      (verdict == .shut
        ? "\(quoted(app)) opens no link. " : "It is not known whether \(quoted(app)) opens links. ")
        + why.description
    case .copyOpensFewer(let count, let all):
      "With Apple's copy, only \(count) of \(all) links open an app, and that copy is what iPhones get. "
        + "Wait up to a day, and probe again before you print."
    default: ""
    }
  }

  private func list(_ links: [String]) -> String { links.map(quoted).joined(separator: ", ") }
}

/// A time in seconds, with one decimal place if it is not whole.
func seconds(_ time: Duration) -> String {
  let tenths = Int(time / .milliseconds(100))
  if tenths == 10 { return "1 second" }
  return tenths % 10 == 0 ? "\(tenths / 10) seconds" : "\(tenths / 10).\(tenths % 10) seconds"
}

/// Text from outside: in quotes, and short enough for a sentence.
func quoted(_ text: String) -> String {
  JSONValue.string(shortened(text, to: 200)).compact
}
