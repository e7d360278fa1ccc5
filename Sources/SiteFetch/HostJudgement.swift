// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation
internal import StrictJSON

/// What came of asking for one file.
package typealias FetchOutcome = Result<Reply, FetchError>

/// What a host should serve, as far as that is known.
package struct HostWishes: Sendable {
  /// The files that were generated for it.
  package var files: [AssociationKind: [UInt8]] = [:]
  /// The platforms for which there must be a file; nil if no one said.
  package var platforms: Set<AssociationKind>?

  package init() {}
}

/// One thing that is wrong with how a host serves a file.
package struct ServingFinding: Equatable, Sendable {
  package let file: AskedFile
  package let problem: ServingProblem
}

/// Whether a served file is the generated one.
package enum FileComparison: String, Sendable {
  case equal
  case sameJSON = "same-json"
  case different
}

/// What is right and wrong with what a host serves, judged from its answers alone.
///
/// Each file is judged once, by the first address that answers; every other address has to give the same
/// answer. What each view has of a file is in `seen`.
package struct HostJudgement: Sendable {
  package private(set) var findings: [ServingFinding] = []
  /// The answers that count for phones, each with what is wrong with the file itself; Apple's copy too.
  package private(set) var served: [AskedFile: AssociationLint] = [:]
  package private(set) var comparisons: [AssociationKind: FileComparison] = [:]

  /// A size close to Apple's limit; the linter reports files above it.
  private static let nearlyTooLarge = 100_000...128_000

  let answers: HostAnswers
  /// For each file the answer that is judged.
  let outcomes: [AskedFile: FetchOutcome]
  private let wishes: HostWishes

  package init(_ answers: HostAnswers, _ wishes: HostWishes = HostWishes()) {
    self.answers = answers
    self.wishes = wishes
    let comparison = AddressComparison(answers.origins)
    outcomes = comparison.outcomes.merging(answers.elsewhere) { $1 }
    judgeApple()
    judge(.android)
    judgeBot()
    findings += comparison.findings
    noteDoubts()
    judgeCopy()
    judgeGoogle()
  }

  /// Judges answers of a host whose addresses do not matter.
  package init(_ outcomes: [AskedFile: FetchOutcome], _ wishes: HostWishes = HostWishes()) {
    self.init(HostAnswers(outcomes), wishes)
  }

  /// Whether Apple's copy is byte for byte what the host serves.
  package var copyIsCurrent: Bool {
    guard let copy = reply(.appleCopy), copy.status == 200,
      let original = served(.apple).flatMap({ reply($0.file) })
    else { return false }
    return copy.body == original.body
  }

  /// The file of a platform that phones get, and what was served as it.
  package func served(_ kind: AssociationKind) -> (file: AskedFile, lint: AssociationLint)? {
    let files: [AskedFile] = kind == .apple ? [.apple, .appleAtRoot] : [.android]
    for file in files {
      if let lint = served[file] { return (file, lint) }
    }
    return nil
  }

  /// The answer by which a file was judged.
  package func judgedReply(_ file: AskedFile) -> Reply? { reply(file) }

  func reply(_ file: AskedFile) -> Reply? {
    if case .success(let reply) = outcomes[file] { reply } else { nil }
  }

  private mutating func note(_ problem: ServingProblem, _ file: AskedFile) {
    findings.append(ServingFinding(file: file, problem: problem))
  }

  /// Judges the place that counts, and the older one next to it.
  private mutating func judgeApple() {
    let root = reply(.appleAtRoot).flatMap { $0.isAssociationFile ? $0 : nil }
    if let reply = reply(.apple), reply.isMissing, let root {
      note(.onlyAtRoot, .apple)
      judgeContent(of: root, .appleAtRoot)
      return
    }
    if let error = failureAtOnlyPlaceLeft, isNeeded(.apple) {
      note(.notFetched(error), .appleAtRoot)
      return
    }
    judge(.apple)
    guard let counts = reply(.apple), counts.status == 200 else { return }
    if let root {
      if root.body != counts.body { note(.rootDiffers, .appleAtRoot) }
    } else if let other = reply(.appleAtRoot),
      other.isMissing || (other.status == 200 && other.isPage)
    {
      // Whatever else came, or did not come, proves nothing about a copy.
      note(.notAtRoot, .appleAtRoot)
    }
  }

  /// Why nothing is known of the older place, where the other one has no file.
  private var failureAtOnlyPlaceLeft: FetchError? {
    guard reply(.apple)?.isMissing == true,
      case .failure(let error) = outcomes[.appleAtRoot], error.isWithoutAnswer
    else { return nil }
    return error
  }

  private mutating func judge(_ file: AskedFile) {
    switch outcomes[file] {
    case nil: break
    case .failure(let error): note(.notFetched(error), file)
    case .success(let reply):
      if let problem = problem(withStatusOf: reply, file.kind) {
        note(problem, file)
      } else {
        judgeContent(of: reply, file)
      }
    }
  }

  /// Why an answer is none that counts; nil if it is one.
  func problem(withStatusOf reply: Reply, _ kind: AssociationKind) -> ServingProblem? {
    switch reply.status {
    case 200: nil
    // "Not modified" is in the range of redirects and is none.
    case 300..<400 where reply.status != 304:
      .redirect(status: reply.status, to: reply.values(of: "location").first)
    case _ where reply.isMissing: .missing(status: reply.status, isNeeded: isNeeded(kind))
    default: .status(reply.status)
    }
  }

  /// Says of which family nothing is known, and why.
  private mutating func noteDoubts() {
    if answers.proxied?.isOfProxy == true { note(.familiesNotAsked, .apple) }
    for family in AddressFamily.allCases {
      if let doubt = answers.families[family]?.doubt { note(.familyUnknown(family, doubt), .apple) }
    }
  }

  /// Without a word about it, one platform is enough: many sites have an app for one only.
  private func isNeeded(_ kind: AssociationKind) -> Bool {
    if let platforms = wishes.platforms { return platforms.contains(kind) }
    let other = kind == .apple ? reply(.android) : reply(.apple) ?? reply(.appleAtRoot)
    return other?.isAssociationFile != true
  }

  private mutating func judgeContent(of reply: Reply, _ file: AskedFile) {
    if reply.duration > FetchLimits.patienceOfApple { note(.slow(reply.duration), file) }
    let types = reply.contentTypes
    if types.count > 1 {
      note(.repeatedContentType(types), file)
    } else if types.isEmpty {
      note(.noContentType(file.kind), file)
    }
    // Whatever it is called, what is behind a page for people is not looked into.
    if reply.isPage { return note(.page, file) }
    if types.count == 1, types[0].mediaType != "application/json" {
      note(.contentType(types[0], file.kind), file)
    }
    if reply.isCut { return note(.bodyCut(file.kind), file) }
    let count = reply.body.count
    if file.kind == .apple, Self.nearlyTooLarge.contains(count) {
      note(.nearlyTooLarge(byteCount: count), file)
    }
    served[file] = AssociationLint(reply.body, kind: file.kind)
    compare(reply, file)
  }

  private mutating func compare(_ reply: Reply, _ file: AskedFile) {
    guard let wanted = wishes.files[file.kind] else { return }
    let comparison = FileComparison(of: reply.body, with: wanted)
    comparisons[file.kind] = comparison
    switch comparison {
    case .equal: break
    case .sameJSON: note(.bytesDiffer, file)
    case .different: note(.differs, file)
    }
  }

  /// A firewall may know the copying server by its name and treat it otherwise than us.
  private mutating func judgeBot() {
    guard let reply = reply(.apple), let bot = outcomes[.appleAsBot] else { return }
    switch bot {
    case .failure: note(.otherAnswerForBot(status: nil), .appleAsBot)
    case .success(let answer):
      if answer.status != reply.status || answer.body != reply.body {
        note(.otherAnswerForBot(status: answer.status), .appleAsBot)
      }
    }
  }

  private mutating func judgeCopy() {
    switch outcomes[.appleCopy] {
    case nil: break
    case .failure(let error): note(.copyNotFetched(error), .appleCopy)
    case .success(let copy) where copy.status == 200:
      if !copyIsCurrent { note(.copyDiffers(CopyAge(copy)), .appleCopy) }
      if !copy.isCut && !copy.isPage {
        served[.appleCopy] = AssociationLint(copy.body, kind: .apple)
      }
    // No one copies what is not there and need not be.
    case .success where served(.apple) == nil && !isNeeded(.apple): break
    case .success(let copy): note(.copyRefused(copy), .appleCopy)
    }
  }

  private mutating func judgeGoogle() {
    guard served(.android) != nil || isNeeded(.android) else { return }
    switch outcomes[.googleView] {
    case nil: break
    case .failure(let error): note(.googleNotFetched(error), .googleView)
    case .success(let reply):
      let statements = GoogleStatements(reply.body)
      if reply.status == 200, let statements, statements.count > 0 { return }
      note(.googleSeesNothing(reply, statements), .googleView)
    }
  }
}

extension ServingProblem {
  static func copyRefused(_ copy: Reply) -> ServingProblem {
    .copyRefused(
      status: copy.status, reason: copy.values(of: "apple-failure-reason").first,
      details: copy.values(of: "apple-failure-details").first)
  }

  static func googleSeesNothing(_ reply: Reply, _ statements: GoogleStatements?) -> ServingProblem {
    .googleSeesNothing(status: reply.status, codes: statements?.errorCodes ?? [])
  }
}

extension Reply {
  /// The content types, also those that a server on the way has put into one line.
  package var contentTypes: [String] {
    values(of: "content-type").flatMap { $0.split(separator: ",") }.map { String($0).trimmed }
  }

  var isMissing: Bool { status == 404 || status == 410 }

  /// Whether it is a page for people.
  var isPage: Bool {
    // A file of JSON may be sent under the type of a page; the word "page" would then mislead.
    body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
      || (contentTypes.contains { $0.mediaType == "text/html" } && JSONLint(body).document == nil)
  }

  /// Whether it is a JSON file in its place, whether its content is right or wrong.
  var isAssociationFile: Bool {
    guard status == 200, !isCut, !isPage else { return false }
    return JSONLint(body).document != nil
  }
}

extension FileComparison {
  init(of served: [UInt8], with wanted: [UInt8]) {
    if served == wanted {
      self = .equal
    } else if let served = JSONLint(served).document?.root.value,
      let wanted = JSONLint(wanted).document?.root.value, served.sorted == wanted.sorted
    {
      self = .sameJSON
    } else {
      self = .different
    }
  }
}

extension JSONValue {
  /// With the members of every object in one order, which means nothing in JSON.
  ///
  /// It calls itself no deeper than the reader lets brackets be nested.
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.map { ($0.key, $0.value.sorted) }.sorted {
          $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        })
    default: self
    }
  }
}
