// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation

/// Takes the input, apart at its zeros, for Apple's and Android's file of a host, those of the host above
/// it, and links, each in a line; stops if a judge that has judged other links before says something else
/// than a new one, or if explaining disagrees with judging.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJudge(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let parts = UnsafeBufferPointer(start: start, count: count)
    .split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false).map { Array($0) }
  guard parts.count == 5 else { return 0 }
  let links = parts[4].split(separator: UInt8(ascii: "\n")).prefix(20).map { Array($0) }
  let files = HostFiles(parts[0], parts[1])
  let bases = ["example.org": HostFiles(parts[2], parts[3])]
  let meant = MeantApp(.iOS, "QWERTY7890.org.example.shop")
  var wide = meant
  wide.declarations = [.init(host: "example.org", isWildcard: true)]
  for host in ["go.example.org", nil] {
    for apps in [[], [meant], [wide, meant], [wide]] {
      let new = SiteJudge(host: host, files: files, apps: apps, bases: bases)
      var used = new
      for link in links {
        var fresh = new
        used.judge(link)
        fresh.judge(link)
        expect(used.verdicts == fresh.verdicts)
        var explaining = new
        let explained = explaining.explain(link).apps
        expect(explained.count == used.apps.count)
        expect(explained.map(\.verdict) == used.verdicts)
        expect(used.explain(link).apps.map(\.why) == explained.map(\.why))
      }
    }
  }
  return 0
}

extension HostFiles {
  init(_ apple: [UInt8], _ android: [UInt8]) {
    self.init()
    for (kind, bytes) in [(AssociationKind.apple, apple), (.android, android)] where !bytes.isEmpty
    {
      self[kind] = .file(ServedFile(bytes, kind: kind))
    }
  }
}

private func expect(_ holds: Bool, line: Int = #line) {
  if !holds { fatalError("line \(line)") }
}
