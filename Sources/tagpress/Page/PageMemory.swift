// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import PageServer
internal import Plain
internal import StrictJSON
internal import TagKeys
internal import Threads

/// What pages of a folder need to come back by themselves when the program does.
///
/// That is its port, and a hash of each page's token; no token itself is kept anywhere.
final class PageMemory: PageKeys, @unchecked Sendable {
  /// The port of the last time; nil if that is not known or too long ago.
  let lastPort: UInt16?
  private let path: String?
  /// Whether what an earlier start kept is to be forgotten.
  private let forgets: Bool
  private let monitor = Monitor()
  // The monitor guards both.
  private var tokens: [Token] = []
  private var port: UInt16 = 0

  private struct Token {
    let hash: [UInt8]
    /// When it was given to a page, in seconds.
    let made: Int
  }

  /// A token that was given longer ago is not known again.
  private static let secondsMax = 86_400
  /// The oldest of more are forgotten.
  private static let tokensMax = 64
  private static let byteMax = 1 << 16

  /// Remembers the last time unless everything is to be forgotten.
  init(ofFolder folder: String, forgetting: Bool, now: Int = PageMemory.now) {
    path = Self.path(ofFolder: folder)
    forgets = forgetting
    let state = forgetting ? nil : path.flatMap { Self.read($0) }
    tokens = (state?.tokens ?? []).filter { (now - Self.secondsMax...now).contains($0.made) }
    lastPort = tokens.isEmpty ? nil : state?.port
  }

  /// Takes down where the pages are served, and keeps that.
  func note(port: UInt16) -> FileError? {
    monitor.inside { self.port = port }
    return keep()
  }

  /// Knows no page of an earlier start any more.
  func forget() { monitor.inside { tokens = [] } }

  /// A new token for a page; only the page has it.
  func newToken(now: Int = PageMemory.now) -> PageToken? {
    let token = PageToken()
    guard let hash = sha256(Array(token.text.utf8)) else { return nil }
    monitor.inside {
      tokens.append(Token(hash: hash, made: now))
      if tokens.count > Self.tokensMax { tokens.removeFirst() }
    }
    // A page that does not come back by itself after a restart still works until then.
    _ = keep()
    return token
  }

  /// Of a wrong token, only its hash can be compared, whose bytes say nothing about a right one.
  func know(_ token: String) -> Bool {
    guard let hash = sha256(Array(token.utf8)) else { return false }
    return monitor.inside { tokens.contains { $0.hash == hash } }
  }

  private func keep() -> FileError? {
    guard let path else { return nil }
    // Another program for the same folder may have kept tokens of its pages meanwhile.
    let oldest = Self.now - Self.secondsMax
    let others = (forgets ? nil : Self.read(path)?.tokens)?.filter { $0.made >= oldest } ?? []
    let state = monitor.inside { () -> JSONValue in
      let kept = others.filter { other in !tokens.contains { $0.hash == other.hash } } + tokens
      return [
        "port": .integer(Int(port)),
        "tokens": .array(
          kept.suffix(Self.tokensMax).map {
            ["hash": .string(hex($0.hash)), "made": .integer($0.made)]
          }),
      ]
    }
    do throws(FileError) {
      let file = try NewFile(path, lasting: false, private: true)
      file.write(Array(state.pretty.utf8))
      try file.finish()
      return nil
    } catch {
      return error
    }
  }

  private static func read(_ path: String) -> (port: UInt16, tokens: [Token])? {
    guard let bytes = try? readFileIfThere(path, limit: byteMax),
      let root = try? JSONDocument(reading: bytes).root,
      let port = root["port"]?.number?.int.flatMap({ UInt16(exactly: $0) }), port >= 1024
    else { return nil }
    let tokens = (root["tokens"]?.elements ?? []).compactMap { node -> Token? in
      guard let hash = node["hash"]?.string.flatMap({ bytesOfHex($0) }), hash.count == 32,
        let made = node["made"]?.number?.int
      else { return nil }
      return Token(hash: hash, made: made)
    }
    return (port, tokens)
  }

  /// The file of a folder in the user's state folder; nil where there is none to be had.
  private static func path(ofFolder folder: String) -> String? {
    guard let base = stateFolder(), let hash = sha256(Array(folder.utf8)) else { return nil }
    let path = "\(base)/page-\(hex(Array(hash.prefix(8)))).json"
    var status = stat()
    // A link would lead elsewhere, and a pipe would keep us.
    let isFree = lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    return isFree ? path : nil
  }

  private static func stateFolder() -> String? {
    func named(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let parent = named("XDG_STATE_HOME") ?? named("HOME").map({ "\($0)/.local/state" })
    else { return nil }
    var made = ""
    for part in "\(parent)/tagpress".split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
    return isFolder(made) ? made : nil
  }

  private static var now: Int { time(nil) }
}

private func bytesOfHex(_ text: String) -> [UInt8]? {
  let digits = text.utf8.map { UInt8(ascii: "a") <= $0 ? $0 - 87 : $0 &- 48 }
  guard digits.count % 2 == 0, digits.allSatisfy({ $0 < 16 }) else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
