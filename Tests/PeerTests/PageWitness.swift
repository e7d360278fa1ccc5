// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// What happens on a page while a run lasts, as the page itself sees it.
///
/// The events come from the channel by which the tabs tell each other of them; what is shown is
/// seen when it has been laid out.
struct PageWitness {
  struct Tag: Equatable {
    let number: Int
    let word: String
    let row: String?
    let reader: Int
  }

  /// The tags that the program told of.
  let told: [Tag]
  /// The tags in the list of the page: number and word.
  let shown: [Int: String]
  /// What was put into the region that a screen reader reads at once.
  let spoken: [String]
  /// From the end of a tag, by the program's clock, until it was laid out, in milliseconds.
  let delays: [Double]

  private static let script = """
    (() => {
      const seen = window.pageWitness = {told: new Map(), shown: new Map(), spoken: []};
      seen.channel = new BroadcastChannel("tagpress");
      seen.channel.onmessage = ({data}) => {
        if (data.kind !== "event" || data.name !== "run") return;
        for (const tag of data.data.tags) seen.told.set(tag.number, tag);
      };
      const note = (item) => {
        const number = Number(item.dataset.tag);
        const word = item.querySelector(".word-small").innerText.trim();
        if (!seen.shown.has(number)) seen.shown.set(number, {word, at: Date.now()});
      };
      new MutationObserver(changes => {
        for (const {target, addedNodes} of changes) {
          for (const node of addedNodes) {
            if (target.id === "live") seen.spoken.push(node.textContent);
            if (node.dataset?.tag) note(node);
            else if (node.querySelectorAll) node.querySelectorAll("[data-tag]").forEach(note);
          }
        }
      }).observe(document.body, {childList: true, subtree: true, characterData: true});
    })()
    """

  /// Lets a page watch from now on.
  static func watch(_ tab: BrowserTab) throws(BrowserTrouble) { try tab.evaluate(script) }

  init(_ tab: BrowserTab) throws(BrowserTrouble) {
    let seen = try tab.evaluate(
      """
      ({
        told: [...pageWitness.told.values()],
        shown: [...pageWitness.shown].map(([number, {word, at}]) => ({number, word, at})),
        spoken: pageWitness.spoken,
        delays: [...pageWitness.shown].filter(([number]) => pageWitness.told.has(number))
          .map(([number, {at}]) => at - Date.parse(pageWitness.told.get(number).ended)),
      })
      """)
    told = (seen?["told"]?.elements ?? []).map { tag in
      Tag(
        number: tag["number"]?.number?.int ?? -1, word: tag["word"]?.string ?? "",
        row: tag["row"]?.string, reader: tag["reader"]?.number?.int ?? -1)
    }.sorted { $0.number < $1.number }
    var words: [Int: String] = [:]
    for tag in seen?["shown"]?.elements ?? [] {
      words[tag["number"]?.number?.int ?? -1] = tag["word"]?.string
    }
    shown = words
    spoken = (seen?["spoken"]?.elements ?? []).compactMap(\.string)
    delays = (seen?["delays"]?.elements ?? []).compactMap {
      $0.number.flatMap { Double($0.literal) }
    }.sorted()
  }

  /// The delay that this share of the tags did not exceed.
  func delay(_ share: Double) -> Double {
    delays.isEmpty ? .nan : delays[min(delays.count - 1, Int(Double(delays.count) * share))]
  }

  /// How many tags had a word.
  func count(_ word: String) -> Int { told.count { $0.word == word } }
}
