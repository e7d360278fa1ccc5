// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

private let hasOpenSSH = access("/usr/sbin/sshd", X_OK) == 0

/// The page on another machine, by the recipe of docs/page.md.
///
/// The other machine is a network of its own, in which nothing but the tunnel leads here.
@Suite(.enabled(if: hasOpenSSH, "sshd is not installed: .ci/setup all")) struct PageTunnel {
  /// What joins a connection of the other machine with the one for which a server was started here.
  private static let door = """
    import socket, subprocess, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    print("open", flush=True)
    while True:
        connection, _ = listener.accept()
        subprocess.Popen(sys.argv[2:], stdin=connection, stdout=connection)
        connection.close()
    """

  private static let join = """
    import os, socket, sys, threading
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    def send():
        while sent := os.read(0, 65536):
            connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
    threading.Thread(target=send, daemon=True).start()
    while got := connection.recv(65536):
        os.write(1, got)
    """

  /// What a colleague's browser does: it opens the link, has a session, looks, and saves something.
  private static let browser = """
    import hashlib, hmac, http.client, json, subprocess, sys, time
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    port, code = int(sys.argv[1]), sys.argv[2]
    def ask(method, path, body=None, fields={}):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        data = None if body is None else json.dumps(body)
        origin = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
        connection.request(method, path, data, {**(origin if data else {}), **fields})
        answer = connection.getresponse()
        return answer.status, answer.read()
    try:
        ask("GET", "/hello")
        sys.exit("It can be reached without the tunnel.")
    except OSError:
        pass
    tunnel = subprocess.Popen(sys.argv[3:])
    try:
        while True:
            try:
                ask("GET", "/hello")
                break
            except OSError:
                assert tunnel.poll() is None, "ssh has ended"
                time.sleep(0.05)
        assert ask("GET", "/")[0] == 200
        assert ask("GET", "/api/state")[0] == 401
        status, body = ask("POST", "/start", {"code": code})
        assert status == 200, body
        given = json.loads(body)
        key = hashlib.sha256(given["secret"].encode()).digest()
        said = "\\n".join(["page", given["start"], str(port)])
        session = hmac.new(key, said.encode(), "sha256").hexdigest()
        known = {"Authorization": "Bearer " + session}
        status, body = ask("GET", "/api/state", None, known)
        assert status == 200, body
        choice = {"name": "person", "value": "Petra"}
        assert ask("POST", "/api/choose", choice)[0] == 401
        assert ask("POST", "/api/choose", choice, {**known, "Origin": "http://example.org"})[0] == 403
        assert ask("POST", "/api/choose", choice, known)[0] == 200
        print(json.loads(ask("GET", "/api/state", None, known)[1])["choices"]["person"])
    finally:
        tunnel.kill()
    """

  /// The words after "ssh", with this port.
  private static func recipe(port: String) throws -> [String] {
    let page = String(decoding: try contents(of: packageRoot + "/docs/page.md"), as: UTF8.self)
    let start = try #require(page.firstRange(of: "ssh -L "))
    let words = page[start.lowerBound...].prefix { $0 != "`" }.split(separator: " ")
    try #require(words.count == 4 && words[2].contains(":127.0.0.1:"))
    let number = try #require(words[2].split(separator: ":").first)
    return words.dropFirst().map { String($0).replacing(number, with: port) }
  }

  @Test func theRecipeOpensThePageOnAnotherMachine() throws {
    let place = try TemporaryDirectory()
    func path(_ name: String) -> String { place.path(of: name) }
    for name in ["host", "user"] {
      let made = try run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(name)])
      try #require(made.exit == .code(0), "\(made.errorOutput)")
    }
    try place.write(
      """
      HostKey \(path("host"))
      AuthorizedKeysFile \(path("user.pub"))
      StrictModes no
      UsePAM no
      PidFile none
      """, to: "sshd.conf")
    try place.write(Self.join, to: "join.py")
    // "desk" is a name that a colleague's own settings give to the machine.
    try place.write(
      """
      Host desk
        IdentityFile \(path("user"))
        UserKnownHostsFile /dev/null
        StrictHostKeyChecking no
        LogLevel ERROR
        ProxyCommand \(peerPython) \(path("join.py")) \(path("door"))
      """, to: "ssh.conf")
    if getuid() == 0 { mkdir("/run/sshd", 0o755) }
    let door = try BackgroundProgram(
      peerPython,
      ["-c", Self.door, path("door"), "/usr/sbin/sshd", "-i", "-f", path("sshd.conf")])
    #expect(door.nextLine() == "open")

    let program = try PageProgram()
    let parts = program.link.split { "/#=".contains($0) }
    let port = try #require(parts.first { $0.hasPrefix("127.0.0.1:") }?.split(separator: ":").last)
    let code = try #require(parts.last)
    let seen = try run(
      "unshare",
      (getuid() == 0 ? ["-n"] : ["-rn"]) + [
        peerPython, "-c", Self.browser, String(port), String(code),
      ]
        + ["ssh", "-F", path("ssh.conf"), "-N"] + Self.recipe(port: String(port)))
    #expect(seen.exit == .code(0), "\(seen.errorOutput)")
    #expect(seen.output == "Petra\n")
  }
}
