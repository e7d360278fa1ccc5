// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest

/// How easily a stranger can guess a link of the job by its tokens.
///
/// A token is meant to be a secret that only the tag tells. The chance of a random link to exist
/// is the number of rows divided by the number of possible token values.
struct TokenOdds {
  /// A token is long enough if fewer than one in so many guesses hits: a website that allows ten
  /// attempts a second would see them all in a day.
  static let guessesMax = 1_000_000
  /// Rows are counted for so many different links without their tokens; each further link is
  /// assumed to be the only one of its kind.
  static let sharedLinksMax = 1_000
  /// The share of used values above which drawing another token may fail.
  static let fullest = 0.99

  /// The rows whose tokens are drawn from the same values.
  struct Part {
    let tokens: [RowToken]
    /// How many characters of each token the link shows.
    let lengths: [Int]
    var rows = 0
    /// The most rows whose links differ in their tokens alone.
    var most = 0
    /// How many rows there are of each link without its tokens.
    private var sharing: [[UInt8]: Int] = [:]
    private var latest: [UInt8] = []
    private var latestRows = 0

    init(_ row: borrowing JobRow) {
      tokens = row.tokens
      lengths = tokens.indices.map { index in
        row.places(of: .token(index)).map(\.count).max() ?? 0
      }
    }

    func draws(as other: Part) -> Bool {
      tokens.map(\.name) == other.tokens.map(\.name)
        && tokens.map(\.length) == other.tokens.map(\.length) && lengths == other.lengths
    }
  }

  private var parts: [Part] = []
  private var latest = 0
  private var latestTokens: [RowToken] = []

  mutating func note(_ row: borrowing JobRow) {
    guard !row.tokens.isEmpty else { return }
    if latestTokens != row.tokens {
      latestTokens = row.tokens
      let next = Part(row)
      // Another `rows` element may draw from the same ones.
      latest = parts.firstIndex { $0.draws(as: next) } ?? parts.count
      if latest == parts.count { parts.append(next) }
    }
    parts[latest].note(row)
  }

  var findings: [(problem: PreflightProblem, position: TextPosition)] {
    parts.flatMap { part in part.problem.map { [$0] } ?? [] }
  }
}

extension TokenOdds.Part {
  fileprivate mutating func note(_ row: borrowing JobRow) {
    rows += 1
    // Only the tag tells its UID, and who has that has the tag.
    guard row.places(of: .tagUID).isEmpty, row.places(of: .mirrorUID).isEmpty else {
      most = max(most, 1)
      return
    }
    // Tokens are zeros as yet.
    if latestRows == 0 || row.link != latest {
      if latestRows > 0, sharing[latest] != nil || sharing.count < TokenOdds.sharedLinksMax {
        sharing[latest] = latestRows
      }
      latest = row.link
      latestRows = sharing[latest] ?? 0
    }
    latestRows += 1
    most = max(most, latestRows)
  }

  /// What is wrong with the shortest of its tokens.
  var problem: (problem: PreflightProblem, position: TextPosition)? {
    for token in tokens {
      let values = power(token.length)
      guard Double(rows) > values * TokenOdds.fullest else { continue }
      let needed = length(for: rows, beside: 0, from: token.length)
      return (
        .tokensRunOut(token.name, rows: rows, values: Int(values), needed: needed),
        token.position
      )
    }
    let total = lengths.reduce(0, +)
    guard total > 0, Double(most) * Double(TokenOdds.guessesMax) > power(total),
      let index = lengths.indices.min(by: { lengths[$0] < lengths[$1] })
    else { return nil }
    let isCut = lengths[index] < tokens[index].length
    return (
      .guessableToken(
        tokens[index].name, rows: most, values: Int(power(total)),
        needed: length(for: most, beside: total - lengths[index], from: lengths[index] + 1),
        isCut: isCut),
      tokens[index].position
    )
  }

  /// The length with which a guess is too seldom right.
  private func length(for rows: Int, beside others: Int, from least: Int) -> Int {
    var length = least
    while length < JobLimits.tokenLengths.upperBound,
      Double(rows) * Double(TokenOdds.guessesMax) > power(others + length)
    {
      length += 1
    }
    return max(length, JobLimits.tokenLengths.lowerBound)
  }

  /// How many texts of this length there are.
  private func power(_ length: Int) -> Double {
    var product = 1.0
    for _ in 0..<length { product *= Double(RowToken.alphabet.count) }
    return product
  }
}
