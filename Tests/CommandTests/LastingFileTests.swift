// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// What the program makes is on the disk before it has its name, and its name before the program
/// ends: else a power cut leaves an empty file under it.
@Suite(.enabled(if: SystemCalls.areTraceable, "needs strace and the right to use it"))
struct LastingFileTests {
  private static let job = """
    <job xmlns="urn:tagpress:job:1" id="spring">
      <link>https://go.shop.org/s/{code}</link>
      <app ios="A1B2C3D4E5.org.shop.app"/>
      <rows><row id="1" code="1"/></rows>
    </job>
    """

  @Test(arguments: [
    (["site", "make", "job.xml", "-o", "a/b"], 4), (["report", "--html", "r.html", "job.xml"], 1),
    (["new", "stores", "--from", "stores.csv"], 3),
  ])
  func aNameIsGivenToWhatIsOnTheDisk(_ arguments: [String], _ renames: Int) throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.job, to: "job.xml")
    try folder.write("store\na\nb\n", to: "stores.csv")
    _ = try tagpress("write", "--plan", "job.xml", directory: folder.path)
    let calls = try calls(arguments, in: folder)
    let named = calls.indices.filter { calls[$0].name.hasPrefix("rename") }
    #expect(named.count >= renames, "\(calls)")
    for index in named {
      let (draft, place) = (calls[index].paths[0], calls[index].paths[1])
      #expect(calls[..<index].contains { $0.isSync(of: draft) }, "\(draft): \(calls)")
      #expect(calls[index...].contains { $0.isSync(of: parent(place)) }, "\(place): \(calls)")
    }
    for index in calls.indices where calls[index].name.hasPrefix("mkdir") {
      let made = calls[index].paths[0]
      #expect(calls[index...].contains { $0.isSync(of: parent(made)) }, "\(made): \(calls)")
    }
    // What is copied has its name at once, in a folder that has none yet.
    if arguments.first == "new" {
      #expect(calls.contains { $0.name == "fsync" && $0.paths[0].hasSuffix("/stores.csv") })
    }
  }

  private struct Call: CustomStringConvertible {
    let name: String
    /// Absolute, as far as they were given.
    let paths: [String]

    func isSync(of path: String) -> Bool { name == "fsync" && paths == [path] }

    var description: String { "\(name) \(paths.joined(separator: " "))" }
  }

  /// The calls that came to a good end, in their order.
  private func calls(_ arguments: [String], in folder: TemporaryDirectory) throws -> [Call] {
    let names = "fsync,?rename,renameat,renameat2,?mkdir,mkdirat"
    let result = try run(
      "strace", ["-f", "-y", "-qq", "-e", "trace=\(names)", "-o", "calls", builtTool] + arguments,
      environment: ["ASAN_OPTIONS": "detect_leaks=0", "PATH": "/usr/bin:/bin"],
      directory: folder.path)
    #expect(result.exit != .code(2), "\(result.errorOutput)")
    // The folder by the name that the system has for it, as in the tracer's list.
    let here = try run("pwd", ["-P"], directory: folder.path).output.split(separator: "\n")[0]
    return String(decoding: try folder.read("calls"), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasSuffix(" = 0") }
      .compactMap { line in
        let call = line.drop { !$0.isLetter }
        let name = String(call.prefix { $0 != "(" })
        let quotes: [Character] = name == "fsync" ? ["<", ">"] : ["\""]
        let parts = call.split(omittingEmptySubsequences: false) { quotes.contains($0) }
        let paths = stride(from: 1, to: parts.count - 1, by: 2).map { String(parts[$0]) }
        return Call(name: name, paths: paths.map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" })
      }
  }

  private func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
  }
}
