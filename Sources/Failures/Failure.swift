// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import StrictJSON

/// Why something that a person asked for was not done, in one shape for people and for programs.
package struct Failure: Error {
  /// The name that scripts know it by; it never changes.
  package let name: String
  /// What went wrong; with a cure, what helps is not in it.
  package let words: String
  package let kind: Kind
  /// What helps, where the words for it depend on who says it.
  package var cure: Cure?
  /// The tag that is meant.
  package var uid: String?
  /// The file that is meant.
  package var file: String?
  /// The rule that refuses a link, under which the documentation explains it.
  package var rule: String?
  /// The same with its facts, for other languages; where there are none, the name is enough.
  package var told: [Told]
  /// What else programs are told.
  package var details: [(key: String, value: JSONValue)]

  /// What it means for what was asked for.
  package enum Kind: Sendable {
    /// It was looked at, and something in it is not as it has to be.
    case differs
    case couldNotRun
    /// The question itself makes no sense.
    case usage
  }

  package init(
    name: String, words: String, kind: Kind, cure: Cure? = nil, uid: String? = nil,
    file: String? = nil, rule: String? = nil, told: [Told]? = nil,
    details: [(key: String, value: JSONValue)] = []
  ) {
    (self.name, self.words, self.kind, self.cure) = (name, words, kind, cure)
    (self.uid, self.file, self.rule, self.details) = (uid, file, rule, details)
    self.told = told ?? [Told(name)]
  }

  /// What went wrong and what helps, in the words of whoever says it.
  package func sentence(_ cures: CureWords) -> String {
    cure.map { "\(words) \(cures($0))" } ?? words
  }

  /// The same for those who may have their own words for it.
  package func saying(_ cures: CureWords) -> Saying { Saying(sentence(cures), told) }

  /// The members of the object that tells programs of it.
  package func members(_ cures: CureWords) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .optional(uid)), ("error", .string(sentence(cures))), ("name", .string(name)),
    ]
    if let file { members.append(("file", .string(file))) }
    return members + details
  }
}

/// An error of a room that is a failure as it is.
package protocol FailureCause: Error {
  var failure: Failure { get }
}

extension Failure {
  /// What a person can mend, in words that hold wherever it is said.
  package static func refused(
    _ name: String, _ words: String, _ facts: [String: String] = [:], numbers: [String: Int] = [:],
    part: String = "", then more: [Told] = []
  ) -> Failure {
    Failure(
      name: name, words: words, kind: .differs,
      told: [Told(name + part, facts, numbers: numbers)] + more)
  }

  /// What someone looked at is not what is there now.
  package static let changedMeanwhile = refused(
    "changed-meanwhile", "The file has changed meanwhile. Look at it once more.")

  package init(_ reason: some FailureCause) { self = reason.failure }

  /// The reason, with the file that is meant.
  package init(_ reason: some FailureCause, file: String?) {
    self = reason.failure
    self.file = file
  }
}

/// Does something for which what goes wrong is a failure.
package func orFail<Value: ~Copyable, Reason: FailureCause>(
  about file: String? = nil, _ body: () throws(Reason) -> Value
) throws(Failure) -> Value {
  do throws(Reason) {
    return try body()
  } catch {
    var failure = error.failure
    if let file { failure.file = file }
    throw failure
  }
}
