// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// Every command block in the README and the documents is run, and its output compared.
///
/// A block begins with ```console; lines after `$ ` are commands, those after `> ` continue with
/// them, and the others are their output on both streams. A line of `…` stands for any lines.
struct DocumentTests {
  @Test(arguments: documents())
  func everyCommandDoesWhatThePageSays(_ page: String) throws {
    let folder = try TemporaryDirectory()
    var environment = ["PATH": "\(directory(of: builtTool)):/usr/bin:/bin", "HOME": folder.path]
    environment["LANG"] = "C.UTF-8"
    for example in examples(in: try text(of: page)) {
      let result = try run(
        "/bin/sh", ["-c", "exec 2>&1; " + example.command], environment: environment,
        directory: folder.path)
      #expect(
        matches(result.output, example.output),
        "\(page): $ \(example.command)\n\(result.output)")
    }
  }

  /// Commands that are run elsewhere, because they build, install or need another program.
  private static let runElsewhere = [
    "make": ".ci/run", "make demo": "HouseScriptsTests", "make test": ".ci/run",
    "make install": "InstallTests", "make deb": ".ci/run",
    "apt install ./.build/tagpress_*.deb": ".ci/run",
    "tagpress open ~/tags": "OpenTests", "tagpress open --demo": "OpenDemoTests",
  ]

  @Test func everyOtherCommandIsRunElsewhere() throws {
    for page in documents() {
      // PasswordPageTests runs these.
      if page == "docs/password-keys.md" { continue }
      for line in lines(ofBlocks: "sh", in: try text(of: page)) {
        let line = line.split(separator: "#", omittingEmptySubsequences: false)[0]
        for part in line.split(separator: "&&") {
          let words = part.split(separator: " ").drop { $0 == "sudo" }.joined(separator: " ")
          #expect(Self.runElsewhere[words] != nil, "\(page): \(words) is run by no test")
        }
      }
    }
  }
}

private struct Example {
  var command: String
  var output: [Substring]
}

private func examples(in page: String) -> [Example] {
  var examples: [Example] = []
  var isInside = false
  for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") {
      isInside = line == "```console"
    } else if isInside, line.hasPrefix("$ ") {
      examples.append(Example(command: String(line.dropFirst(2)), output: []))
    } else if isInside, line.hasPrefix("> "), !examples.isEmpty {
      examples[examples.count - 1].command += "\n" + line.dropFirst(2)
    } else if isInside, !examples.isEmpty {
      examples[examples.count - 1].output.append(line)
    }
  }
  return examples
}

/// What is in the blocks of one language.
private func lines(ofBlocks language: String, in page: String) -> [Substring] {
  var lines: [Substring] = []
  var isInside = false
  for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") {
      isInside = line.dropFirst(3) == language
    } else if isInside {
      lines.append(line)
    }
  }
  return lines
}

private func matches(_ output: String, _ expected: [Substring]) -> Bool {
  let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  guard let gap = expected.firstIndex(of: "…") else { return Array(lines) == expected }
  let tail = expected[(gap + 1)...]
  return lines.starts(with: expected[..<gap]) && lines.count >= expected.count - 1
    && lines.suffix(tail.count).elementsEqual(tail)
}

/// The pages of the repository that people read.
private func documents() -> [String] {
  let root = packageRoot
  var pages = ["README.md"]
  if let stream = opendir("\(root)/docs") {
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".md") { pages.append("docs/\(name)") }
    }
  }
  return pages.sorted()
}

private func directory(of path: String) -> String {
  String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
}

private func text(of page: String) throws -> String {
  String(decoding: try contents(of: "\(packageRoot)/\(page)"), as: UTF8.self)
}
