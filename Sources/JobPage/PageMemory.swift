// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Files
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
package final class PageMemory: PageKeys {
  /// Where pages of earlier starts look for the program, those that were used last first.
  package let waitingPorts: [UInt16]
  /// By which a page knows one start of the program from another.
  let start: String
  private let path: String?
  /// Held by whoever writes the file, so that the last one knows all that the others have.
  private let written: Guarded<Written>
  private let lists: Guarded<Lists>

  private struct Written {
    /// Whether what earlier starts kept of their pages is to be forgotten yet.
    var isForgetting: Bool
    /// The keys that were in the file: what is there no longer, another program has forgotten.
    var keys: Set<[UInt8]>
  }

  private struct Lists {
    var pages: [Page]
    /// Where new pages are served; 0 until that is known.
    var port: UInt16 = 0
    var choices: [String: String]
    /// Of the choices, those that were made since the start.
    var newChoices: [String: String] = [:]
  }

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
  package init(ofFolder folder: String, forgetting: Bool, now: Int = PageMemory.now) {
    let start = randomText()
    let path = Self.path(ofFolder: folder)
    let state = path.flatMap { Self.read($0) }
    let kept = (forgetting ? [] : state?.pages ?? []).filter {
      (now - Self.secondsMax...now).contains($0.made)
    }
    (self.start, self.path) = (start, path)
    written = Guarded(Written(isForgetting: forgetting, keys: Set(kept.map(\.key))))
    let pages = kept.compactMap { Page(key: $0.key, port: $0.port, made: $0.made, start: start) }
    lists = Guarded(Lists(pages: pages, choices: state?.choices ?? [:]))
    var ports: [UInt16] = []
    for page in kept.reversed() where !ports.contains(page.port) { ports.append(page.port) }
    waitingPorts = Array(ports.prefix(Self.portsMax))
  }

  /// Takes down where new pages are served, and keeps that.
  package func note(port: UInt16) -> FileError? {
    lists.withLock { $0.port = port }
    return keep()
  }

  /// A new secret for a page of this port; only the page has it.
  func newPage(at port: UInt16, now: Int = PageMemory.now) -> String? {
    let secret = randomText()
    guard let key = sha256(Array(secret.utf8)),
      let page = Page(key: key, port: port, made: now, start: start)
    else { return nil }
    lists.withLock { lists in
      lists.pages.append(page)
      if lists.pages.count > Self.pagesMax { lists.pages.removeFirst() }
    }
    // A page that does not come back by itself after a restart still works until then.
    _ = keep()
    return secret
  }

  package func know(_ session: String, at port: UInt16) -> Bool {
    let offered = Array(session.utf8)
    return lists.withLock { lists in
      let place = lists.pages.firstIndex { $0.port == port && isSame($0.session, offered) }
      if let place { lists.pages.append(lists.pages.remove(at: place)) }
      return place != nil
    }
  }

  /// Shows to a page that this is its program: what only who knows its key can say of what it asked.
  ///
  /// The port is part of it, so that nobody at another one can hand the answer on. nil if the page is
  /// not known.
  func proof(toPage name: String, asking challenge: String, at port: UInt16) -> String? {
    let key = lists.withLock { lists in
      lists.pages.first { $0.name == name && $0.port == port }?.key
    }
    return key.flatMap {
      authenticationCode(of: "program\n\(challenge)\n\(start)\n\(port)", key: $0)
    }.map { hex($0) }
  }

  /// What people chose on a page of any start, as its language.
  var chosen: [String: String] { lists.withLock { $0.choices } }

  /// Takes down a choice; false if there is no room for it.
  func choose(_ name: String, _ value: String) -> Bool {
    let isTaken = lists.withLock { lists in
      let isKnown = lists.choices[name] != nil || lists.choices.count < Self.choicesMax
      guard isKnown, name.utf8.count + value.utf8.count <= Self.choiceBytesMax else {
        return false
      }
      lists.choices[name] = value
      lists.newChoices[name] = value
      return true
    }
    if isTaken { _ = keep() }
    return isTaken
  }

  private func keep() -> FileError? {
    guard let path else { return nil }
    return written.withLock { keep(&$0, at: path) }
  }

  private func keep(_ written: inout Written, at path: String) -> FileError? {
    // Another program for the same folder keeps its own there.
    let lock = stateFolder().flatMap { try? FolderLock($0) }
    defer { withExtendedLifetime(lock) {} }
    let there = Self.read(path)
    let present = written.isForgetting ? [] : there?.pages ?? []
    let forgotten = written.keys.subtracting(present.map(\.key))
    let oldest = Self.now - Self.secondsMax
    let (keys, state) = lists.withLock { lists -> (Set<[UInt8]>, JSONValue) in
      let own = lists.pages.filter { !forgotten.contains($0.key) }
      let others = present.filter { other in
        other.made >= oldest && !lists.pages.contains { $0.key == other.key }
      }
      let all = (others + own.map { (key: $0.key, port: $0.port, made: $0.made) })
        .suffix(Self.pagesMax)
      let chosen = (there?.choices ?? lists.choices).merging(lists.newChoices) { $1 }
      let state: JSONValue = [
        "port": .integer(Int(lists.port)),
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
      written = Written(isForgetting: false, keys: keys)
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
