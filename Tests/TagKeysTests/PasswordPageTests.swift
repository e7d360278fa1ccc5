// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagKeys

/// The page docs/password-keys.md, whose commands anyone may run.
struct PasswordPageTests {
  let page: String

  init() throws {
    let bytes = try contents(of: packageRoot + "/docs/password-keys.md")
    page = String(decoding: bytes, as: UTF8.self)
  }

  /// The fenced blocks of one language, in order.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var current: String?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = current { blocks.append(block) }
        current = current == nil && line == "```" + language ? "" : nil
      } else {
        current?.append(line + "\n")
      }
    }
    return blocks
  }

  @Test(.enabled(if: isInstalled("openssl"), "needs the command openssl"))
  func theCommandsPrintWhatThePageSays() throws {
    let commands = blocks("sh")
    // The first block of text is the example of a key file.
    let answers = blocks("text").dropFirst()
    #expect(commands.count == 5)
    #expect(try commands.map { try run("sh", ["-c", $0]).output } == Array(answers))
  }

  @Test func theExampleFileIsWholeAndItsPasswordsAreOnThePage() throws {
    let key = try KeyFileText.key(from: Array(try #require(blocks("text").first).utf8))
    #expect(key.id.description == "5057309A")
    for uid in ["043991C2FC6780", "04B8313A307380", "04100000010E77"] {
      let password = try key.tagPassword(uid: hex(uid))
      for value in [password.password, password.acknowledgement] {
        let digits = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        #expect(page.contains("`\(digits.joined())`"), "\(uid)")
      }
    }
  }
}
