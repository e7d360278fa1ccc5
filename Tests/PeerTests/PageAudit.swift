// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON

/// What is wrong with a page for people who see, hear or reach less of it than others.
///
/// Each function gives a sentence for every trouble, and none for a good page. The page is judged
/// as it is at this moment: a test shows each of its views, and asks anew.
enum PageAudit {
  /// All that is known here, at the size and with the preferences that the tab has.
  static func troubles(of tab: BrowserTab) throws(BrowserTrouble) -> [String] {
    try names(of: tab) + contrast(of: tab) + sidewaysScrolling(of: tab) + tabOrder(of: tab)
      + headings(of: tab) + ids(of: tab)
  }

  // MARK: Names

  /// What a user acts on, by the role that a screen reader says.
  private static let acting: Set<String> = [
    "button", "checkbox", "columnheader", "combobox", "ComboBoxMenuButton", "ComboBoxSelect",
    "DisclosureTriangle", "DisclosureTriangleGrouped", "link", "listbox", "ListBox", "menuitem",
    "menuitemcheckbox", "menuitemradio", "option", "PopUpButton", "radio", "searchbox", "slider",
    "spinbutton", "switch", "tab", "textbox", "TextField", "textFieldWithComboBox",
    "ToggleButton", "treeitem", "Date", "DateTime", "InputTime", "ColorWell",
  ]

  /// What has a meaning only by its name.
  private static let named: Set<String> = [
    "alertdialog", "dialog", "image", "img", "meter", "progressbar", "ProgressIndicator",
    "graphics-document",
  ]

  /// Everything that a user acts on or is shown as a picture has a name.
  ///
  /// The heads of columns are acted on only where they take the focus.
  static func names(of tab: BrowserTab) throws(BrowserTrouble) -> [String] {
    var troubles: [String] = []
    for node in try tab.accessibilityTree()
    where !node.isIgnored && node.name.allSatisfy(\.isWhitespace) {
      let isFocusable = node.has("focusable")
      let isActing = acting.contains(node.role) && (node.role != "columnheader" || isFocusable)
      // A place to which a script moves the focus, such as `<main tabindex=-1>`, needs no name.
      let isGeneric = node.role == "generic" && isFocusable
      guard isActing || named.contains(node.role) || isGeneric, let element = node.element else {
        continue
      }
      let resolved = try tab.call("DOM.resolveNode", ["backendNodeId": .integer(element)])
      guard let object = resolved["object"]?["objectId"]?.string,
        let place = try tab.evaluate(
          """
          function() {
            \(PageScripts.words)
            const isReached = this.tabIndex >= 0 && this.hasAttribute("tabindex");
            return {words: words(this), isReached};
          }
          """, on: object)
      else { continue }
      if isGeneric && place["isReached"]?.bool != true { continue }
      troubles.append("no name: \(node.role) \(place["words"]?.string ?? "")")
    }
    return troubles
  }

  // MARK: What is seen

  /// Every text that is shown stands out from what is behind it: 4.5, or 3 where it is large.
  ///
  /// Colours are laid over each other from the page to the text, see-through ones and groups with
  /// an opacity too. Of a gradient the worst colour counts. A text over a picture is reported,
  /// because no one can know. What is moved over another element is taken to be on its parents.
  static func contrast(of tab: BrowserTab) throws(BrowserTrouble) -> [String] {
    try tab.texts(PageScripts.contrast)
  }

  /// Nothing sticks out of a window that is 320 px wide, which is 1280 px at four times the size.
  static func sidewaysScrolling(
    of tab: BrowserTab, width: Int = 320
  ) throws(BrowserTrouble) -> [String] {
    try tab.resized(to: (width, 800)) { () throws(BrowserTrouble) in
      try tab.texts(PageScripts.sidewaysScrolling)
    }
  }

  // MARK: What is reached

  /// The Tab key reaches every control that is shown and can be used, and nothing that is not seen.
  ///
  /// It is pressed for real, until it has been everywhere or clearly will not.
  static func tabOrder(of tab: BrowserTab) throws(BrowserTrouble) -> [String] {
    guard let controls = try tab.object(PageScripts.controls) else { return ["no document"] }
    let names = try tab.evaluate("function() { return this.map(each => each.words) }", on: controls)
    let words = (names?.elements ?? []).compactMap(\.string)
    var troubles: [String] = []
    // From the start of the page, wherever the focus was.
    try tab.evaluate("getSelection().removeAllRanges(), document.activeElement?.blur()")
    var unmet = Set(words.indices)
    for _ in 0..<words.count * 2 + 20 {
      try tab.press("Tab")
      let state = try tab.evaluate(PageScripts.metByTab, on: controls)
      let met = (state?["met"]?.elements ?? []).compactMap { $0.number?.int }
      // Once around, when it is where it was before or has left the page.
      let isOld = !met.isEmpty && unmet.isDisjoint(with: met)
      if unmet.isEmpty, isOld || state?["isOut"]?.bool == true { break }
      unmet.subtract(met)
      if let unseen = state?["unseen"]?.string, !troubles.contains(unseen) {
        troubles.append(unseen)
      }
    }
    troubles += unmet.sorted().map { "not reached with Tab: \(words[$0])" }
    return try troubles + tab.texts(PageScripts.forcedOrder)
  }

  // MARK: What it is made of

  /// The first heading is of level 1, and none is more than one level below the one before it.
  static func headings(of tab: BrowserTab) throws(BrowserTrouble) -> [String] {
    try tab.texts(PageScripts.headings)
  }

  /// No id is there twice, and what refers to an element refers to one that is there.
  static func ids(of tab: BrowserTab) throws(BrowserTrouble) -> [String] {
    try tab.texts(PageScripts.ids)
  }
}
