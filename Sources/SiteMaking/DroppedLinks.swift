// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Plain
internal import SiteAssociation

/// What the user gives up by name: a host, paths of it, or an app.
///
/// It remembers which names meant something, because a mistyped one must not go unnoticed.
final class DroppedLinks {
  private static let namesShownMax = 10

  private let names: [String]
  private var known: Set<String> = []
  /// Names that could have been meant, in the order in which they were seen.
  private var choices: [String] = []

  init(_ names: [String]) {
    self.names = names
  }

  /// Whether all that the jobs do not need of a host is given up.
  func isWhole(_ host: String) -> Bool {
    offer(host)
    return use { $0.lowercased() == host }
  }

  /// A file of ours without the parts that are given up.
  func remainder(of file: OwnFile, on host: String) -> OwnFile {
    for path in file.paths { offer(host + (path.hasPrefix("/") ? "" : "/") + path) }
    for app in file.names.sorted() { offer(app) }
    var left = file
    for name in names {
      let before = left
      if Self.isPath(name, of: host) {
        left.leaveOut(DroppedPath(String(name.dropFirst(host.count))))
      } else if file.names.contains(name) {
        left.leaveOut(app: name)
      }
      if left != before { known.insert(name) }
    }
    return left
  }

  /// Whether a link that is on printed tags is given up.
  func covers(host: String, path: String) -> Bool {
    let path = path.isEmpty ? "/" : path
    let isWhole = isWhole(host)
    return use { name in
      Self.isPath(name, of: host)
        && DroppedPath(String(name.dropFirst(host.count))).covers(path)
    } || isWhole
  }

  /// Takes note of a host that has files here.
  func know(_ host: String) { _ = isWhole(host) }

  /// Refuses a name that meant nothing: whoever typed it believes that something is gone.
  func requireAllKnown() throws(Failure) {
    guard let name = names.first(where: { !known.contains($0) }) else { return }
    let more = choices.count - Self.namesShownMax
    let shown =
      choices.prefix(Self.namesShownMax).map(visible) + (more > 0 ? ["\(more) more"] : [])
    let cure =
      shown.isEmpty
      ? "There is nothing to drop." : "You can drop: \(shown.joined(separator: ", "))."
    throw Failure(
      name: "usage", words: "Nothing here is called \(shellWord(name)). \(cure)",
      kind: .usage)
  }

  private func use(_ isMeant: (String) -> Bool) -> Bool {
    let meant = names.filter(isMeant)
    known.formUnion(meant)
    return !meant.isEmpty
  }

  private func offer(_ name: String) {
    if !names.isEmpty, !choices.contains(name) { choices.append(name) }
  }

  private static func isPath(_ name: String, of host: String) -> Bool {
    name.firstIndex(of: "/").map { name[..<$0].lowercased() == host } ?? false
  }
}
