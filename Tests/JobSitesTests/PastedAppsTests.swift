// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import Testing

@testable import JobSites

/// What people have of an app, as programs print it and as they write it.
struct PastedAppsTests {
  /// 32 pairs that count up from a number.
  private static func print(_ first: UInt8) -> String {
    (0..<32).map { (index: UInt8) -> String in
      let digits = String(first &+ index, radix: 16, uppercase: true)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  private static let (one, two) = (print(1), print(0x40))
  private static let digits = one.filter { $0 != ":" }.lowercased()
  private static let shop = "com.example.shop"
  private static let apple = App.Kind(apple: "A1B2C3D4E5.com.example.shop")
  private static func android(_ prints: [String]) -> App.Kind? {
    App.Kind(android: shop, certificates: prints)
  }

  private static let statement = """
    {
      "relation": ["delegate_permission/common.handle_all_urls"],
      "target": {
        "namespace": "android_app",
        "package_name": "com.example.shop",
        "sha256_cert_fingerprints": ["\(one)"]
      }
    }
    """

  private static let keytool = """
    Alias name: upload
    Creation date: 3 Mar 2026
    Entry type: PrivateKeyEntry
    Certificate chain length: 2
    Certificate[1]:
    Owner: CN=Example, OU=Shop, O=Example, C=DE
    Issuer: CN=Example CA
    Serial number: 7c1a94a2
    Certificate fingerprints:
    \t SHA1: 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14
    \t SHA256: \(one)
    Signature algorithm name: SHA256withRSA
    Subject Public Key Algorithm: 2048-bit RSA key
    #1: ObjectId: 2.5.29.14 Criticality=false
    Certificate[2]:
    Owner: CN=Example CA
    Certificate fingerprints:
    \t SHA256: \(two)
    """

  private static let apksigner = """
    Signer #1 certificate DN: CN=Example, OU=Shop
    Signer #1 certificate SHA-256 digest: \(digits)
    Signer #1 certificate SHA-1 digest: 0102030405060708090a0b0c0d0e0f1011121314
    Signer #1 certificate MD5 digest: 0102030405060708090a0b0c0d0e0f10
    Signer #1 public key SHA-256 digest: \(two.filter { $0 != ":" }.lowercased())
    """

  private static let signingReport = """
    > Task :app:signingReport
    Variant: debug
    Config: debug
    Store: /home/petra/.android/debug.keystore
    Alias: AndroidDebugKey
    MD5: 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10
    SHA1: 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14
    SHA-256: \(two)
    Valid until: Tuesday, 1 January 2052
    ----------
    Variant: release
    Config: release
    Store: /home/petra/shop.jks
    Alias: shop
    SHA-256: \(one)
    """

  private static let playConsole = """
    App signing key certificate
    MD5 certificate fingerprint
    01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10
    SHA-256 certificate fingerprint
    \(one)
    Upload key certificate
    SHA-256 certificate fingerprint
    \(two)
    """

  @Test func whatIsWholeIsRead() {
    let online = """
      {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],"components":[{"/":"/s/*"}]}]},
       "webcredentials":{"apps":["A1B2C3D4E5.com.example.other"]}}
      """
    let cases: [(String, [App.Kind?])] = [
      ("A1B2C3D4E5.com.example.shop", [Self.apple]),
      ("  \"A1B2C3D4E5.com.example.shop\",\n", [Self.apple]),
      ("The app ID is A1B2C3D4E5.com.example.shop.", [Self.apple]),
      ("Team ID: A1B2C3D4E5\nBundle ID: com.example.shop", [Self.apple]),
      ("TeamIdentifier=A1B2C3D4E5\nIdentifier=com.example.shop\n", [Self.apple]),
      ("com.example.shop\nA1B2C3D4E5", [Self.apple]),
      ("A1B2C3D4E5.com.example.shop.Clip", [.clip("A1B2C3D4E5.com.example.shop.Clip")]),
      (online, [Self.apple]),
      (
        #"{"applinks":{"apps":[],"details":[{"appID":"A1B2C3D4E5.com.example.shop","paths":["*"]}]}}"#,
        [Self.apple]
      ),
      (
        #"{"appclips":{"apps":["A1B2C3D4E5.com.example.shop"]}}"#,
        [.clip("A1B2C3D4E5.com.example.shop")]
      ),
      // Without what is around them.
      (#""appIDs": ["A1B2C3D4E5.com.example.shop"]"#, [Self.apple]),
      ("[\(Self.statement)]", [Self.android([Self.one])]),
      (Self.statement, [Self.android([Self.one])]),
      (
        Self.statement + "," + Self.statement.replacing(Self.one, with: Self.two),
        [Self.android([Self.one, Self.two])]
      ),
      ("\(Self.shop)\n\(Self.one)", [Self.android([Self.one])]),
      (
        "\(Self.one)\n\(Self.two.lowercased())\n\(Self.shop)", [Self.android([Self.one, Self.two])]
      ),
      ("\(Self.shop)\n\(Self.keytool)", [Self.android([Self.one])]),
      (
        "package: name='com.example.shop' versionCode='7'\n\(Self.apksigner)",
        [Self.android([Self.one])]
      ),
      ("applicationId \"com.example.shop\"\n\(Self.signingReport)", [Self.android([Self.one])]),
      (
        "https://play.google.com/store/apps/details?id=com.example.shop&hl=de\n\(Self.playConsole)",
        [Self.android([Self.one])]
      ),
      ("sha256 Fingerprint=\(Self.one)\n\(Self.shop)", [Self.android([Self.one])]),
      ("A1B2C3D4E5\n\(Self.shop)\n\(Self.one)", [Self.apple, Self.android([Self.one])]),
    ]
    for (text, apps) in cases {
      let found = PastedApps(text)
      #expect(found.apps == apps.compactMap(\.self) && !apps.contains(nil), "\(text)")
      #expect(found.missing == nil, "\(text)")
      // As a mail from Windows has it.
      #expect(PastedApps(text.replacing("\n", with: "\r\n")).apps == found.apps, "\(text)")
    }
  }

  @Test func whatIsMissingIsNamed() {
    let cases: [(String, PastedApps.Missing?, Set<PastedApps.Note>)] = [
      ("", nil, []), ("our app", nil, []), ("shop.jks", nil, []), (Self.shop, .certificate, []),
      ("https://play.google.com/store/apps/details?id=com.example.shop", .certificate, []),
      (Self.one, .package, []), (Self.keytool, .package, []), (Self.apksigner, .package, []),
      (Self.playConsole, .package, [.uploadKey]), (Self.signingReport, .package, [.debugKey]),
      ("A1B2C3D4E5", .bundle, []),
      (
        "SHA1: 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14", nil, [.weakFingerprint]
      ),
      ("https://apps.apple.com/de/app/shop/id123456789", nil, [.appStore]),
      ("http://go.example.com/", nil, [.notSecure]),
      // As part of a name, they would be in the files for the website.
      ("A1B2C3D4.com.example.shop", nil, [.wrongTeam]),
      ("A1B2C3D4E56.com.example.shop\nA1B2C3D4E5", .bundle, [.wrongTeam]),
      ("a1b2c3d4e5.com.example.shop", nil, [.wrongTeam]),
      ("com.example.shop2024", .certificate, []), ("studio2024.shop.app", .certificate, []),
      (
        #"[{"target":{"package_name":"com.example.shop","sha256_cert_fingerprints":["AA:BB"]}}]"#,
        .certificate, []
      ),
    ]
    for (text, missing, notes) in cases {
      let found = PastedApps(text)
      #expect(found.apps == [], "\(text)")
      #expect(found.missing == missing, "\(text)")
      #expect(found.notes == notes, "\(text)")
    }
    let debug = Self.keytool.replacing("CN=Example,", with: "CN=Android Debug,")
      .replacing("Alias name: upload", with: "Aliasname: androiddebugkey")
    #expect(PastedApps("\(Self.shop)\n\(debug)").notes.contains(.debugKey))
    #expect(PastedApps("\(Self.shop)\n\(debug)").apps == [])
  }

  @Test func anAddressIsOneOfAHost() {
    for text in [
      "https://go.example.com", "https://go.example.com/.well-known/assetlinks.json",
      "See https://go.example.com/app?x=1#y",
    ] {
      #expect(PastedApps(text).host?.text == "go.example.com", "\(text)")
    }
    #expect(PastedApps("https://go.example.com:8443/x").host?.port == 8443)
  }

  /// Whatever comes, nothing traps, and nothing is found that no manifest could name.
  @Test func anyTextCanBePasted() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next() as UInt64
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let parts = [
      Self.statement, Self.keytool, Self.apksigner, Self.signingReport, Self.playConsole, Self.shop,
      "{", "}", "[", "\"", ":", "\n", "A1B2C3D4E5", ".", "é", "\u{0}", "https://", "id=",
    ]
    for _ in 0..<400 {
      var text = (0..<next(6)).map { _ in parts[next(parts.count)] }.joined()
      let cut = text.index(text.startIndex, offsetBy: next(text.count + 1))
      text = next(2) == 0 ? String(text[..<cut]) : String(text[cut...])
      for app in PastedApps(text).apps {
        switch app {
        case .ios(let name), .clip(let name): #expect(App.Kind(apple: name) != nil, "seed \(seed)")
        case .android(let name, let prints):
          #expect(App.Kind(android: name, certificates: prints) != nil, "seed \(seed)")
        }
      }
    }
  }
}
