// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import JobManifest
internal import JobSites
internal import SiteAssociation
package import StrictJSON
package import TagReading
internal import Threads
internal import WebLink

/// An outside source of a row's values for exactly one tag, such as the user's server.
package protocol RowResolver: AnyObject, Sendable {
  /// Called on a reader's thread; several readers may call at once.
  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue]
}

/// What a resolver is told about a tag.
package struct ResolverQuestion: Sendable {
  package let uid: TagUID
  package let chip: String?
  /// The tag's content by name, and its link if it has one.
  package let content: String
  package let link: String?
  package let row: String
  /// The row's values in the job's files.
  package let values: [RowValue]

  package var json: JSONValue {
    .object([
      ("uid", .string(uid.description)), ("chip", chip.map { .string($0) } ?? .null),
      ("content", .string(content)), ("link", link.map { .string($0) } ?? .null),
      ("row", .string(row)), ("values", ResolverValues(values).json),
    ])
  }
}

/// Why a resolver gave no values, in its own words or its caller's.
package struct ResolverTrouble: Error, Hashable, Sendable {
  package let words: String
  /// Whether it may answer next time; otherwise this tag is to get no values.
  package let isPassing: Bool
  /// Whether its answer could not be understood.
  package let isWrongAnswer: Bool

  package init(words: String, isPassing: Bool, isWrongAnswer: Bool = false) {
    self.words = words
    self.isPassing = isPassing
    self.isWrongAnswer = isWrongAnswer
  }
}

/// Values of a row as the ledger and the messages to a resolver have them.
package struct ResolverValues {
  package let values: [RowValue]

  package init(_ values: [RowValue]) {
    self.values = values
  }

  /// Reads an object of strings; nil for anything else.
  package init?(_ node: JSONNode?) {
    guard let members = node?.members else { return nil }
    var values: [RowValue] = []
    for member in members {
      guard let text = member.value.string else { return nil }
      values.append(RowValue(name: member.key, text: text))
    }
    self.values = values
  }

  package var json: JSONValue { .object(values.map { ($0.name, .string($0.text)) }) }
}

/// Makes rows from a resolver's answers, and checks them like those of a file.
final class LateJob: Sendable {
  let resolver: any RowResolver
  /// Whether links to reserved hosts are refused.
  private let refusesReservedHosts: Bool
  private let state: Guarded<State>

  private struct State {
    var rows: LateRows
    var apps: AppMatching?
  }

  init(_ job: Job, resolver: any RowResolver, refusesReservedHosts: Bool) {
    self.resolver = resolver
    self.refusesReservedHosts = refusesReservedHosts
    let associations = Associations(of: job, file: "")
    let apps = associations.findings.isEmpty ? AppMatching(associations.sites, of: job) : nil
    state = Guarded(State(rows: LateRows(job), apps: apps))
  }

  /// Asks for a row's values and makes the row, whose link must open the apps of the job.
  func row(for question: ResolverQuestion) throws(Obstacle) -> JobRow {
    let answer = try rethrowing(as: Obstacle.resolver) { () throws(ResolverTrouble) in
      try resolver.values(for: question)
    }
    return try state.withLock { state throws(Obstacle) in
      let row: JobRow
      do throws(LateRows.Fault) {
        row = try state.rows.row(id: question.row, known: question.values, given: answer)
      } catch {
        throw .preflight(.manifest(error.problem))
      }
      if refusesReservedHosts, let host = (try? WebLink(row.linkText))?.host,
        let kind = UnservedHost(host), kind.isNowhere
      {
        throw .preflight(
          .unservedHost(kind, String(host), rows: 1, first: question.row))
      }
      if let miss = state.apps?.match(row.link, tellsWhy: true).first {
        throw .preflight(.opensNoApp(row.linkText, miss.platform, miss.verdict, miss.why))
      }
      return row
    }
  }
}
