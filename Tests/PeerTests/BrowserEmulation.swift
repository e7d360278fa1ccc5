// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON

/// What a page looks like, and to whom.
extension BrowserTab {
  /// Sets what the user prefers, such as `prefers-color-scheme`: `dark`, `forced-colors`: `active`,
  /// `prefers-reduced-motion`: `reduce`; the empty list takes all of it back.
  func prefer(_ features: [(name: String, value: String)]) throws(BrowserTrouble) {
    try call(
      "Emulation.setEmulatedMedia",
      [
        "media": "",
        "features": .array(
          features.map { ["name": .string($0.name), "value": .string($0.value)] }),
      ])
  }

  /// Gives the page a size in CSS pixels, whatever its window has; nil gives the window's back.
  func resize(
    to size: (width: Int, height: Int, scale: Int)?, isMobile: Bool = false
  ) throws(BrowserTrouble) {
    if self.size == nil { windowWidth = Int(try number("innerWidth")) }
    self.size = size
    guard let size else {
      try call("Emulation.clearDeviceMetricsOverride")
      // The window's size comes back a moment later.
      try wait(until: "innerWidth === \(windowWidth)")
      return
    }
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(size.width), "height": .integer(size.height),
        "deviceScaleFactor": .integer(size.scale), "mobile": .bool(isMobile),
      ])
  }

  /// Does something while the page has another size, and gives it its own back.
  func resized<Result>(
    to size: (width: Int, height: Int), _ body: () throws(BrowserTrouble) -> Result
  ) throws(BrowserTrouble) -> Result {
    let before = self.size
    try resize(to: (size.width, size.height, 1))
    do throws(BrowserTrouble) {
      try waitForFrame()
      let result = try body()
      try resize(to: before)
      return result
    } catch {
      try resize(to: before)
      throw error
    }
  }

  /// Waits until the page was laid out and painted twice, so that scripts have seen a new size.
  ///
  /// A page that is hidden never is.
  func waitForFrame() throws(BrowserTrouble) {
    try evaluate(
      "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
  }

  /// The page as a PNG: what is in the window, or all of it.
  func screenshot(ofAll isWhole: Bool = false) throws(BrowserTrouble) -> [UInt8] {
    let method = "Page.captureScreenshot"
    let answer = try call(
      method, ["format": "png", "captureBeyondViewport": .bool(isWhole)], timeLimit: .seconds(120))
    return try Self.bytes(of: answer, method)
  }

  /// Writes a screenshot to a file.
  func screenshot(to path: String, ofAll isWhole: Bool = false) throws(BrowserTrouble) {
    let bytes = try screenshot(ofAll: isWhole)
    guard let file = fopen(path, "w") else { throw .notWritten(path, errno: errno) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw .notWritten(path, errno: errno)
    }
  }

  /// The page as a printer would get it, in the size that the page asks for.
  func printed() throws(BrowserTrouble) -> [UInt8] {
    let answer = try call(
      "Page.printToPDF", ["printBackground": true, "preferCSSPageSize": true],
      timeLimit: .seconds(120))
    return try Self.bytes(of: answer, "Page.printToPDF")
  }

  private static func bytes(
    of answer: JSONNode, _ method: String
  ) throws(BrowserTrouble) -> [UInt8] {
    guard let bytes = answer["data"]?.string.flatMap(bytes(base64:)) else {
      throw .refused(method: method, "no data")
    }
    return bytes
  }

  /// The bytes of a text in Base64; nil where it is none.
  static func bytes(base64 text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for character in text.utf8 {
      let six: UInt8
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): six = character - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): six = character - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): six = character - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): six = 62
      case UInt8(ascii: "/"): six = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      bits = bits << 6 | UInt32(six)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}

/// What a screen reader is told of a part of a page.
struct AccessibleNode {
  let id: String
  /// The element, as the protocol numbers it.
  let element: Int?
  let parent: String?
  let children: [String]
  /// Such as `button`, `RootWebArea`.
  let role: String
  let name: String
  let description: String
  let value: String
  /// Whether it is only there for the others, such as a `<div>` without a meaning.
  let isIgnored: Bool
  /// Such as `focusable`, `disabled`, `checked`, `live`.
  let properties: [String: JSONNode]

  func has(_ property: String) -> Bool {
    properties[property]?.bool == true
  }
}

extension BrowserTab {
  /// The whole tree of what a screen reader is told, in order.
  func accessibilityTree() throws(BrowserTrouble) -> [AccessibleNode] {
    let answer = try call("Accessibility.getFullAXTree")
    return (answer["nodes"]?.elements ?? []).map { node in
      var properties: [String: JSONNode] = [:]
      for property in node["properties"]?.elements ?? [] {
        if let name = property["name"]?.string { properties[name] = property["value"]?["value"] }
      }
      return AccessibleNode(
        id: node["nodeId"]?.string ?? "", element: node["backendDOMNodeId"]?.number?.int,
        parent: node["parentId"]?.string,
        children: (node["childIds"]?.elements ?? []).compactMap(\.string),
        role: node["role"]?["value"]?.string ?? "", name: node["name"]?["value"]?.string ?? "",
        description: node["description"]?["value"]?.string ?? "",
        value: node["value"]?["value"]?.string ?? "",
        isIgnored: node["ignored"]?.bool ?? false, properties: properties)
    }
  }

  /// The nodes of a role with this name.
  func accessible(_ role: String, named name: String? = nil) throws(BrowserTrouble)
    -> [AccessibleNode]
  {
    try accessibilityTree().filter {
      !$0.isIgnored && $0.role == role && (name == nil || $0.name == name)
    }
  }
}
