// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON

/// A page in a browser, and what a test does with it.
///
/// Everything has a time limit and throws a `BrowserTrouble` that says what was in the way.
final class BrowserTab {
  let pipe: DevToolsPipe
  let target: String
  let session: String
  /// The size that a test gave the page, to be put back after one that an audit gives it.
  var size: (width: Int, height: Int, scale: Int)?
  /// The width of its window, which it has while a test gives it none.
  var windowWidth = 0

  init(pipe: DevToolsPipe, target: String, session: String) {
    self.pipe = pipe
    self.target = target
    self.session = session
  }

  /// Makes the tab tell what happens in it, from its first page on.
  func prepare(isHidden: Bool) throws {
    for domain in ["Page", "Runtime", "Log", "Inspector"] { try call("\(domain).enable") }
    try call("Page.setLifecycleEventsEnabled", ["enabled": true])
    // As if the window were in front, so that keys arrive and `:focus` shows.
    if !isHidden { try call("Emulation.setFocusEmulationEnabled", ["enabled": true]) }
  }

  /// Gives the tab any command of the protocol.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONValue = [:], timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) -> JSONNode {
    try pipe.call(method, parameters, session: session, timeLimit: timeLimit)
  }

  /// Loads a page and waits until it is whole.
  func navigate(to address: String, timeLimit: Duration = .seconds(120)) throws(BrowserTrouble) {
    let count = pipe.notices(of: session).count
    let answer = try call(
      "Page.navigate", ["url": .string(address)], timeLimit: timeLimit)
    if let reason = answer["errorText"]?.string { throw .notLoaded(address, reason) }
    // Another fragment of the same page is there at once.
    guard let loader = answer["loaderId"]?.string else { return }
    try waitForLoad(after: count, timeLimit: timeLimit, "loading \(address)") { $0 == loader }
  }

  /// Loads the page again and waits until it is whole.
  func reload(timeLimit: Duration = .seconds(120)) throws(BrowserTrouble) {
    let count = pipe.notices(of: session).count
    try call("Page.reload", timeLimit: timeLimit)
    try waitForLoad(after: count, timeLimit: timeLimit, "reloading") { _ in true }
  }

  private func waitForLoad(
    after count: Int, timeLimit: Duration, _ what: String, of isMeant: (String?) -> Bool
  ) throws(BrowserTrouble) {
    try pipe.notice(of: session, after: count, timeLimit: timeLimit, what) { notice in
      notice.method == "Page.lifecycleEvent" && notice.parameters["name"]?.string == "load"
        && isMeant(notice.parameters["loaderId"]?.string)
    }
  }

  /// Closes the tab and waits until its page is no more.
  func close(timeLimit: Duration = .seconds(120)) throws(BrowserTrouble) {
    _ = try pipe.call("Target.closeTarget", ["targetId": .string(target)])
    try pipe.waitForEnd(of: session, timeLimit: timeLimit)
  }

  /// Brings the tab in front of the others in its window.
  func bringToFront() throws(BrowserTrouble) { try call("Page.bringToFront") }

  // MARK: Scripts

  /// What an expression is, once its promise is kept; nil for `undefined` and the like.
  ///
  /// It runs as if the user had just done something, which some functions of a browser demand.
  @discardableResult
  func evaluate(
    _ expression: String, timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) -> JSONNode? {
    let answer = try call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": true, "returnByValue": true,
        "userGesture": true,
      ], timeLimit: timeLimit)
    return try Self.result(of: answer)?["value"]
  }

  /// What an expression is, which must be a string.
  func text(_ expression: String) throws(BrowserTrouble) -> String {
    guard let text = try evaluate(expression)?.string else {
      throw .thrown("\(expression) is no string")
    }
    return text
  }

  /// What an expression is, which must be an array of strings.
  func texts(_ expression: String) throws(BrowserTrouble) -> [String] {
    guard let elements = try evaluate(expression)?.elements else {
      throw .thrown("\(expression) is no array")
    }
    return elements.compactMap(\.string)
  }

  /// What an expression is, which must be a number.
  func number(_ expression: String) throws(BrowserTrouble) -> Double {
    guard let number = try evaluate(expression)?.number.flatMap({ Double($0.literal) }) else {
      throw .thrown("\(expression) is no number")
    }
    return number
  }

  /// Whether an expression is truthy.
  func holds(_ expression: String) throws(BrowserTrouble) -> Bool {
    try evaluate("(async () => !!(await (\(expression))))()")?.bool ?? false
  }

  /// The text of the page as it is shown.
  func shownText(_ selector: String = "body") throws(BrowserTrouble) -> String {
    try text("document.querySelector(\(Self.literal(selector))).innerText")
  }

  /// Waits until an expression is truthy; one that throws is not yet.
  ///
  /// The page itself looks every 20 ms, so an answer comes as soon as there is one. A page that
  /// goes away meanwhile is asked anew when the next one is there.
  func wait(
    until expression: String, timeLimit: Duration = .seconds(120)
  ) throws(BrowserTrouble) {
    let what = "waiting until \(expression)"
    let deadline = ContinuousClock.now + timeLimit
    var last = ""
    while true {
      let left = Int((max(.zero, deadline - .now) / .milliseconds(1)).rounded(.up))
      let script = """
        (async () => {
          const end = performance.now() + \(left);
          for (;;) {
            let state;
            try {
              const value = await (\(expression));
              if (value) return true;
              state = "it is " + String(value);
            } catch (error) { state = "it throws " + error; }
            if (performance.now() >= end) return state;
            await new Promise(done => setTimeout(done, 20));
          }
        })()
        """
      do throws(BrowserTrouble) {
        let state = try evaluate(script, timeLimit: .milliseconds(left + 60_000))
        if state?.bool == true { return }
        last = state?.string ?? ""
      } catch {
        // The page went away, or has not come yet.
        guard case .refused(_, let reason) = error else { throw error }
        last = reason
        usleep(20_000)
      }
      guard deadline > .now else { throw .tookTooLong("\(what), but \(last)") }
    }
  }

  /// The object that an expression is, as a name by which the protocol knows it.
  func object(_ expression: String) throws(BrowserTrouble) -> String? {
    let answer = try call("Runtime.evaluate", ["expression": .string(expression)])
    return try Self.result(of: answer)?["objectId"]?.string
  }

  /// What a function says of an object.
  func evaluate(
    _ function: String, on object: String
  ) throws(BrowserTrouble) -> JSONNode? {
    let answer = try call(
      "Runtime.callFunctionOn",
      [
        "functionDeclaration": .string(function), "objectId": .string(object),
        "awaitPromise": true, "returnByValue": true,
      ])
    return try Self.result(of: answer)?["value"]
  }

  private static func result(of answer: JSONNode) throws(BrowserTrouble) -> JSONNode? {
    guard let thrown = answer["exceptionDetails"] else { return answer["result"] }
    throw .thrown(words(of: thrown))
  }

  /// What was thrown, in the words of the script.
  fileprivate static func words(of thrown: JSONNode) -> String {
    let exception = thrown["exception"]
    return exception?["description"]?.string ?? exception.flatMap { words(of: [$0]) }
      ?? thrown["text"]?.string ?? "?"
  }

  /// Values as the console shows them.
  fileprivate static func words(of values: [JSONNode]) -> String {
    values.map { value in
      value["value"].map { $0.string ?? $0.value.compact }
        ?? value["description"]?.string ?? value["unserializableValue"]?.string
        ?? value["type"]?.string ?? "?"
    }.joined(separator: " ")
  }

  /// A text as a literal of JavaScript.
  static func literal(_ text: String) -> String { JSONValue.string(text).compact }
}

/// What a page or the browser said about a page, which a good page gives no cause for.
struct PageMessage: CustomStringConvertible {
  enum Source: Equatable {
    /// The page itself, to the console.
    case console
    /// A script that did not catch what was thrown.
    case exception
    /// The browser, such as `network`, `security` or `process`.
    case browser(String)
    /// A question in a window, which was answered with yes.
    case dialog
  }

  let source: Source
  /// Such as `error`, `warning`, `log`.
  let level: String
  let text: String
  let address: String

  /// Whether it says that a policy forbade something.
  var isViolation: Bool {
    text.contains("Content Security Policy") || text.contains("Trusted Type")
      || source == .browser("security")
  }

  var description: String { "\(source) \(level): \(text) (\(address))" }
}

extension BrowserTab {
  /// All that was said since the tab was opened, in order.
  var messages: [PageMessage] { pipe.notices(of: session).compactMap(Self.message) }

  /// What a policy forbade.
  var violations: [PageMessage] { messages.filter(\.isViolation) }

  private static func message(of notice: BrowserNotice) -> PageMessage? {
    let parameters = notice.parameters
    switch notice.method {
    case "Runtime.consoleAPICalled":
      let frame = parameters["stackTrace"]?["callFrames"]?.elements?.first
      return PageMessage(
        source: .console, level: parameters["type"]?.string ?? "",
        text: words(of: parameters["args"]?.elements ?? []), address: place(of: frame))
    case "Runtime.exceptionThrown":
      guard let details = parameters["exceptionDetails"] else { return nil }
      return PageMessage(
        source: .exception, level: "error", text: words(of: details), address: place(of: details))
    case "Log.entryAdded":
      guard let entry = parameters["entry"] else { return nil }
      return PageMessage(
        source: .browser(entry["source"]?.string ?? ""), level: entry["level"]?.string ?? "",
        text: entry["text"]?.string ?? "", address: place(of: entry))
    case "Page.javascriptDialogOpening":
      return PageMessage(
        source: .dialog, level: parameters["type"]?.string ?? "",
        text: parameters["message"]?.string ?? "", address: parameters["url"]?.string ?? "")
    case "Inspector.targetCrashed":
      return PageMessage(
        source: .browser("process"), level: "error", text: "The page crashed.", address: "")
    default: return nil
    }
  }

  /// Lines are counted from 0 there.
  private static func place(of node: JSONNode?) -> String {
    let line = node?["lineNumber"]?.number?.int.map { ":\($0 + 1)" } ?? ""
    return (node?["url"]?.string ?? "") + line
  }
}
