// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc
internal import JobWork
internal import PageServer
internal import Plain
internal import StrictJSON
internal import TagKeys
internal import Threads

/// What pages of a folder need to come back by themselves when the program does, and what people
/// chose on them.
///
/// Each page has a secret of its own, which it keeps in memory; here only the secret's hash is kept,
/// which page and program prove to each other. No request carries more than the session, which is good
/// at one port and for one start of the program: who listens there later has no use for it.
final class PageMemory: PageKeys, @unchecked Sendable {
  /// Where pages of earlier starts look for the program, those that were used last first.
  let waitingPorts: [UInt16]
  /// By which a page knows one start of the program from another.
  let start: String
  private let path: String?
  /// Held by whoever writes the file, so that the last one knows all that the others have.
  private let keeping = Monitor()
  // It guards both of these.
  /// Whether what earlier starts kept of their pages is to be forgotten yet.
  private var isForgetting: Bool
  /// The keys that were in the file: what is there no longer, another program has forgotten.
  private var kept: Set<[UInt8]>
  private let monitor = Monitor()
  // The monitor guards all of these.
  private var pages: [Page] = []
  /// Where new pages are served; 0 until that is known.
  private var port: UInt16 = 0
  private var choices: [String: String] = [:]
  /// Of the choices, those that were made since the start.
  private var newChoices: [String: String] = [:]

  private struct Page {
    let key: [UInt8]
    /// The page's address has it: elsewhere it is no page of ours.
    let port: UInt16
    /// When it was opened, in seconds.
    let made: Int
    /// What the page says with each request, in this start of the program.
    let session: [UInt8]
    /// By which a page says which one it is, to whomever.
    let name: String

    init?(key: [UInt8], port: UInt16, made: Int, start: String) {
      guard let session = authenticationCode(of: "page\n\(start)\n\(port)", key: key),
        let name = sha256(key)
      else { return nil }
      (self.key, self.port, self.made) = (key, port, made)
      self.session = Array(hex(session).utf8)
      self.name = hex(name)
    }
  }

  /// A page that was opened longer ago is not known to the next start.
  private static let secondsMax = 86_400
  /// Of more, those that were used longest ago are forgotten; each reload makes one.
  private static let pagesMax = 256
  private static let portsMax = 4
  private static let choicesMax = 8
  private static let choiceBytesMax = 200
  private static let byteMax = 1 << 16

  /// Remembers the last time unless its pages are to be forgotten.
  init(ofFolder folder: String, forgetting: Bool, now: Int = PageMemory.now) {
    let start = randomText()
    let path = Self.path(ofFolder: folder)
    let state = path.flatMap { Self.read($0) }
    let kept = (forgetting ? [] : state?.pages ?? []).filter {
      (now - Self.secondsMax...now).contains($0.made)
    }
    (self.start, self.path, isForgetting) = (start, path, forgetting)
    self.kept = Set(kept.map(\.key))
    pages = kept.compactMap { Page(key: $0.key, port: $0.port, made: $0.made, start: start) }
    choices = state?.choices ?? [:]
    var ports: [UInt16] = []
    for page in kept.reversed() where !ports.contains(page.port) { ports.append(page.port) }
    waitingPorts = Array(ports.prefix(Self.portsMax))
  }

  /// Takes down where new pages are served, and keeps that.
  func note(port: UInt16) -> FileError? {
    monitor.inside { self.port = port }
    return keep()
  }

  /// A new secret for a page of this port; only the page has it.
  func newPage(at port: UInt16, now: Int = PageMemory.now) -> String? {
    let secret = randomText()
    guard let key = sha256(Array(secret.utf8)),
      let page = Page(key: key, port: port, made: now, start: start)
    else { return nil }
    monitor.inside {
      pages.append(page)
      if pages.count > Self.pagesMax { pages.removeFirst() }
    }
    // A page that does not come back by itself after a restart still works until then.
    _ = keep()
    return secret
  }

  func know(_ session: String, at port: UInt16) -> Bool {
    let offered = Array(session.utf8)
    return monitor.inside {
      let place = pages.firstIndex { $0.port == port && isSame($0.session, offered) }
      if let place { pages.append(pages.remove(at: place)) }
      return place != nil
    }
  }

  /// Shows to a page that this is its program: what only who knows its key can say of what it asked.
  ///
  /// The port is part of it, so that nobody at another one can hand the answer on. nil if the page is
  /// not known.
  func proof(toPage name: String, asking challenge: String, at port: UInt16) -> String? {
    let key = monitor.inside { pages.first { $0.name == name && $0.port == port }?.key }
    return key.flatMap {
      authenticationCode(of: "program\n\(challenge)\n\(start)\n\(port)", key: $0)
    }.map { hex($0) }
  }

  /// What people chose on a page of any start, as its language.
  var chosen: [String: String] { monitor.inside { choices } }

  /// Takes down a choice; false if there is no room for it.
  func choose(_ name: String, _ value: String) -> Bool {
    let isTaken = monitor.inside {
      let isKnown = choices[name] != nil || choices.count < Self.choicesMax
      guard isKnown, name.utf8.count + value.utf8.count <= Self.choiceBytesMax else {
        return false
      }
      choices[name] = value
      newChoices[name] = value
      return true
    }
    if isTaken { _ = keep() }
    return isTaken
  }

  private func keep() -> FileError? {
    guard let path else { return nil }
    return keeping.inside { keep(at: path) }
  }

  private func keep(at path: String) -> FileError? {
    // Another program for the same folder keeps its own there.
    let lock = stateFolder().flatMap { try? FolderLock($0) }
    defer { withExtendedLifetime(lock) {} }
    let there = Self.read(path)
    let present = isForgetting ? [] : there?.pages ?? []
    let forgotten = kept.subtracting(present.map(\.key))
    let oldest = Self.now - Self.secondsMax
    let (written, state) = monitor.inside { () -> (Set<[UInt8]>, JSONValue) in
      let own = pages.filter { !forgotten.contains($0.key) }
      let others = present.filter { other in
        other.made >= oldest && !pages.contains { $0.key == other.key }
      }
      let all = (others + own.map { (key: $0.key, port: $0.port, made: $0.made) })
        .suffix(Self.pagesMax)
      let chosen = (there?.choices ?? choices).merging(newChoices) { $1 }
      let state: JSONValue = [
        "port": .integer(Int(port)),
        "tokens": .array(
          all.map {
            [
              "hash": .string(hex($0.key)), "port": .integer(Int($0.port)),
              "made": .integer($0.made),
            ]
          }),
        "choices": .object(chosen.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }),
      ]
      return (Set(all.map(\.key)), state)
    }
    do throws(FileError) {
      let file = try NewFile(path, lasting: false, private: true)
      file.write(Array(state.pretty.utf8))
      try file.finish()
      (isForgetting, kept) = (false, written)
      return nil
    } catch {
      return error
    }
  }

  private struct Kept {
    var pages: [(key: [UInt8], port: UInt16, made: Int)] = []
    var choices: [String: String] = [:]
  }

  private static func read(_ path: String) -> Kept? {
    guard let bytes = try? readFileIfThere(path, limit: byteMax),
      let root = try? JSONDocument(reading: bytes).root
    else { return nil }
    // Until 0.1, all pages of a folder had one port.
    let common = port(root)
    var kept = Kept()
    for node in root["tokens"]?.elements ?? [] {
      guard let key = node["hash"]?.string.flatMap({ bytesOfHex($0) }), key.count == 32,
        let made = node["made"]?.number?.int, let port = port(node) ?? common
      else { continue }
      kept.pages.append((key, port, made))
    }
    for member in root["choices"]?.members ?? [] {
      kept.choices[member.key] = member.value.string
    }
    return kept
  }

  private static func port(_ node: JSONNode) -> UInt16? {
    node["port"]?.number?.int.flatMap { UInt16(exactly: $0) }.flatMap { $0 >= 1024 ? $0 : nil }
  }

  /// The file of a folder in the user's state folder; nil where there is none to be had.
  private static func path(ofFolder folder: String) -> String? {
    guard let base = madeStateFolder(), let hash = sha256(Array(folder.utf8)) else { return nil }
    let path = "\(base)/page-\(hex(Array(hash.prefix(8)))).json"
    var status = stat()
    // A link would lead elsewhere, and a pipe would keep us.
    let isFree = lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    return isFree ? path : nil
  }

  private static func madeStateFolder() -> String? {
    guard let folder = stateFolder() else { return nil }
    var made = ""
    for part in folder.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
    return isFolder(made) ? made : nil
  }

  private static var now: Int { time(nil) }
}

/// 256 bits from the system's cryptographic random source.
private func randomText() -> String {
  var source = SystemRandomNumberGenerator()
  return (0..<4).map { _ in
    let digits = String(source.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }.joined()
}

private func bytesOfHex(_ text: String) -> [UInt8]? {
  let digits = text.utf8.map { UInt8(ascii: "a") <= $0 ? $0 - 87 : $0 &- 48 }
  guard digits.count % 2 == 0, digits.allSatisfy({ $0 < 16 }) else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
