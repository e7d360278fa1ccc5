// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// What a German page says in another language.
enum PageForeignTexts {
  /// Every text that is neither ours nor data, such as the name of the folder.
  static func found(in tab: BrowserTab, of program: PageProgram) throws(BrowserTrouble) -> [String]
  {
    let folder = String(program.folder.path.split(separator: "/").last ?? "")
    return try tab.texts("(\(script))(\(BrowserTab.literal(folder)))")
  }

  /// Looks at every text and name that is shown or spoken.
  private static let script = #"""
    async (folder) => {
      // Later there may be no program that would answer.
      globalThis.languages ??= await (await fetch("/languages.json")).json();
      const {page: words, said} = languages.de;
      const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      // What the program says by name, and what is to be done behind a reason.
      const sayings = Object.values(said).flatMap(each => Object.values(each))
        .flatMap(each => typeof each === "string" ? [each] : Object.values(each));
      // What is said may be several sentences of several names.
      const pieces = (text) => text.split(/(?<=[.?:!]) /);
      const found = ["", " " + words.found, " " + words["found.row"], " " + words["found.job"]];
      const deeds = ["", " " + words["do.again"], " " + words["do.aside"]].flatMap(deed =>
        found.map(each => each + deed));
      const patterns = Object.values(words).flatMap(each =>
        typeof each === "string" ? [each] : Object.values(each))
        .concat(sayings.flatMap(each => deeds.map(deed => each + deed)))
        .concat(sayings.flatMap(pieces))
        .filter(each => /\p{L}/u.test(each.replace(/\{\w+\}/g, "")))
        .map(each => new RegExp("^" + each.split(/\{\w+\}/).map(escaped).join("([^]*?)") + "$"));
      const data = new Set([folder, "TagPress", "spring", "stores", "id", "city", "link", "Łódź", "Görlitz",
        "Sheet1", "go.tagtag.shop", "iPhone", "Android", "CSV", "Excel", "English", "Deutsch"]);
      const isData = (text) => data.has(text) || !/\p{L}/u.test(text)
        // Files, links, patterns, tags' numbers, chips, cells, rows, versions and readers.
        || /^([\p{L}\w-]+\/)?[\p{L}\w-]+\.(xml|csv)$|^\/\S+\.(csv|keys)$|^https?:\S+$|^go\.tagtag|^\{\w+\}$|^[0-9A-F: ]+$/u.test(text)
        || /^(A1B2C3D4E5|(A1B2C3D4E5\.)?shop\.tagtag\.app|apple-app-site-association|assetlinks\.json)$/.test(text)
        || /^(Ultralight(C|EV1-\d+)?|FeliCaLiteS?|ICODESLIX2?|ST25DV04K|DESFire)$/.test(text)
        || /^(NTAG\d+|[A-Z]\d+|[A-Z]|n\d+|TagPress [\d.]+|virtual reader \d+|pn532_uart:\S+|tagpress open \S+)$/.test(text);
      // What stands in the place of a value is data or ours, too: "Zeile n1".
      const isOurs = (text) => isData(text) || patterns.some(each => {
        const match = each.exec(text);
        return match && match.slice(1).every(value => areOurs(value));
      });
      const areOurs = (text) => isOurs(text.trim())
        || [...text.matchAll(/ · |: |, /g)].some(between => isOurs(text.slice(0, between.index).trim())
          && areOurs(text.slice(between.index + between[0].length)));
      const foreign = new Set();
      const judge = (text, element, what) => {
        const plain = text.replace(/\s+/g, " ").trim();
        if (!plain) return;
        // What is marked as English is a file, or a name; a sentence would be one that German lacks.
        if ((element.closest("[lang]") ?? document.documentElement).lang !== "de"
          && (element.closest("pre, select") || isData(plain))) return;
        if (areOurs(plain) || pieces(plain).every(areOurs)) return;
        // What is spoken of two readers has a full stop between.
        if (plain.split(/(?<!Nr)\. /).every(areOurs)) return;
        foreign.add(`${what} <${element.tagName.toLowerCase()}> “${plain.slice(0, 100)}”`);
      };
      const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
      for (let node; (node = walker.nextNode());) {
        const parent = node.parentElement;
        if (parent.closest("script, style, textarea, noscript, title")) continue;
        if (parent.checkVisibility({visibilityProperty: true})) judge(node.data, parent, "text");
      }
      for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"]) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          judge(element.getAttribute(name), element, name);
        }
      }
      judge(document.title.replace(/ · TagPress$/, ""), document.documentElement, "title");
      return [...foreign];
    }
    """#
}
