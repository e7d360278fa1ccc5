// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// Ports on which something other than a web server answers.
extension SiteProbeTests {
  @Suite struct StrangerTests {
    /// What listens, and what is said of it.
    static let strangers: [(script: String, exit: Int32, words: String)] = [
      (
        "while :; do echo hello; done | openssl s_server -quiet -accept 127.0.0.1:PORT "
          + "-cert host.pem -key host.key",
        1, "does not speak HTTP"
      ),
      (
        "exec openssl s_server -tls1_2 -cipher AES128-SHA -nocert -accept 127.0.0.1:PORT",
        2, "The server sets up no encrypted connection."
      ),
    ]

    @Test func aStrangerIsNamed() throws {
      for (script, exit, words) in Self.strangers {
        let directory = try TemporaryDirectory()
        try Authority(in: directory).certify("*.example.org", as: "host")
        let server = try WebServer("sh", ["server.conf"], configuration: script, in: directory)
        let result = try server.probe("stranger.example.org")
        #expect(result.exit == .code(exit), "\(result.messages)")
        #expect(result.rules.first == "apple H01", "\(result.messages)")
        #expect(result.messages.contains(words), "\(result.messages)")
      }
    }
  }
}
