// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

extension PageProofs {
  /// What other pages, names, programs and lookers-on try with the page of `tagpress open`.
  @Suite struct PageAttacks {
    /// What a page of another origin tries, each giving a word for what it got; `our` is the address.
    private static let attacks: [(name: String, script: String, expected: Set<String>)] = [
      ("fetch", "fetch(our + '/api/state').then(a => a.text())", ["TypeError"]),
      ("fetch of the page", "fetch(our + '/').then(a => a.text())", ["TypeError"]),
      (
        "fetch with a header",
        "fetch(our + '/api/state', {headers: {Authorization: 'Bearer x'}}).then(a => a.text())",
        ["TypeError"]
      ),
      (
        "fetch without permission",
        "fetch(our + '/api/state', {mode: 'no-cors'}).then(a => a.type + ' ' + a.status)",
        ["opaque 0", "TypeError"]
      ),
      (
        "an order as plain text",
        """
        fetch(our + '/api/run', {method: 'POST', mode: 'no-cors', headers: {'Content-Type':
          'text/plain'}, body: '{"file":"spring.xml","task":"rehearse"}'}).then(a => a.type)
        """, ["opaque", "TypeError"]
      ),
      (
        "an order as JSON",
        """
        fetch(our + '/api/run', {method: 'POST', headers: {'Content-Type': 'application/json'},
          body: '{"file":"spring.xml","task":"rehearse"}'}).then(a => a.text())
        """, ["TypeError"]
      ),
      (
        "a sheet",
        """
        fetch(our + '/api/upload?name=evil.csv', {method: 'POST', mode: 'no-cors', body: 'a,b'})
          .then(a => a.type)
        """, ["opaque", "TypeError"]
      ),
      (
        "the code",
        """
        fetch(our + '/start', {method: 'POST', mode: 'no-cors', body: JSON.stringify({code: 'CODE'})})
          .then(a => a.type)
        """, ["opaque", "TypeError"]
      ),
      ("beacon", "navigator.sendBeacon(our + '/api/stop', '{}') && 'sent'", ["sent"]),
      ("module", "element('script', {src: our + '/main.js', type: 'module'})", ["refused"]),
      ("script", "element('script', {src: our + '/main.js'})", ["refused"]),
      ("answer as script", "element('script', {src: our + '/api/state'})", ["refused"]),
      ("style", "element('link', {rel: 'stylesheet', href: our + '/page.css'})", ["refused"]),
      ("image", "element('img', {src: our + '/api/state'})", ["refused"]),
      ("frame", "frame(our + '/')", ["nothing"]),
      (
        "WebSocket", "socket(new WebSocket(our.replace('http', 'ws') + '/api/events'))", ["refused"]
      ),
      ("EventSource", "socket(new EventSource(our + '/api/events'))", ["refused"]),
      ("form", "form(our + '/api/stop')", ["nothing"]),
      ("window", "other(our + '/')", ["nothing"]),
      ("sibling storage", "String(sessionStorage.length + document.cookie.length)", ["0"]),
      ("channel", "heard(new BroadcastChannel('tagpress'))", ["nothing"]),
    ]

    /// What the attacks share.
    private static let helpers = """
      const later = (ms, value) => new Promise(done => setTimeout(() => done(value), ms));
      const element = (name, properties) => new Promise(done => {
        const made = Object.assign(document.createElement(name), properties);
        made.onload = () => done("loaded");
        made.onerror = () => done("refused");
        document.head.append(made);
      });
      const seen = (window) => {
        try {
          const text = window.document?.body?.innerText;
          return text ? "read " + text : "nothing";
        } catch (error) { return "nothing"; }
      };
      const frame = async (address) => {
        const made = Object.assign(document.createElement("iframe"), {src: address});
        document.body.append(made);
        await new Promise(done => { made.onload = done; setTimeout(done, 1000); });
        return seen(made.contentWindow);
      };
      const other = async (address) => {
        const made = window.open(address);
        await later(600);
        const what = made ? seen(made) : "nothing";
        made?.close();
        return what;
      };
      const socket = (made) => new Promise(done => {
        made.onopen = () => done("open");
        made.onerror = () => { made.close(); done("refused"); };
      });
      const form = async (address) => {
        const target = Object.assign(document.createElement("iframe"), {name: "target"});
        const made = Object.assign(document.createElement("form"),
          {action: address, method: "post", enctype: "text/plain", target: "target"});
        made.append(Object.assign(document.createElement("input"), {name: "{\\"a\\":\\"", value: "\\"}"}));
        document.body.append(target, made);
        made.submit();
        await later(400);
        return seen(target.contentWindow);
      };
      const heard = (channel) => new Promise(done => {
        channel.onmessage = ({data}) => done(JSON.stringify(data));
        channel.postMessage({kind: "session?"});
        setTimeout(() => done("nothing"), 500);
      });
      window.attempt = async (our, what) => {
        try { return String(await eval(what)); } catch (error) { return error.name; }
      };
      """

    @Test func anotherOriginGetsNothing() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let page = try program.open(in: browser)
      let before = try program.files
      let site = try StaticPages([
        "index.html": "<!doctype html><meta charset=utf-8><title>x</title><h1>Hi</h1>"
          + "<script>\(Self.helpers)</script>"
      ])
      let code = String(program.link.split(separator: "=").last ?? "")
      // At a server that does not defend itself, the same ways are open.
      let careless = try StaticPages(["main.js": "", "page.css": ""])
      let control = try browser.open(site.address)
      for what in Self.attacks.filter({ ["script", "style"].contains($0.name) }).map(\.script) {
        let our = String(careless.address.dropLast())
        #expect(
          try control.text("attempt(\(BrowserTab.literal(our)), \(BrowserTab.literal(what)))")
            == "loaded", "\(what)")
      }
      for address in [site.address, "http://localhost:\(site.port)/"] {
        let stranger = try browser.open(address)
        for (name, script, expected) in Self.attacks {
          let what = script.replacing("CODE", with: code)
          let got = try stranger.text(
            "attempt(\(BrowserTab.literal(program.origin)), \(BrowserTab.literal(what)))")
          #expect(expected.contains(got), "\(name) from \(address): \(got)")
        }
      }
      // Nothing was begun or written, and the page did not notice.
      #expect(try program.files == before)
      let state = try page.evaluate(Self.asked("state"))
      #expect(state?["run"]?.members == nil && state?["jobs"]?.elements?.count == 1)
      #expect(try page.text("document.body.dataset.connection") == "connected")
      #expect(page.messages.isEmpty, "\(page.messages)")
    }

    /// What the page itself gets.
    private static func asked(_ name: String) -> String {
      """
      fetch("/api/\(name)", {headers: {Authorization:
        "Bearer " + sessionStorage.getItem("tagpress-session")}}).then(a => a.json())
      """
    }

    /// A name that first leads to someone's site and then to this machine.
    @Test func reboundNameIsRefused() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium([
        "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP *.localhost 127.0.0.1"
      ])
      let page = try program.open(in: browser)
      for host in ["evil.example", "tagpress.localhost"] {
        let origin = "http://\(host):\(program.port)"
        let stranger = try browser.open(origin + "/")
        let text = try stranger.text("document.documentElement.innerText")
        #expect(!text.contains("TagPress") && !text.contains("spring"), "\(text)")
        for path in ["/", "/main.js", "/hello", "/api/state", "/api/events", "/report/x"] {
          let status = try stranger.number("fetch('\(path)').then(a => a.status)")
          #expect(status == 421, "\(host)\(path)")
        }
        let start = try stranger.number(
          "fetch('/start', {method: 'POST', body: '{\"code\":\"x\"}'}).then(a => a.status)")
        #expect(start == 421)
        #expect(try stranger.text("String(sessionStorage.getItem('tagpress-session'))") == "null")
      }
      #expect(page.messages.isEmpty, "\(page.messages)")
    }

    /// The token is known to the page alone, and no other machine can ask for it.
    @Test func tokenIsNowhereElse() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let page = try program.open(in: browser)
      let token = try page.text("sessionStorage.getItem('tagpress-session')")
      #expect(token.utf8.count >= 32)
      let code = String(program.link.split(separator: "=").last ?? "")
      // In the arguments and variables of every process of ours.
      for place in ["cmdline", "environ"] {
        let found = try run(
          "/bin/sh", ["-c", "cat /proc/[0-9]*/\(place) 2>/dev/null | tr '\\0' '\\n'"])
        #expect(!found.output.contains(token) && !found.output.contains(code), "\(place)")
      }
      // Nor in what the page keeps for longer, in what the program keeps, or in a file of the jobs.
      #expect(try !page.text("JSON.stringify(localStorage) + document.cookie").contains(token))
      let kept = try run("grep", ["-rl", token, program.statePath, program.folder.path])
      #expect(kept.output == "")
      // "0100007F" is 127.0.0.1, and 0A is "listening".
      let port = String(0x1_0000 + (Int(program.port) ?? 0), radix: 16, uppercase: true).dropFirst()
      let sockets = try ["tcp", "tcp6"].flatMap { name in
        String(decoding: try contents(of: "/proc/net/\(name)"), as: UTF8.self).split(
          separator: "\n")
      }.map { $0.split(separator: " ") }
      let listening = sockets.filter {
        $0.count > 3 && $0[3] == "0A" && $0[1].hasSuffix(":\(port)")
      }
      #expect(listening.map { $0[1] } == ["0100007F:\(port)"])
      let said = try program.end()
      #expect(!(said.output + said.errorOutput).contains(token))
    }

    /// A page may not name what this machine does not show it: paths, ports and programs.
    @Test func pageItselfReachesOnlyItsFolder() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let page = try program.open(in: browser)
      let before = try program.files
      let orders = [
        "{path: 'run', body: {file: 'spring.xml', task: 'write', readers: ['pn532_uart:/dev/null']}}",
        "{path: 'run', body: {file: '../../etc/passwd', task: 'rehearse'}}",
        "{path: 'run', body: {file: 'spring.xml', task: 'write', 'on-done': '/bin/sh'}}",
        "{path: 'new', body: {name: '../evil', template: 'numbers', from: 1, to: 2}}",
        "{path: 'new', body: {name: '/tmp/evil', template: 'numbers', from: 1, to: 2}}",
        "{path: 'cell', body: {file: '/etc/passwd', cell: 'A1', value: 'x'}}",
        "{path: 'void', body: {file: 'spring.xml', row: 'n1', why: 'x', typed: 'wrong'}}",
        "{path: 'run', body: {file: 'spring.xml', task: 'lock', typed: 'wrong'}}",
      ]
      for order in orders {
        let status = try page.number(
          """
          (({path, body}) => fetch("/api/" + path, {method: "POST", body: JSON.stringify(body),
            headers: {"Content-Type": "application/json", Authorization:
              "Bearer " + sessionStorage.getItem("tagpress-session")}}).then(a => a.status))(\(order))
          """)
        #expect((400..<500).contains(status), "\(order): \(status)")
      }
      // A ledger may have been begun by the refused run, and nothing else.
      let after = try program.files.filter { before[$0.key] != $0.value }.keys
      #expect(after.allSatisfy { $0.hasSuffix(".ledger") || $0.hasSuffix(".witness") }, "\(after)")
    }
  }
}
