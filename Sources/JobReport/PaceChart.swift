// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import Provisioning
internal import Voices

extension HTMLText {
  /// Fewer bars are no picture.
  private static let barsMin = 4

  /// The tags per minute as a small picture, along the time of work and not of the clock.
  ///
  /// Its words stand outside, because the picture is stretched to the width of the page.
  mutating func addChart(_ summary: JobSummary, _ words: LanguageTexts) {
    let pace = summary.pace
    guard pace.bars.count >= Self.barsMin, let first = summary.first, let last = summary.last
    else { return }
    let most = words("pace.most", ["pace": words.decimal(decimal(pace.mostTenthsPerMinute))])
    markup("<figure>\n<figcaption class=\"head\"><b>")
    text(words("pace"))
    markup("</b><span>")
    text(most)
    markup("</span></figcaption>\n<svg class=\"chart\" viewBox=\"0 0 ")
    number(pace.bars.count * 10)
    markup(" 100\" preserveAspectRatio=\"none\" role=\"img\"")
    markup(" aria-label=\"")
    text("\(words("pace")), \(most)")
    markup("\"><g class=\"bars\">")
    addBars(pace.bars)
    markup("</g>")
    // Many pauses fall into one place when bars are wide.
    let pauses = Set(pace.pauses.map { $0 * 10 / pace.barTime }).sorted()
    for place in pauses {
      markup("<line class=\"pause\" y2=\"100\" x1=\"")
      number(place)
      markup("\" x2=\"")
      number(place)
      markup("\"/>")
    }
    markup("</svg>\n<figcaption><span>")
    time(first)
    markup("</span>")
    if !pauses.isEmpty {
      markup("<span>")
      text(words("pace.pause"))
      markup("</span>")
    }
    markup("<span>")
    time(last)
    markup("</span></figcaption>\n</figure>\n")
  }

  private mutating func addBars(_ bars: [Int]) {
    let most = max(1, bars.max() ?? 1)
    for (index, bar) in bars.enumerated() where bar > 0 {
      let height = max(1, bar &* 100 / most)
      markup("<rect width=\"8\" x=\"")
      number(index * 10 + 1)
      markup("\" y=\"")
      number(100 - height)
      markup("\" height=\"")
      number(height)
      markup("\"/>")
    }
  }
}
