// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import WebLink

struct WebLinkTests {
  /// Links that are written as they are typed.
  static let normal = [
    "https://example.com", "https://example.com/", "http://example.com:80/a//b/",
    "https://example.com?q", "https://example.com#f", "https://example.com/?#",
    "https://example.com./x",
    "https://www.example.com/s/ABC?utm_source=nfc&utm_medium=Tag&a[]=1#Top/../x?y",
    "https://example.com/%7e%C3%bc%2F%2e%2E/a%20b", "https://example.com/a;b=c,d'(e)*!$&+@:~._-",
    "https://example.com/...?x=/../y", "https://localhost", "https://my_host.example",
    "http://a-.example",
    "https://192.0.2.255:8443/", "http://[2001:db8::1]:8080/x", "http://[::]",
    "http://[::ffff:192.0.2.1]/",
    "https://r3---sn.example.com", "https://xn--bcher-kva.example/",
    "https://xn--strae-oqa.example",
    "https://1.2.3.example", "https://example.com:65535", "https://example.com/@user",
    "mailto:info@example.com?subject=Hi", "sms:+15551234567&body=Hi", "tel:+15551234567",
    "facetime:me@example.com", "facetime-audio://me@example.com", "X-HM://0023ISYWYABCD",
    "https://maps.apple.com/?q=Cafe", "geo:52.5,13.4", "com.example.app:/open/../x",
    "market://details?id=A",
    "tel:+49(30)1.2-3;ext=4", "sms:&body=a", "mailto:?subject=a", "myapp://",
    "facetime://me@x.example",
    "ftp://x.example/a@b", "http-app:x", "hptts:x",
    "urn:nfc:wkt:U",
  ]

  @Test(arguments: normal)
  func keepsWhatIsNormal(text: String) throws {
    let link = try WebLink(text)
    #expect(link.text == text)
    #expect(link.changes == [])
  }

  @Test(arguments: normal)
  func knowsWhatIsNormal(text: String) throws {
    var check = LinkCheck()
    #expect(try check.kindIfNormal(text.utf8.span) == WebLink(text).kind)
  }

  @Test(arguments: changed)
  func knowsWhatIsNotNormal(typed: String, text: String, changes: [LinkChange]) throws {
    var check = LinkCheck()
    #expect(try check.kindIfNormal(typed.utf8.span) == nil)
  }

  /// What a check remembers of links before changes nothing about the next one.
  @Test func remembersNoMoreThanTheBeginning() {
    let begun = ["https://go.example.com/", "https://https/", "https://go.example.com:8080/"]
    let ends = [
      "", "a", "/", "//x", "a/../b", "a b", "a ", " ", "%4", "%41", "?q#f", "##", "\\", "é", "{x}",
      "a[]=1", "\u{7F}",
    ]
    let links = Self.normal + begun.flatMap { start in ends.map { start + $0 } }
    func kind(_ check: inout LinkCheck, _ link: String) -> Result<LinkKind?, WebLinkError> {
      do throws(WebLinkError) {
        return .success(try check.kindIfNormal(link.utf8.span))
      } catch {
        return .failure(error)
      }
    }
    for first in begun {
      for link in links {
        var fresh = LinkCheck()
        var warm = LinkCheck()
        _ = kind(&warm, first + "x")
        #expect(kind(&warm, link) == kind(&fresh, link), "\(first), then \(link)")
      }
    }
  }

  /// What is typed, what is written, and what was changed on the way.
  static let changed: [(typed: String, text: String, changes: [LinkChange])] = [
    ("HTTPS://example.com/A", "https://example.com/A", [.schemeCase]),
    ("https://Go.EXAMPLE.com:80/A", "https://go.example.com:80/A", [.hostCase]),
    ("http://[2001:DB8::A]/A", "http://[2001:db8::a]/A", [.hostCase]),
    ("https://bücher.example/", "https://xn--bcher-kva.example/", [.punycode]),
    ("https://bu\u{308}cher.example", "https://xn--bcher-kva.example", [.punycode]),
    ("https://BÜCHER.example", "https://xn--bcher-kva.example", [.hostCase, .punycode]),
    ("https://straße.example", "https://xn--strae-oqa.example", [.punycode]),
    ("https://例え.テスト/x", "https://xn--r8jz45g.xn--zckzah/x", [.punycode]),
    ("https://www。example。com", "https://www.example.com", [.punycode]),
    ("https://ｅｘａｍｐｌｅ．com", "https://example.com", [.punycode]),
    ("https://аpple.example", "https://xn--pple-43d.example", [.punycode]),
    ("https://XN--BCHER-KVA.example", "https://xn--bcher-kva.example", [.hostCase]),
    ("https://נון.example", "https://xn--9dbub.example", [.punycode]),
    (
      "https://x.example/a b/ü?q=ß c#é", "https://x.example/a%20b/%C3%BC?q=%C3%9F%20c#%C3%A9",
      [.percentEncoded]
    ),
    ("https://x.example/😀", "https://x.example/%F0%9F%98%80", [.percentEncoded]),
    (
      "https://x.example/👩\u{200D}🚒", "https://x.example/%F0%9F%91%A9%E2%80%8D%F0%9F%9A%92",
      [.percentEncoded]
    ),
    (
      "https://x.example/\"<>^`{|}", "https://x.example/%22%3C%3E%5E%60%7B%7C%7D", [.percentEncoded]
    ),
    ("https://x.example/#a#b", "https://x.example/#a%23b", [.percentEncoded]),
    ("https://x.example/a/./b/../c", "https://x.example/a/c", [.dotSegments]),
    ("https://x.example/..", "https://x.example/", [.dotSegments]),
    ("https://x.example/a/..?q", "https://x.example/?q", [.dotSegments]),
    ("https://x.example/a/.#f", "https://x.example/a/#f", [.dotSegments]),
    ("https://x.example/../../a/", "https://x.example/a/", [.dotSegments]),
    ("https://x.example/a//../b", "https://x.example/a/b", [.dotSegments]),
    (
      "HTTPS://BÜCHER.Example/./ü ?#", "https://xn--bcher-kva.example/%C3%BC%20?#",
      [.schemeCase, .hostCase, .punycode, .percentEncoded, .dotSegments]
    ),
    ("x-hm://0023isYW", "X-HM://0023isYW", [.schemeCase]),
    (
      "MailTo:Info@Example.com?subject=Hallo Welt", "mailto:Info@Example.com?subject=Hallo%20Welt",
      [.schemeCase, .percentEncoded]
    ),
    ("TEL:+49-30", "tel:+49-30", [.schemeCase]),
    ("tel:#31#+49301234", "tel:%2331%23+49301234", [.hashes]),
    ("TEL:*#06#", "tel:*%2306%23", [.schemeCase, .hashes]),
    ("sms:+1?body=No #1", "sms:+1?body=No%20%231", [.percentEncoded, .hashes]),
    ("facetime:#1", "facetime:%231", [.hashes]),
    ("facetime-audio:a#b#c", "facetime-audio:a%23b%23c", [.hashes]),
    ("MyApp://Host/ü", "myapp://Host/%C3%BC", [.schemeCase, .percentEncoded]),
  ]

  @Test(arguments: changed)
  func changesOnlyWhatItSays(typed: String, text: String, changes: [LinkChange]) throws {
    let link = try WebLink(typed)
    #expect(link.text == text)
    #expect(link.changes == changes)
    #expect(try WebLink(link.text).changes == [])
  }

  /// What is refused, the rule, and the characters before the place.
  static let refused: [(typed: String, rule: WebLinkError.Rule, offset: Int)] = [
    ("", .empty, 0),
    (" https://x.example", .spaceAtEdge, 0),
    ("https://x.example/é ", .spaceAtEdge, 19),
    ("https://x.example/é\u{A0}", .spaceAtEdge, 19),
    ("https://x.example\u{3000}", .spaceAtEdge, 17),
    ("\u{A0}https://x.example", .spaceAtEdge, 0),
    ("https://x.example/é\n", .controlCharacter, 19),
    ("\thttps://x.example", .controlCharacter, 0),
    ("ht\ntps://x.example", .controlCharacter, 2),
    ("https://x\t.example", .controlCharacter, 9),
    ("https://x.example/\u{0}", .controlCharacter, 18),
    ("https://x.example/\u{7F}", .controlCharacter, 18),
    ("https://x.example/\u{85}", .controlCharacter, 18),
    ("https://x.example/\u{2028}", .controlCharacter, 18),
    ("\u{FEFF}https://x.example", .invisibleCharacter, 0),
    ("https://x\u{200B}y.example", .invisibleCharacter, 9),
    ("https://x\u{AD}y.example", .invisibleCharacter, 9),
    ("https://x.example/a\u{2060}", .invisibleCharacter, 19),
    ("https://x.example/\u{202E}gpj", .invisibleCharacter, 18),
    ("https://x.example/\u{61C}", .invisibleCharacter, 18),
    ("https://x.example/\u{180E}", .invisibleCharacter, 18),
    ("https://x\u{3164}.example/", .invisibleCharacter, 9),
    ("https://x.example/\u{E0041}", .invisibleCharacter, 18),
    ("https://x.example/M\u{FFFD}nchen", .noCharacter, 19),
    ("https://x\u{FFFD}.example/", .noCharacter, 9),
    ("https://x.example/\u{FFFF}", .noCharacter, 18),
    ("https://x.example/" + String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self), .noCharacter, 18),
    (
      "https://x.example/" + String(decoding: [0xF0, 0xBF, 0xBF, 0xBE], as: UTF8.self),
      .noCharacter, 18
    ),
    ("https://x.example/\u{E000}", .noCharacter, 18),
    ("https://x.example/\u{100000}", .noCharacter, 18),
    ("https://x.example/a\\b", .backslash, 19),
    ("https://x\\y.example/", .backslash, 9),
    ("https:\\\\x.example", .noHost, 6),
    ("myapp:\\", .backslash, 6),
    ("https://x.example/%zz", .badEscape, 18),
    ("https://x.example/ü%4", .badEscape, 19),
    ("https://x.example/100%", .badEscape, 21),
    ("mailto:a%b", .badEscape, 8),
    ("go.example.com/x", .missingScheme, 0),
    ("//go.example.com", .missingScheme, 0),
    ("go.example.com:8080/x", .missingScheme, 0),
    ("localhost:80", .missingScheme, 0),
    ("1https://x.example", .missingScheme, 0),
    (":x", .missingScheme, 0),
    ("bücher.example", .missingScheme, 0),
    ("https", .missingScheme, 0),
    ("-", .missingScheme, 0),
    ("htps://x.example", .mistypedScheme, 0),
    ("httpss://x.example", .mistypedScheme, 0),
    ("HTPPS:x", .mistypedScheme, 0),
    ("htpt://x.example", .mistypedScheme, 0),
    ("https://https://x.example", .doubledScheme, 8),
    ("http://HTTPS//x.example", .doubledScheme, 7),
    ("javascript:alert(1)", .schemeNotOpened, 0),
    ("FILE:///etc/passwd", .schemeNotOpened, 0),
    ("data:,x", .schemeNotOpened, 0),
    ("about:blank", .schemeNotOpened, 0),
    ("tel:", .emptyTarget, 4),
    ("sms:", .emptyTarget, 4),
    ("mailto:", .emptyTarget, 7),
    ("facetime://", .emptyTarget, 11),
    ("X-HM://", .emptyTarget, 7),
    ("a:", .emptyTarget, 2),
    ("tel:+49 30 1234", .numberCharacter, 7),
    ("tel:+49\u{A0}30", .numberCharacter, 7),
    ("sms:+49 30?body=a b", .numberCharacter, 7),
    ("ftp://user:secret@x.example/", .credentials, 6),
    ("sftp://user@x.example", .credentials, 7),
    ("https:", .noHost, 6),
    ("https:/x", .noHost, 6),
    ("https:x.example", .noHost, 6),
    ("https://", .noHost, 8),
    ("https:///x", .noHost, 8),
    ("https://?q", .noHost, 8),
    ("https://:80/", .noHost, 8),
    ("https://user:pw@host.example/", .credentials, 8),
    ("https://@host.example/", .credentials, 8),
    ("https://x y.example", .hostCharacter, 9),
    ("https://x%41.example", .hostCharacter, 9),
    ("https://x{code}.example", .hostCharacter, 9),
    ("https://x,y.example", .hostCharacter, 9),
    ("https://[::1]x", .hostCharacter, 13),
    ("https://.x.example", .emptyLabel, 8),
    ("https://x..example", .emptyLabel, 10),
    ("https://x.example..", .emptyLabel, 18),
    ("https://.", .emptyLabel, 8),
    ("https://" + String(repeating: "a", count: 64) + ".example", .hostTooLong, 8),
    ("https://" + String(repeating: "a.", count: 126) + "aa", .hostTooLong, 8),
    ("https://" + String(repeating: "ü", count: 64) + ".example", .hostName, 8),
    ("https://xn--zzzzzz99999.example", .hostName, 8),
    ("https://xn--.example", .hostName, 8),
    ("https://XN--A.example", .hostName, 8),
    ("https://\u{308}x.example", .hostName, 8),
    ("https://a\u{2100}b.example", .hostName, 8),
    ("https://a\u{FF0F}b.example", .hostName, 8),
    ("https://a\u{FF20}b.example", .hostName, 8),
    ("https://a\u{FF1A}80", .hostName, 8),
    ("https://ü..example", .emptyLabel, 8),
    ("https://256.1.1.1/", .badAddress, 8),
    ("https://1.2.3", .badAddress, 8),
    ("https://1.2.3.04", .badAddress, 8),
    ("https://0x7f.1", .badAddress, 8),
    ("https://x.0x7f", .badAddress, 8),
    ("https://2130706433/", .badAddress, 8),
    ("https://１２７.1", .badAddress, 8),
    ("https://[::1", .badAddress, 8),
    ("https://[]", .badAddress, 8),
    ("https://[1:2:3:4:5:6:7]", .badAddress, 8),
    ("https://[1:2:3:4:5:6:7:8:9]", .badAddress, 8),
    ("https://[1::2::3]", .badAddress, 8),
    ("https://[::12345]", .badAddress, 8),
    ("https://[fe80::1%25eth0]", .badAddress, 8),
    ("https://[1:]", .badAddress, 8),
    ("https://x.example:/", .badPort, 18),
    ("https://x.example:0", .badPort, 18),
    ("https://x.example:65536", .badPort, 18),
    ("https://x.example:8o80/", .badPort, 19),
    ("https://x.example:80:80", .badPort, 20),
    ("https://x.example/" + String(repeating: "a", count: 8192), .tooLong, 8192),
    ("https://x.example/" + String(repeating: "ü", count: 3000), .tooLong, 3018),
  ]

  @Test(arguments: refused)
  func refusesWhatNoPhoneOpens(typed: String, rule: WebLinkError.Rule, offset: Int) {
    let error = #expect(throws: WebLinkError.self) { try WebLink(typed) }
    let scalars = Array(typed.unicodeScalars)
    #expect(
      error
        == WebLinkError(
          rule: rule, offset: offset, character: offset < scalars.count ? scalars[offset] : nil))
  }

  @Test(
    arguments: [
      ("https://x.example/a", []), ("mailto:a@x.example", []), ("geo:1,2", [.androidOnly]),
      ("http://x.example", [.http]), ("http://maps.apple.com/?q=x", []),
      ("https://x.example:443/", [.port]), ("https://x.example./", [.rootDot]),
      ("https://192.0.2.1", [.address]), ("https://[::1]:80", [.port, .address]),
      ("https://localhost", [.singleLabel]), ("https://localhost.", [.rootDot, .singleLabel]),
      ("https://bit.ly/3xY", [.shortener]),
      ("http://tinyurl.com./a", [.http, .rootDot, .shortener]),
      ("https://shop.page.link/a", [.shortener]), ("https://abit.ly/3xY", []),
      ("https://x.example/a/%2e%2E/b", [.encodedDots]), ("https://x.example/.%2e", [.encodedDots]),
      ("https://x.example/%2e%2e%2e", []), ("https://x.example/?a=/%2e%2e/", []),
    ] as [(String, [LinkDoubt])])
  func doubts(text: String, doubts: [LinkDoubt]) throws {
    #expect(try WebLink(text).doubts == doubts)
  }

  @Test func everyRuleIsMet() {
    #expect(Set(Self.refused.map(\.rule)) == Set(WebLinkError.Rule.allCases))
    #expect(Set(Self.changed.flatMap(\.changes)) == Set(LinkChange.allCases))
  }

  @Test func linksOfAnyAllowedLengthAreTaken() throws {
    let text = "https://x.example/" + String(repeating: "a", count: WebLink.byteCountMax - 18)
    #expect(try WebLink(text).text == text)
    let label = String(repeating: "a", count: 63)
    _ = try WebLink("https://\(label).\(label).\(label).\(label.dropLast(2))./")
  }

  @Test func givesItsParts() throws {
    let link = try WebLink("HTTPS://Bücher.example:8443/a b/?q=1?2#f?g")
    #expect(link.scheme == "https")
    #expect(link.host == "xn--bcher-kva.example")
    #expect(link.port == 8443)
    #expect(link.path == "/a%20b/")
    #expect(link.query == "q=1?2")
    #expect(link.fragment == "f?g")
    let bare = try WebLink("https://[::1]")
    #expect(bare.host == "[::1]" && bare.port == nil && bare.path == "")
    #expect(bare.query == nil && bare.fragment == nil)
    let empty = try WebLink("https://x.example?#")
    #expect(empty.path == "" && empty.query == "" && empty.fragment == "")
    let mail = try WebLink("mailto:a@x.example?subject=b")
    #expect(mail.scheme == "mailto" && mail.host == nil && mail.port == nil)
    #expect(mail.path == "a@x.example" && mail.query == "subject=b")
  }

  @Test func equalsByWhatIsWritten() throws {
    #expect(try WebLink("HTTPS://x.example/ü") == WebLink("https://x.example/%C3%BC"))
    #expect(try WebLink("https://x.example") != WebLink("https://x.example/"))
  }

  static let pieces = [
    "https", "HTTP", "mailto", "tel", "X-hm", "app", ":", "://", "/", "//", ".", "..", "/../", "?",
    "#", "&",
    "@", "%", "%41", "%zz", " ", "a", "Z", "0", "127.0.0.1", "example.com", "ü", "ß", "xn--",
    "bcher-kva",
    "。", "é", "e\u{301}", "😀", "\u{200D}", "\u{200B}", "[::1]", ":80", "-", "_", "{x}", "\\", "|",
    "ａ", "１",
    "\u{5D0}", "\u{0}", "\u{FFFF}", "℀", "tel:", "http:",
  ]

  /// Whatever is accepted is ASCII, is its own normal form, and is its parts.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func isIdempotent(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    for _ in 0..<200 {
      var typed = Bool.random(using: &random) ? "https://" : ""
      if Bool.random(using: &random) { typed += "x.example/" }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        typed += Self.pieces.randomElement(using: &random) ?? ""
      }
      do throws(WebLinkError) {
        let link = try WebLink(typed)
        let again = try WebLink(link.text)
        #expect(again.text.utf8.elementsEqual(link.text.utf8) && again.changes == [])
        #expect(again.kind == link.kind)
        #expect((link.text.utf8.elementsEqual(typed.utf8)) == link.changes.isEmpty, "\(typed)")
        #expect(link.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        var joined = "\(link.scheme):"
        if let host = link.host { joined += "//" + host }
        if let port = link.port { joined += ":\(port)" }
        joined += link.path
        if let query = link.query { joined += "?" + query }
        if let fragment = link.fragment { joined += "#" + fragment }
        #expect(joined == link.text)
      } catch {
        #expect(error.offset <= typed.unicodeScalars.count)
        #expect(!error.description.isEmpty)
      }
    }
  }
}
