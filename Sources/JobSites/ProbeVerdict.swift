// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import SiteAssociation
internal import SiteFetch

extension ProbeReport {
  /// Whether tags can be printed, in one word.
  enum Answer: String, CaseIterable {
    case go
    /// All that was asked is right, and something was not asked.
    case goSoFar = "go-so-far"
    case noGo = "no-go"
    /// Not every answer came, so nothing is known.
    case unknown
    case noApp = "no-app"
    /// There is nothing to judge links by: no job was given.
    case noJob = "no-job"
  }

  var answer: Answer {
    guard probes.contains(where: \.hasApps) else {
      return probes.contains(where: \.hasJob) ? .noApp : .noJob
    }
    return switch verdict {
    case .unanswered: .unknown
    case .wrong: .noGo
    case .right: openQuestions.isEmpty ? .go : .goSoFar
    }
  }

  /// Something on which there is no verdict.
  enum OpenQuestion {
    case links(Int)
    case unknown(HostView)
    case notAsked(HostView)

    var words: String {
      switch self {
      case .links(let number): "\(count(number, "link")) of other hosts not checked"
      case .unknown(let view): "\(view.subject) unknown"
      case .notAsked(let view): "\(view.subject) not asked"
      }
    }
  }

  var openQuestions: [OpenQuestion] {
    var questions: [OpenQuestion] = []
    if otherLinks > 0 { questions.append(.links(otherLinks)) }
    for view in HostView.allCases {
      let seen = probes.flatMap { probe in
        view.kinds.filter { probe.survey.tally(ofHost: $0) != nil }.compactMap {
          probe.judgement.views.contains(view) ? probe.judgement.seen(view, $0) : nil
        }
      }
      if seen.contains(where: \.isUnknown) {
        questions.append(.unknown(view))
      } else if seen.contains(where: \.isNotAsked) {
        questions.append(.notAsked(view))
      }
    }
    return questions
  }
}

extension HostView {
  fileprivate var subject: String { self == .proxy ? "the proxy's way" : title }
}

extension SeenFile {
  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
  fileprivate var isNotAsked: Bool { if case .notAsked = self { true } else { false } }
}
