// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// Someone who listens at the port of a page while its program is away: he takes down everything that he
/// hears, answers every question with "yes", and gives a page of his own.
///
/// His page tells him what the browser keeps for the address, asks the other tabs, and leaves a service
/// worker that takes them over and tells him what they send, also later.
final class Eavesdropper {
  private let folder: TemporaryDirectory
  private let program: BackgroundProgram

  private static let script = #"""
    import http.server, sys
    page = b"""<!DOCTYPE html><title>TagPress</title><h1>His page</h1><script>
    const channel = new BroadcastChannel("tagpress");
    const tell = (what) => fetch("/heard", { method: "POST", body: what });
    channel.onmessage = ({ data }) => tell(JSON.stringify(data));
    channel.postMessage({ kind: "session?" });
    channel.postMessage({ kind: "token?" });
    tell("kept: " + JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }));
    WORKER
    </script>"""
    worker = b"""
    const channel = new BroadcastChannel("worker");
    let heard = [];
    oninstall = () => skipWaiting();
    onactivate = (event) => event.waitUntil(clients.claim());
    onfetch = (event) => {
      heard.push(event.request.url + " " + event.request.headers.get("Authorization"));
      channel.postMessage(heard);
      event.respondWith(event.request.mode === "navigate"
        ? new Response("<!DOCTYPE html><h1>His page</h1>", { headers: { "Content-Type": "text/html" } })
        : fetch(event.request));
    };
    """
    leaves = b"navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)" \
      b".then(() => { document.title = 'Left'; });" if sys.argv[2] == "worker" else b""
    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, kind, body):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def hear(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with open("heard", "ab") as file:
                file.write((self.requestline + "\n" + str(self.headers)).encode() + body + b"\n")
        def do_GET(self):
            self.hear()
            if self.path == "/worker.js": self.answer("text/javascript", worker)
            elif self.path.startswith("/api/"): self.answer("application/json", b"{}")
            else: self.answer("text/html", page.replace(b"WORKER", leaves))
        def do_POST(self):
            self.hear()
            self.answer("application/json", b'{"start":"00","proof":"00","secret":"00"}')
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    print("listening", flush=True)
    server.serve_forever()
    """#

  init(at port: String, leavingWorker: Bool) throws {
    folder = try TemporaryDirectory()
    program = try BackgroundProgram(
      "python3", ["-c", Self.script, port, leavingWorker ? "worker" : "nothing"],
      directory: folder.path)
    try #require(program.nextLine() == "listening")
  }

  /// All that he has heard.
  var heard: String {
    String(decoding: (try? folder.read("heard")) ?? [], as: UTF8.self)
  }

  func end() throws {
    program.send(SIGKILL)
    _ = try program.finish()
  }
}

extension PageProofs {
  /// Another user of the machine has the port while the program is away.
  @Suite struct PageListener {
    private static let sessionKept = "String(sessionStorage.getItem('tagpress-session'))"

    @Test func whoListensMeanwhileHearsNothing() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let other = try program.open("#/job/spring.xml/check", in: browser)
      let session = try tab.text(Self.sessionKept)
      let (port, origin) = (program.port, program.origin)
      try program.kill()
      let eavesdropper = try Eavesdropper(at: port, leavingWorker: false)
      // Both hear of it, and one asks the wrong one again and again.
      for each in [tab, other] {
        try each.wait(until: "document.body.dataset.connection === 'lost'")
        #expect(try each.text(Self.sessionKept) == "null")
      }
      for _ in 0..<600
      where eavesdropper.heard.components(before: "/prove").count
        == eavesdropper.heard.count
      { usleep(100_000) }
      #expect(eavesdropper.heard.contains("POST /prove"))
      // Whoever comes to the port meanwhile gets his page, and he gets what there is: nothing.
      let lost = try browser.open(origin + "/")
      try lost.wait(until: "document.title === 'TagPress'")
      try other.reload()
      try other.wait(until: "document.querySelector('h1')?.textContent === 'His page'")
      for _ in 0..<600 where !eavesdropper.heard.contains("kept: {}{}") { usleep(100_000) }
      let heard = eavesdropper.heard
      #expect(heard.contains("kept: {}{}"))
      #expect(!heard.contains("Authorization") && !heard.contains(session), "\(heard)")
      #expect(!heard.contains("\"session\"") && !heard.contains("\"kind\":\"event\""), "\(heard)")
      try lost.close()
      try other.close()
      try eavesdropper.end()

      // The page that waited goes on; a new link is at another address.
      try program.startAgain()
      try tab.waitForConnection()
      #expect(program.origin != origin)
      // What he left there gets nothing from it either, and a reload asks for a new link.
      #expect(try tab.text(Self.sessionKept) == "null")
      let lookout = try browser.open(origin + "/")
      try lookout.wait(until: "document.querySelector('h1')")
      #expect(try lookout.shownText("h1") == "This page opens only through its link")
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.start()
      try tab.waitForEndOfRun()
      try tab.reload()
      try tab.wait(until: "document.querySelector('h1')")
      #expect(try tab.shownText("h1") == "This page opens only through its link")
      let new = try program.open(in: browser)
      #expect(new.messages.isEmpty, "\(new.messages)")
    }

    /// A service worker is asked before the program; the page says nothing through it.
    @Test func whatHeLeavesInTheBrowserHearsNothing() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let (port, origin) = (program.port, program.origin)
      try program.kill()
      try tab.wait(until: "document.body.dataset.connection === 'lost'")
      let eavesdropper = try Eavesdropper(at: port, leavingWorker: true)
      let lost = try browser.open(origin + "/")
      try lost.wait(until: "document.title === 'Left'")
      try lost.evaluate(
        """
        window.heard = []; new BroadcastChannel("worker").onmessage = ({data}) => { heard = data; };
        """)
      try eavesdropper.end()
      try program.startAgain()
      try tab.wait(until: "document.querySelector('h1')?.textContent.includes('only through')")
      let heard = try lost.text("JSON.stringify(window.heard)")
      #expect(!heard.contains("Bearer"), "\(heard)")
      // The new link is beyond his reach.
      let new = try program.open(in: browser)
      #expect(try new.text("String(navigator.serviceWorker.controller)") == "null")
      #expect(try new.text(Self.sessionKept).utf8.count == 64)
      #expect(new.messages.isEmpty, "\(new.messages)")
    }
  }
}
