// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// The same file, seen from every side.
extension HostJudgement {
  /// The sides from which this host was, or could have been, looked at.
  package var views: [HostView] {
    let own: [HostView] = answers.proxied == nil ? [.ipv4, .ipv6] : [.proxy]
    return own + [.appleCopy, .googleView]
  }

  /// What is seen of a platform's file from one side; nil where that side never shows such a file.
  package func seen(_ view: HostView, _ kind: AssociationKind) -> SeenFile? {
    guard view.kinds.contains(kind) else { return nil }
    switch view {
    case .ipv4: return seen(over: .ipv4, kind)
    case .ipv6: return seen(over: .ipv6, kind)
    case .proxy: return answers.proxied.map { seen(at: $0, kind) }
    case .appleCopy: return copySeen
    case .googleView: return googleSeen
    }
  }

  private func seen(over family: AddressFamily, _ kind: AssociationKind) -> SeenFile? {
    guard let answers = answers.families[family] else { return nil }
    switch answers.lookup {
    case .none: return .noAddress(family)
    case .notGiven: return .notAsked(.noAddressGiven(family))
    case .failed: return .unknown(.familyUnknown(family, .noDNS))
    case .found: break
    }
    if let doubt = answers.doubt { return .unknown(.familyUnknown(family, doubt)) }
    // An address without a server is passed over by phones as well; it is a finding of its own.
    let reached = answers.asked.filter { !$0.isUnreached }
    guard let first = reached.first ?? answers.asked.first else { return nil }
    for other in reached.dropFirst() {
      if let difference = difference(of: other, from: first, kind) { return .unknown(difference) }
    }
    return seen(at: first, kind)
  }

  private func difference(
    of answers: AddressAnswers, from first: AddressAnswers, _ kind: AssociationKind
  ) -> ServingProblem? {
    guard let here = answers.address, let there = first.address else { return nil }
    let file = AskedFile(kind)
    switch (answers.outcomes[file], first.outcomes[file]) {
    case (.success(let reply), .success(let other)):
      return AddressComparison.difference(of: reply, from: other).map {
        .addressDiffers(here, from: there, $0)
      }
    case (.failure(let error), .success): return .addressFails(here, error)
    case (.success, .failure(let error)): return .addressFails(there, error)
    default: return nil
    }
  }

  private func seen(at answers: AddressAnswers, _ kind: AssociationKind) -> SeenFile {
    if kind == .android { return seen(.android, at: answers) }
    // The older place counts only where there is nothing at the other one.
    guard case .success(let reply)? = answers.outcomes[.apple], reply.isMissing else {
      return seen(.apple, at: answers)
    }
    switch answers.outcomes[.appleAtRoot] {
    case .success(let root) where root.isAssociationFile: return seen(.appleAtRoot, at: answers)
    case .failure(let error) where error.isWithoutAnswer: return .unknown(.notFetched(error))
    default: return seen(.apple, at: answers)
    }
  }

  private func seen(_ file: AskedFile, at answers: AddressAnswers) -> SeenFile {
    // A host that could not be reached was not asked for a second file.
    switch answers.outcomes[file] ?? answers.outcomes[.apple] {
    case nil: return .unknown(.notFetched(.noAnswer))
    case .failure(let error):
      if error.isWithoutHost, let address = answers.address, self.answers.isReached {
        return .absent(.addressFails(address, error))
      }
      return error.isCertain ? .absent(.notFetched(error)) : .unknown(.notFetched(error))
    case .success(let reply):
      if let problem = problem(withStatusOf: reply, file.kind) { return .absent(problem) }
      if reply.isPage { return .absent(.page) }
      if reply.isCut {
        // How much Google takes is not known.
        return file.kind == .apple ? .absent(.bodyCut(.apple)) : .unknown(.bodyCut(.android))
      }
      return .file(AnsweredFile(reply, file, answers.address, lint: lint(of: reply, file)))
    }
  }

  private var copySeen: SeenFile {
    switch answers.elsewhere[.appleCopy] {
    case nil: return .notAsked(.others)
    case .failure(let error): return .unknown(.copyNotFetched(error))
    case .success(let copy):
      switch copy.status {
      case 200:
        if copy.isPage { return .unknown(.page) }
        if copy.isCut { return .absent(.bodyCut(.apple)) }
        return .file(AnsweredFile(copy, .appleCopy, nil, lint: lint(of: copy, .appleCopy)))
      case 404: return .absent(.copyRefused(copy))
      // A trouble of Apple's own says nothing about the copy.
      default: return .unknown(.copyRefused(copy))
      }
    }
  }

  private var googleSeen: SeenFile {
    switch answers.elsewhere[.googleView] {
    case nil: return .notAsked(.others)
    case .failure(let error): return .unknown(.googleNotFetched(error))
    case .success(let reply):
      guard reply.status == 200, !reply.isCut, let statements = GoogleStatements(reply.body) else {
        return .unknown(.googleSeesNothing(reply, nil))
      }
      return statements.count == 0
        ? .absent(.googleSeesNothing(reply, statements)) : .statements(statements)
    }
  }

  /// The same bytes are looked through only once.
  private func lint(of reply: Reply, _ file: AskedFile) -> AssociationLint {
    if let lint = served[file], self.reply(file)?.body == reply.body { return lint }
    return AssociationLint(reply.body, kind: file.kind)
  }
}

extension AnsweredFile {
  fileprivate init(
    _ reply: Reply, _ file: AskedFile, _ address: HostAddress?, lint: AssociationLint
  ) {
    self.init(
      file: file, bytes: reply.body, contentTypes: reply.contentTypes, lint: lint, address: address)
  }
}

extension HostAnswers {
  fileprivate var isReached: Bool {
    origins.contains { $0.outcomes.values.contains(where: \.isAnswer) }
  }
}

extension FetchError {
  /// Whether a phone would certainly fare no better; a broken connection may be luck.
  fileprivate var isCertain: Bool {
    switch self {
    case .certificate, .noEncryption, .notHTTP, .headerTooLarge, .badEncoding: true
    default: false
    }
  }
}
