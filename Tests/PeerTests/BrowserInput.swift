// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// What a user does with the mouse, the keys and files.
extension BrowserTab {
  /// Clicks the middle of an element, as soon as it is there, stands still and nothing covers it.
  func click(
    _ selector: String, count: Int = 1, timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) {
    let (x, y) = try middle(of: selector, timeLimit: timeLimit)
    try mouse("mouseMoved", x, y, isDown: false, count: 0)
    for number in 1...max(count, 1) {
      try mouse("mousePressed", x, y, isDown: true, count: number)
      try mouse("mouseReleased", x, y, isDown: false, count: number)
    }
  }

  /// Presses the mouse on an element, and gives what releases it there.
  func pressMouse(
    on selector: String, timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) -> () throws(BrowserTrouble) -> Void {
    let (x, y) = try middle(of: selector, timeLimit: timeLimit)
    try mouse("mouseMoved", x, y, isDown: false, count: 0)
    try mouse("mousePressed", x, y, isDown: true, count: 1)
    return { () throws(BrowserTrouble) in
      try self.mouse("mouseReleased", x, y, isDown: false, count: 1)
    }
  }

  /// Moves the mouse to the middle of an element.
  func hover(_ selector: String, timeLimit: Duration = .seconds(120)) throws(BrowserTrouble) {
    let (x, y) = try middle(of: selector, timeLimit: timeLimit)
    try mouse("mouseMoved", x, y, isDown: false, count: 0)
  }

  private func mouse(
    _ type: String, _ x: Int, _ y: Int, isDown: Bool, count: Int
  ) throws(BrowserTrouble) {
    try call(
      "Input.dispatchMouseEvent",
      [
        "type": .string(type), "x": .integer(x), "y": .integer(y),
        "button": type == "mouseMoved" ? "none" : "left", "buttons": isDown ? 1 : 0,
        "clickCount": .integer(count),
      ])
  }

  /// Scrolls to an element and gives the point in its middle, once a click there would reach it.
  private func middle(
    of selector: String, timeLimit: Duration
  ) throws(BrowserTrouble) -> (x: Int, y: Int) {
    let milliseconds = Int((timeLimit / .milliseconds(1)).rounded(.up))
    let script = """
      (async () => {
        const end = performance.now() + \(milliseconds);
        let before = "";
        for (;;) {
          let state;
          const element = document.querySelector(\(Self.literal(selector)));
          if (!element) state = "there is no such element";
          else {
            element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
            const box = element.getBoundingClientRect();
            const x = Math.round(box.x + box.width / 2), y = Math.round(box.y + box.height / 2);
            const hit = document.elementFromPoint(x, y);
            const place = [box.x, box.y, box.width, box.height].join();
            if (box.width === 0 || box.height === 0) state = "it has no size";
            else if (element.matches(":disabled")) state = "it is disabled";
            else if (!hit) state = "it is outside of the window";
            else if (hit !== element && !element.contains(hit)
              && !(hit.control ?? hit.closest("label")?.control === element))
              state = "it is covered by " + hit.outerHTML.slice(0, 120);
            else if (place !== before) state = "it moves";
            else return {x, y};
            before = place;
          }
          if (performance.now() >= end) return state;
          await new Promise(done => setTimeout(done, 20));
        }
      })()
      """
    let found = try evaluate(script, timeLimit: timeLimit + .seconds(60))
    guard let x = found?["x"]?.number?.int, let y = found?["y"]?.number?.int else {
      throw .notReady(selector, found?.string ?? "not found")
    }
    return (x, y)
  }

  // MARK: Keys

  /// What is held while a key is pressed.
  struct Modifiers: OptionSet {
    let rawValue: Int

    static let alt = Modifiers(rawValue: 1)
    static let control = Modifiers(rawValue: 2)
    static let meta = Modifiers(rawValue: 4)
    static let shift = Modifiers(rawValue: 8)
  }

  /// Presses a key and lets it go: a name such as `Tab`, `Enter`, `ArrowDown`, or a character.
  func press(_ key: String, _ modifiers: Modifiers = []) throws(BrowserTrouble) {
    let stroke = KeyStroke(key, isShifted: modifiers.contains(.shift))
    var parameters: [(key: String, value: JSONValue)] = [
      ("key", .string(stroke.key)), ("code", .string(stroke.code)),
      ("modifiers", .integer(modifiers.rawValue)),
      ("windowsVirtualKeyCode", .integer(stroke.number)),
    ]
    var down = parameters
    // A key that is held with others writes nothing.
    if let text = stroke.text, modifiers.isSubset(of: .shift) {
      down.append(("text", .string(text)))
    }
    // A browser without a window does not know the shortcuts of its system.
    if modifiers == .control, key == "a" { down.append(("commands", ["selectAll"])) }
    down.append(("type", down.contains { $0.key == "text" } ? "keyDown" : "rawKeyDown"))
    try call("Input.dispatchKeyEvent", .object(down))
    parameters.append(("type", "keyUp"))
    try call("Input.dispatchKeyEvent", .object(parameters))
  }

  /// Types a text into whatever has the focus, a key for each character.
  func type(_ text: String) throws(BrowserTrouble) {
    for character in text {
      try press(character.isNewline ? "Enter" : character == "\t" ? "Tab" : String(character))
    }
  }

  /// Clicks a field and types a text in place of what is there.
  func fill(_ selector: String, with text: String) throws(BrowserTrouble) {
    try click(selector)
    try press("a", .control)
    if text.isEmpty { try press("Backspace") } else { try type(text) }
  }

  /// Chooses an option of a `<select>` by its value, whose list no headless browser opens.
  func choose(_ value: String, of selector: String) throws(BrowserTrouble) {
    try evaluate(
      """
      (() => {
        const list = document.querySelector(\(Self.literal(selector)));
        const option = [...list.options].find(each => each.value === \(Self.literal(value)));
        if (!option || option.disabled || list.disabled) throw new Error("no such choice");
        list.focus();
        option.selected = true;
        list.dispatchEvent(new Event("input", {bubbles: true}));
        list.dispatchEvent(new Event("change", {bubbles: true}));
      })()
      """)
  }

  // MARK: Files

  /// Chooses files for an `<input type=file>`, as the dialog of the system would.
  func choose(files paths: [String], for selector: String) throws(BrowserTrouble) {
    guard let input = try object("document.querySelector(\(Self.literal(selector)))") else {
      throw .notReady(selector, "there is no such element")
    }
    try call(
      "DOM.setFileInputFiles",
      ["objectId": .string(input), "files": .array(paths.map { .string($0) })])
  }

  /// Drops files on the middle of an element.
  func drop(
    files paths: [String], on selector: String, timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) {
    let (x, y) = try middle(of: selector, timeLimit: timeLimit)
    for type in ["dragEnter", "dragOver", "drop"] {
      try call(
        "Input.dispatchDragEvent",
        [
          "type": .string(type), "x": .integer(x), "y": .integer(y),
          "data": [
            "items": [], "files": .array(paths.map { .string($0) }), "dragOperationsMask": 1,
          ],
        ])
    }
  }
}

/// What a keyboard reports of a key.
private struct KeyStroke {
  let key: String
  let code: String
  let number: Int
  let text: String?

  /// Numbers of the keys that write nothing, as `KeyboardEvent.keyCode` has them.
  private static let numbers: [String: Int] = [
    "Backspace": 8, "Tab": 9, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46, "F1": 112,
    "F2": 113, "F5": 116, "F6": 117,
  ]

  init(_ name: String, isShifted: Bool) {
    switch name {
    case "Enter": (key, code, number, text) = (name, name, 13, "\r")
    case "Space", " ": (key, code, number, text) = (" ", "Space", 32, " ")
    case _ where Self.numbers[name] != nil:
      (key, code, number, text) = (name, name, Self.numbers[name] ?? 0, nil)
    default:
      let written = isShifted ? name.uppercased() : name
      let upper = name.uppercased()
      key = written
      text = written
      let ascii = upper.utf8.count == 1 ? upper.utf8.first : nil
      switch ascii {
      case .some(UInt8(ascii: "A")...UInt8(ascii: "Z")): code = "Key\(upper)"
      case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): code = "Digit\(upper)"
      default: code = ""
      }
      // The others would be taken for keys that write nothing: "." has the number of Delete.
      number = code.isEmpty ? 0 : Int(ascii ?? 0)
    }
  }
}
