// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// What the page on association files tells builds to run does run, on the job of that page.
struct BuildRecipeTests {
  @Test func theCommandsOfTheRecipesEndWithZeroIfAllIsWell() throws {
    let page = String(
      decoding: try contents(of: "\(packageRoot)/docs/association-files.md"), as: UTF8.self)
    let folder = try TemporaryDirectory()
    let environment = [
      "PATH": "\(builtTool.dropLast("/tagpress".count)):/usr/bin:/bin",
      "HOME": folder.path, "LANG": "C.UTF-8",
    ]
    func end(_ command: String) throws -> ProcessResult {
      try run(
        "/bin/sh", ["-c", command], environment: environment, directory: folder.path)
    }
    let job = try #require(page.firstRange(of: "$ cat > spring.xml <<'END'\n"))
    let rest = page[job.upperBound...]
    let lines = rest[..<(try #require(rest.firstRange(of: "> END\n"))).lowerBound]
      .split(separator: "\n").map { $0.dropFirst(2) }
    try folder.write(lines.joined(separator: "\n"), to: "spring.xml")
    #expect(try end("tagpress site make spring.xml -o well-known").exit == .code(0))

    let blocks = page.split(separator: "```")
    let github = Self.commands(in: blocks, language: "yaml", after: "- run: ")
    let gitlab = Self.commands(in: blocks, language: "yaml", after: "    - tagpress ")
      .map { "tagpress " + $0 }
    #expect(github.count == 3 && github == gitlab)
    for command in github {
      let result = try end(command)
      #expect(result.exit == .code(0), "\(command)\n\(result.output)\(result.errorOutput)")
    }
    // A link that does not open ends each build.
    try folder.write(
      String(decoding: try folder.read("spring.xml"), as: UTF8.self)
        .replacing("/s/{code}", with: "/other/{code}"), to: "spring.xml")
    #expect(try github.map { try end($0).exit } == [.code(1), .code(0), .code(1)])

    // Five fields of time, and a command that cron hands to a shell; the host does not exist.
    let cron = try #require(Self.commands(in: blocks, language: "crontab", after: "15 ").first)
    let command = String(cron.split(separator: " ", maxSplits: 4)[4])
      .replacing("/srv/tags", with: folder.path)
    let result = try end(command)
    #expect(result.exit == .code(0) && result.output.contains("go.shop.example"))
  }

  private static func commands(
    in blocks: [Substring], language: String, after beginning: String
  ) -> [String] {
    blocks.filter { $0.hasPrefix("\(language)\n") }.flatMap { block in
      block.split(separator: "\n").compactMap { line in
        line.firstRange(of: beginning).map { String(line[$0.upperBound...]) }
      }
    }
  }
}
