// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// Whether there is a browser to try the pages with, and what is said where there is none.
let hasChromium = isInstalled("chromium")
let chromiumIsMissing: Comment = "chromium is not installed: .ci/setup all"

/// A headless Chromium with a profile of its own; it ends, with all that it started, when the test
/// releases it.
///
/// It is driven by the Chrome DevTools Protocol over two pipes, without a port that others could
/// reach and without anything to be installed beside it.
final class Chromium {
  /// What belongs together: tabs of one profile see each other's storage and messages.
  struct Profile {
    fileprivate let context: String?

    /// The one that the browser starts with.
    static let first = Profile(context: nil)
  }

  /// Where downloads arrive.
  let downloads: TemporaryDirectory
  let pipe: DevToolsPipe
  private let home: TemporaryDirectory
  private var program: BackgroundProgram?

  /// Starts it with more arguments than the usual, and more variables than there are.
  ///
  /// Such as `--host-resolver-rules=MAP evil.example 127.0.0.1`, `--accept-lang=ja` (`--lang` does
  /// nothing here), `--force-dark-mode` for a user who likes it dark, or
  /// `--enable-features=WebContentsForceDark` for a browser that darkens every page, which shows in
  /// screenshots alone.
  init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    let home = try TemporaryDirectory()
    let downloads = try TemporaryDirectory()
    // The browser must find nothing of the user's, and wants its pipes at 3 and 4; those of a
    // program that runs alongside are at 0 and 1.
    let variables = environment.merging(["HOME": home.path]) { given, _ in given }
    let program = try BackgroundProgram(
      "/bin/sh",
      ["-c", #"exec env "$@" 3<&0 4>&1 </dev/null >"$0" 2>&1"#, home.path(of: "log")]
        + variables.map { "\($0.key)=\($0.value)" } + ["chromium", "--user-data-dir=\(home.path)"]
        + Self.usualArguments + arguments)
    self.home = home
    self.downloads = downloads
    self.program = program
    pipe = DevToolsPipe(input: program.pipes.input, output: program.pipes.output)
    do {
      _ = try pipe.call("Browser.getVersion", timeLimit: .seconds(120))
      try allowDownloads(of: .first)
    } catch {
      throw BrowserTrouble.ended("\(error)\n\(log)")
    }
  }

  deinit {
    // Asked nicely it buries its own processes; those that were killed wait for a parent.
    _ = try? pipe.call("Browser.close", timeLimit: .seconds(60))
    if !pipe.waitForEnd(timeLimit: .seconds(60)) { program?.send(SIGKILL) }
    pipe.end()
    program = nil
  }

  private static let usualArguments: [String] =
    [
      "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check",
      "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
      "--disable-sync", "--disable-extensions", "--disable-breakpad", "--disable-gpu",
      "--disable-dev-shm-usage", "--disable-search-engine-choice-screen",
      // The timers of a tab behind another must not be slowed down: tests wait for them.
      "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
      "--disable-renderer-backgrounding",
      // Names that are mapped to the loopback must not be asked of someone's proxy.
      "--no-proxy-server", "--hide-scrollbars", "--mute-audio", "--metrics-recording-only",
      "--password-store=basic",
      "--window-size=1280,800",
    ] + (geteuid() == 0 ? ["--no-sandbox"] : [])

  /// What the browser itself has said.
  var log: String {
    (try? home.read("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The group of the browser's processes.
  var group: Int32? { program?.group }

  /// Makes a profile that shares nothing with the others, as if the browser had been started anew.
  func makeProfile() throws -> Profile {
    let answer = try pipe.call("Target.createBrowserContext")
    guard let context = answer["browserContextId"]?.string else {
      throw BrowserTrouble.refused(method: "Target.createBrowserContext", "no context")
    }
    let profile = Profile(context: context)
    try allowDownloads(of: profile)
    return profile
  }

  private func allowDownloads(of profile: Profile) throws {
    var parameters: [(key: String, value: JSONValue)] = [
      ("behavior", "allow"), ("downloadPath", .string(downloads.path)),
    ]
    if let context = profile.context {
      parameters.append(("browserContextId", .string(context)))
    }
    _ = try pipe.call("Browser.setDownloadBehavior", .object(parameters))
  }

  /// Opens a tab in a window of its own, and loads a page in it.
  ///
  /// A tab that is behind another in the same window is hidden: it does not paint, and no key
  /// reaches it. A test that wants to see this asks for it.
  func open(
    _ address: String? = nil, in profile: Profile = .first, behindOthers: Bool = false
  ) throws -> BrowserTab {
    var parameters: [(key: String, value: JSONValue)] = [
      ("url", "about:blank"), ("newWindow", .bool(!behindOthers)),
      ("background", .bool(behindOthers)),
    ]
    if let context = profile.context {
      parameters.append(("browserContextId", .string(context)))
    }
    let target = try pipe.call("Target.createTarget", .object(parameters))["targetId"]?.string ?? ""
    let answer = try pipe.call(
      "Target.attachToTarget", ["targetId": .string(target), "flatten": true])
    guard let session = answer["sessionId"]?.string else {
      throw BrowserTrouble.refused(method: "Target.attachToTarget", "no session")
    }
    let tab = BrowserTab(pipe: pipe, target: target, session: session)
    try tab.prepare(isHidden: behindOthers)
    if let address { try tab.navigate(to: address) }
    return tab
  }

  /// Waits until a download with this name is whole, and gives its bytes.
  func download(named name: String, timeLimit: Duration = .seconds(120)) throws -> [UInt8] {
    let deadline = ContinuousClock.now + timeLimit
    // Until then it has another name, and an empty file may keep its own one free.
    while try !downloads.entries.contains(name) || downloads.read(name).isEmpty {
      guard ContinuousClock.now < deadline else {
        throw BrowserTrouble.tookTooLong("the download \(name), of \(downloads.entries)")
      }
      usleep(20_000)
    }
    return try downloads.read(name)
  }
}
