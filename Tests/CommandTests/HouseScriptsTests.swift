// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// The scripts in `.ci`, in a copy of the folder and next to programs that only pretend.
struct HouseScriptsTests {
  @Test(
    arguments: [
      (["addition: not here"], "true", 0), (["addition: not here"], "", 0), (["no zsh"], "", 0),
      (["no zsh"], "true", 1), (["addition: not here", "no zsh"], "true", 1), ([], "true", 0),
    ] as [([String], String, Int32)])
  func onlyAnAdditionMayBeSkippedInCI(_ reasons: [String], _ ci: String, _ code: Int32) throws {
    let skips = reasons.map { "➜ Test one() skipped: \"\($0)\"" }
    let result = try runTests(saying: skips + ["✔ Test run with 3 tests in 1 suite passed"], ci: ci)
    #expect(result.exit == .code(code), "\(result.errorOutput)")
    for skip in skips { #expect(result.output.contains(skip)) }
  }

  @Test func aRunWithoutTestsIsAFailure() throws {
    let result = try runTests(saying: ["✔ Test run with 0 tests in 0 suites passed"], ci: "")
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("no test ran"))
  }

  @Test(
    arguments: [
      (["--filter", "^ATests"], 0), (["--filter", "^ATests", "--skip", "two"], 0),
      (["--filter", "^ATests", "--filter", "^BTests"], 1), (["--skip", "three"], 1),
    ] as [([String], Int32)])
  func aNameOfNoTestIsAFailure(_ names: [String], _ code: Int32) throws {
    let result = try runTests(
      saying: ["ATests.S/one()", "ATests.S/two()", "✔ Test run with 1 test in 1 suite passed"],
      ci: "", names)
    #expect(result.exit == .code(code), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("no test is called '\(names.last ?? "")'") == (code == 1))
  }

  @Test(arguments: [("", 0), ("true", 77)] as [(String, Int32)])
  func aPackageThatIsInstalledNowhereIsAFailureInCI(_ ci: String, _ code: Int32) throws {
    let folder = try copy(of: "deb-proof")
    for place in [".build", ".build/peers", ".build/peers/bin"] {
      mkdir(folder.path(of: place), 0o755)
    }
    try pretend(to: ".build/peers/bin/python", "cat >/dev/null", in: folder)
    for path in [".build/tagpress_1_all.deb", ".ci/deb-installed"] {
      try folder.write([], to: path)
    }
    try pretend(to: ".ci/deb", ": >$1/tagpress_1_all.deb", in: folder)
    try pretend(to: ".ci/clean-debian", "exit 77", in: folder)
    try pretend(to: "lintian", "", in: folder)
    let result = try run(
      folder.path(of: ".ci/deb-proof"), [],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "CI": ci])
    #expect(result.exit == .code(code), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("was not installed anywhere") == (code == 0))
  }

  @Test func aMachineWithoutDpkgIsWarnedOnce() throws {
    let folder = try copy(of: "setup")
    try pretend(to: "swift", "echo 'Swift version 6.3'", in: folder)
    for tool in ["bash", "dirname", "head", "mkdir", "sed", "sort"] {
      symlink("/usr/bin/\(tool)", folder.path(of: tool))
    }
    let environment = ["PATH": folder.path]
    let first = try run(folder.path(of: ".ci/setup"), [], environment: environment)
    #expect(first.exit == .code(0))
    #expect(first.errorOutput.hasPrefix("setup: this is no Debian"))
    let second = try run(folder.path(of: ".ci/setup"), [], environment: environment)
    #expect(second == ProcessResult(exit: .code(0), stdout: [], stderr: []))
  }

  @Test func whatNoOneKnowsIsNotSetUp() throws {
    let folder = try copy(of: "setup")
    try pretend(to: "swift", "echo 'Swift version 6.3'", in: folder)
    let result = try run(
      folder.path(of: ".ci/setup"), ["dep"], environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    #expect(result.exit == .code(64))
    #expect(result.errorOutput.contains("nothing called 'dep'"))
  }

  /// What may ask for a password is said before.
  @Test func whatIsInstalledIsSaidFirst() throws {
    let (result, calls) = try setup([], wish: nil)
    #expect(result.exit == .code(0))
    let sudo = geteuid() == 0 ? "" : "sudo "
    #expect(
      result.errorOutput == """
        setup: installing what is missing; make TAGPRESS_SETUP=no does without. It runs:
        setup:   \(sudo)apt-get update -qq
        setup:   \(sudo)env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends strace

        """)
    #expect(
      calls == ["update -qq", "install -y -qq --no-install-recommends strace"], "\(calls)")
  }

  @Test(arguments: [[], ["deb"], ["all"]])
  func aUserWhoWantsNothingInstalledIsToldWhatIsMissing(_ arguments: [String]) throws {
    let (result, calls) = try setup(arguments, wish: "no")
    #expect(result.exit == .code(0))
    #expect(calls == [])
    let lines = result.errorOutput.split(separator: "\n")
    #expect(
      lines.prefix(2) == [
        "setup: these packages are missing: strace, and TAGPRESS_SETUP=no: so it goes on without.",
        "setup: If something fails for want of it, run as root: apt-get install strace",
      ])
    // Packages for a guest are only for the processors that QEMU runs here as they are.
    #if arch(x86_64)
      let unpacked = 3
    #else
      let unpacked = 2
    #endif
    #expect(lines.count == (arguments == ["all"] ? 2 + unpacked : 2), "\(result.errorOutput)")
  }

  /// What setting up says, and what apt-get was asked for, on a machine that lacks a package.
  private func setup(
    _ arguments: [String], wish: String?
  ) throws -> (result: ProcessResult, calls: [String]) {
    let folder = try copy(of: "setup")
    try pretend(to: "swift", "echo 'Swift version 6.3'", in: folder)
    try pretend(
      to: "dpkg-query", "[ \"${!#}\" != strace ] || exit 1; echo 'ii '", in: folder)
    try pretend(to: "sudo", "exec \"$@\"", in: folder)
    for tool in ["apt-get", "python3"] {
      try pretend(to: tool, "echo \"$*\" >>\"${0%/*}/calls\"", in: folder)
    }
    var environment = ["PATH": "\(folder.path):/usr/bin:/bin"]
    environment["TAGPRESS_SETUP"] = wish
    let result = try run(folder.path(of: ".ci/setup"), arguments, environment: environment)
    let calls = (try? folder.read("calls")) ?? []
    return (result, String(decoding: calls, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  @Test func theDemoShowsTheWholeProduct() throws {
    let folder = try copy(of: "demo")
    try pretend(to: "swift", "", in: folder)
    for name in [".build", ".build/debug"] { mkdir(folder.path(of: name), 0o755) }
    symlink(builtTool, folder.path(of: ".build/debug/tagpress"))
    let result = try run(
      folder.path(of: ".ci/demo"), [],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "LANG": "C.UTF-8"],
      timeLimit: .seconds(900))
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    // How many tags are OK after each sentence that says what is shown.
    var sentences: [(words: String, tags: Int)] = []
    for line in result.output.split(separator: "\n") {
      if line.first != " " { sentences.append((String(line), 0)) }
      if line.hasPrefix("  OK ") { sentences[sentences.count - 1].tags += 1 }
    }
    let shown = sentences.filter { $0.tags > 0 }
    try #require(shown.count == 7, "\(result.output)")
    // How far it gets before it is killed depends on the machine.
    #expect((6...8).contains(shown[0].tags + shown[1].tags))
    #expect(shown.dropFirst(2).map(\.tags) == [8, 1, 1, 2, 2])
    #expect(shown.last?.words.hasPrefix("Tags that no one may change") == true)
    for words in ["spring/spring.ledger: There is no ledger yet", "each is on exactly one tag"] {
      #expect(result.output.contains(words))
    }
    let page = String(decoding: try folder.read(".build/demo.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!doctype html>") || page.hasPrefix("<!DOCTYPE html>"))
  }

  private func runTests(
    saying lines: [String], ci: String, _ arguments: [String] = []
  ) throws -> ProcessResult {
    let folder = try copy(of: "swift-test")
    try pretend(to: "swift", "cat <<'END'\n\(lines.joined(separator: "\n"))\nEND", in: folder)
    return try run(
      folder.path(of: ".ci/swift-test"), arguments,
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "CI": ci, "LANG": "C.UTF-8"])
  }

  private func copy(of script: String) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    mkdir(folder.path(of: ".ci"), 0o755)
    try folder.write(try contents(of: "\(packageRoot)/.ci/\(script)"), to: ".ci/\(script)")
    chmod(folder.path(of: ".ci/\(script)"), 0o755)
    return folder
  }

  private func pretend(to name: String, _ script: String, in folder: TemporaryDirectory) throws {
    try folder.write(Array("#!/usr/bin/bash\n\(script)\n".utf8), to: name)
    chmod(folder.path(of: name), 0o755)
  }
}
