// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import SiteAssociation
internal import SiteFetch
internal import TagKeys

/// The answers of a host: a line for each file, and a column for each side that it was fetched from.
struct AnswerTable {
  private let probe: HostProbe

  init(_ probe: HostProbe) { self.probe = probe }

  /// Under the headings: each side's result, and the type, size and beginning of the hash of the
  /// judged answer.
  var lines: [String] {
    let views = probe.judgement.views
    let files = AskedFile.allCases.filter { !$0.isElsewhere && !probe.answers(to: $0).isEmpty }
    let rows =
      [views.map(\.title) + ["type", "size", "SHA-256", "file"]]
      + files.map { file in views.map { cell($0, file) } + facts(of: file) }
    // Without an answer, there are no facts.
    let columns = rows[0].indices.filter { column in
      column < views.count || rows.dropFirst().contains { !$0[column].isEmpty }
    }
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(columns, widths).dropLast().map { row[$0].padded(to: $1) }
      return "  " + (cells + [row[row.count - 1]]).joined(separator: "  ")
    }
  }

  private func facts(of file: AskedFile) -> [String] {
    let place = probe.place(of: file)
    guard let reply = probe.judgement.judgedReply(file) else { return ["", "", "", place] }
    let types = reply.contentTypes.prefix(3).joined(separator: " + ")
    let comparison =
      probe.judgement.served(file.kind)?.file == file
      ? probe.judgement.comparisons[file.kind] : nil
    return [
      types.isEmpty ? "no type" : shortened(visible(types)),
      "\(reply.isCut ? "> " : "")\(count(reply.body.count, "byte"))",
      sha256(reply.body).map { String(hex($0).prefix(16)) } ?? "",
      place + (comparison.map { ", \($0.words)" } ?? ""),
    ]
  }

  private func cell(_ view: HostView, _ file: AskedFile) -> String {
    let parts = answers(view, file).map(\.words)
    return parts.isEmpty ? "–" : parts.joined(separator: "/")
  }

  /// What came of asking from one side, each once; none where that side is never asked for the file.
  func answers(_ view: HostView, _ file: AskedFile) -> [TableAnswer] {
    switch view {
    case .ipv4, .ipv6, .proxy: ownAnswers(view, file)
    case .appleCopy: file == .apple ? [copyAnswer] : []
    case .googleView: file == .android ? [googleAnswer] : []
    }
  }

  private func ownAnswers(_ view: HostView, _ file: AskedFile) -> [TableAnswer] {
    let outcomes = probe.answers(to: file).filter { $0.view == view }.map(\.outcome)
    guard !outcomes.isEmpty else {
      return switch probe.judgement.seen(view, file.kind) {
      case .noAddress(let family): [.noAddress(family)]
      case .unknown: [.unknown]
      default: [.notAsked]
      }
    }
    var answers: [TableAnswer] = []
    for outcome in outcomes {
      let answer = TableAnswer(outcome, beside: probe.judgement.judgedReply(file))
      if !answers.contains(answer) { answers.append(answer) }
    }
    return answers
  }

  private var copyAnswer: TableAnswer {
    switch probe.judgement.seen(.appleCopy, .apple) {
    case .file: .status(200, isOther: !probe.judgement.copyIsCurrent)
    case .absent: .none
    case .unknown: .unknown
    default: .notAsked
    }
  }

  private var googleAnswer: TableAnswer {
    switch probe.judgement.seen(.googleView, .android) {
    case .statements(let statements): .apps(statements.certificates.count)
    case .absent: .none
    case .unknown: .unknown
    default: .notAsked
    }
  }

  private func shortened(_ text: String) -> String {
    let width = 40
    return text.count > width ? text.prefix(width - 1) + "…" : text
  }
}

/// What one side made of a question.
enum TableAnswer: Equatable {
  case noAddress(AddressFamily)
  case unknown
  case notAsked
  case noConnection
  case noAnswer
  /// The answer may be another one than the one that is judged.
  case status(Int, isOther: Bool)
  case none
  case apps(Int)

  init(_ outcome: FetchOutcome, beside judged: Reply?) {
    switch outcome {
    case .failure(let error): self = error.isWithoutHost ? .noConnection : .noAnswer
    case .success(let reply):
      self = .status(
        reply.status,
        isOther: reply.status == 200 && judged?.status == 200 && reply.body != judged?.body)
    }
  }

  var words: String {
    switch self {
    case .noAddress(let family): "no \(family.word) address"
    case .unknown: "unknown"
    case .notAsked: "not asked"
    case .noConnection: "no connection"
    case .noAnswer: "no answer"
    case .status(let status, let isOther): "\(status)\(isOther ? " other" : "")"
    case .none: "none"
    case .apps(let number): count(number, "app")
    }
  }
}

extension HostView {
  /// The heading of its column.
  var title: String {
    switch self {
    case .ipv4: "IPv4"
    case .ipv6: "IPv6"
    case .proxy: "proxy"
    case .appleCopy: "Apple's copy"
    case .googleView: "Google's view"
    }
  }
}

extension FileComparison {
  fileprivate var words: String {
    switch self {
    case .equal: "as generated"
    case .sameJSON: "as generated, except for the exact bytes"
    case .different: "not as generated"
    }
  }
}
