// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Words in the old encodings of the world, written by another program.
struct CSVEncodingTests {
  static let words: [(encoding: String, text: String, hex: String)] = [
    ("windows-1250", "Łódź Kraków", "a3f3649f204b72616bf377"),
    ("windows-1250", "Žďár", "8eefe172"),
    ("windows-1250", "Győr", "4779f572"),
    ("windows-1251", "Москва Тверь", "cceef1eae2e020d2e2e5f0fc"),
    ("windows-1251", "Київ", "cae8bfe2"),
    ("windows-1251", "София", "d1eef4e8ff"),
    ("windows-1252", "Zürich Málaga", "5afc72696368204de16c616761"),
    ("windows-1252", "Besançon", "426573616ee76f6e"),
    ("windows-1252", "Ærø", "c672f8"),
    ("windows-1253", "Αθήνα Πάτρα", "c1e8deede120d0dcf4f1e1"),
    ("windows-1253", "Θεσσαλονίκη", "c8e5f3f3e1ebefeddfeae7"),
    ("windows-1254", "İstanbul Beyoğlu", "dd7374616e62756c204265796ff06c75"),
    ("windows-1254", "Şişli", "de69fe6c69"),
    ("windows-1255", "תל אביב", "faec20e0e1e9e1"),
    ("windows-1255", "ירושלים", "e9f8e5f9ece9ed"),
    ("windows-1256", "القاهرة", "c7e1dec7e5d1c9"),
    ("windows-1256", "بيروت", "c8edd1e6ca"),
    ("windows-1257", "Rīga Liepāja", "52ee6761204c696570e26a61"),
    ("windows-1257", "Šiauliai", "d06961756c696169"),
    ("windows-1257", "Tartu Kõlleste", "5461727475204bf56c6c65737465"),
    ("windows-1258", "Huê", "4875ea"),
    ("windows-1258", "Đà", "d0e0"),
    ("windows-874", "กรุงเทพ", "a1c3d8a7e0b7be"),
    ("windows-874", "เชียงใหม่", "e0aad5c2a7e3cbc1e8"),
    ("ISO-8859-2", "Łódź Kraków", "a3f364bc204b72616bf377"),
    ("ISO-8859-2", "Žďár", "aeefe172"),
    ("ISO-8859-2", "Győr", "4779f572"),
    ("ISO-8859-5", "Москва Тверь", "bcdee1dad2d020c2d2d5e0ec"),
    ("ISO-8859-7", "Αθήνα Πάτρα", "c1e8deede120d0dcf4f1e1"),
    ("ISO-8859-9", "İstanbul Beyoğlu", "dd7374616e62756c204265796ff06c75"),
    ("ISO-8859-15", "Zürich Málaga", "5afc72696368204de16c616761"),
    ("ISO-8859-15", "Œuvre 5€", "bc757672652035a4"),
    ("KOI8-R", "Москва Тверь", "edcfd3cbd7c120f4d7c5d2d8"),
    ("KOI8-U", "Київ Львів", "ebc9a7d720ecd8d7a6d7"),
    ("IBM850", "Zürich Málaga", "5a8172696368204da06c616761"),
    ("IBM850", "Besançon", "426573616e876f6e"),
    ("IBM852", "Łódź Kraków", "9da264ab204b72616ba277"),
    ("IBM852", "Žďár", "a6d4a072"),
    ("IBM866", "Москва Тверь", "8caee1aaa2a02092a2a5e0ec"),
    ("IBM437", "Zürich Málaga", "5a8172696368204da06c616761"),
    ("macintosh", "Zürich Málaga", "5a9f72696368204d876c616761"),
    ("macintosh", "Besançon", "426573616e8d6f6e"),
    ("x-mac-cyrillic", "Москва Тверь", "8ceef1eae2e02092e2e5f0fc"),
    ("x-mac-ce", "Łódź Kraków", "fc976490204b72616b9777"),
    ("Shift_JIS", "東京 渋谷店", "938c8b9e208f61924a9358"),
    ("Shift_JIS", "ソニー表示①", "835c836a815b955c8ea68740"),
    ("Shift_JIS", "ｱｲｳ", "b1b2b3"),
    ("EUC-JP", "東京 渋谷店", "c5ecb5fe20bdc2c3abc5b9"),
    ("EUC-JP", "大阪ソニー", "c2e7bae5a5bda5cba1bc"),
    ("ISO-2022-JP", "東京 渋谷店", "1b2442456c357e1b2842201b24423d42432b45391b2842"),
    ("ISO-2022-JP", "大阪ソニー", "1b244242673a65253d254b213c1b2842"),
    ("GB18030", "北京 朝阳区", "b1b1bea920b3afd1f4c7f8"),
    ("GB18030", "上海市", "c9cfbaa3cad0"),
    ("GBK", "北京 朝阳区", "b1b1bea920b3afd1f4c7f8"),
    ("GBK", "上海市", "c9cfbaa3cad0"),
    ("GB2312", "北京 朝阳区", "b1b1bea920b3afd1f4c7f8"),
    ("GB2312", "上海市", "c9cfbaa3cad0"),
    ("Big5", "台北市 大安區", "a578a55fa5ab20a46aa677b0cf"),
    ("Big5", "高雄", "b0aab6af"),
    ("Big5-HKSCS", "香港 九龍", "adbbb4e420a445c073"),
    ("Big5-HKSCS", "旺角", "a9f4a8a4"),
    ("EUC-KR", "서울 강남구", "bcadbfef20b0adb3b2b1b8"),
    ("EUC-KR", "부산", "bacebbea"),
    ("EUC-KR", "똠방", "8c63b9e6"),
    ("UTF-8", "Łódź 東京", "c581c3b364c5ba20e69db1e4baac"),
    ("UTF-16LE", "Łódź 東京", "4101f30064007a0120007167ac4e"),
    ("UTF-16BE", "Łódź 東京", "014100f30064017a002067714eac"),
    ("UTF-32LE", "Łódź 東京", "41010000f3000000640000007a0100002000000071670000ac4e0000"),
  ]

  /// A sheet with ASCII in an encoding, and this value in its second row.
  static func sheet(_ encoding: CSVEncoding, _ value: [UInt8]) -> [UInt8] {
    func ascii(_ text: String) -> [UInt8] {
      switch encoding.name {
      case "UTF-16LE": text.utf8.flatMap { [$0, 0] }
      case "UTF-16BE": text.utf8.flatMap { [0, $0] }
      case "UTF-32LE": text.utf8.flatMap { [$0, 0, 0, 0] }
      default: Array(text.utf8)
      }
    }
    return ascii("id;city\r\n1;Plain\r\n2;") + value + ascii(";\r\n3;Other\r\n")
  }

  @Test(arguments: words)
  func aStatedEncodingIsRead(name: String, text: String, hex: String) throws {
    let encoding = try #require(CSVEncoding(named: name))
    let bytes = Self.sheet(encoding, try #require(fromHex(hex)))
    let whole = CSVOutcome(bytes, encoding: encoding)
    #expect(whole.rows == [["1", "Plain"], ["2", text], ["3", "Other"]], "\(whole)")
    #expect(whole.findings == [] && whole.candidates == nil)
    for size in [1, 2, 3, 5] {
      #expect(CSVOutcome(bytes, pieces: size, encoding: encoding) == whole)
    }
    // Every truncation ends, and what was whole before it is right.
    for end in bytes.indices { _ = CSVOutcome(Array(bytes[..<end]), encoding: encoding) }
  }

  /// Without a statement, either it is certain and right, or it is known to be a guess.
  @Test(arguments: words)
  func nothingIsTakenForCertainThatIsGuessed(name: String, text: String, hex: String) throws {
    let encoding = try #require(CSVEncoding(named: name))
    let bytes = Self.sheet(encoding, try #require(fromHex(hex)))
    let outcome = CSVOutcome(bytes)
    let value = outcome.rows.count == 3 ? outcome.rows[1][1] : ""
    let isCertain = name.hasPrefix("UTF") || name == "ISO-2022-JP"
    #expect((outcome.candidates == nil) == isCertain)
    #expect(outcome.findings == [] && (!isCertain || value == text), "\(outcome)")
    for size in [1, 2, 3, 5] { #expect(CSVOutcome(bytes, pieces: size) == outcome) }
  }

  /// Even of a file with a single word, the right reading is mostly one of the two that are shown.
  @Test func theRightReadingIsMostlyShown() throws {
    var shown = 0
    var best = 0
    var all = 0
    var wrong: [String] = []
    for (name, text, hex) in Self.words where !name.hasPrefix("UTF") {
      let encoding = try #require(CSVEncoding(named: name))
      let bytes = Self.sheet(encoding, try #require(fromHex(hex)))
      let outcome = CSVOutcome(bytes)
      all += 1
      let texts = EncodingGuess(bytes).readings(of: outcome.rows[1][1].utf8)
      if texts.first.text == text || texts.second?.text == text || outcome.candidates == nil {
        shown += 1
      } else {
        wrong.append("\(name) \(text): \(texts.first.text), \(texts.second?.text ?? "-")")
      }
      if texts.first.text == text { best += 1 }
    }
    let list = wrong.joined(separator: "\n")
    #expect(shown * 100 >= all * 85, "\(shown) of \(all): \(list)")
    #expect(best * 100 >= all * 70, "\(best) of \(all)")
  }

  @Test(
    arguments: [
      ("utf8", "UTF-8"), ("UTF8", "UTF-8"), ("cp1250", "windows-1250"), ("CP-1250", "windows-1250"),
      ("Windows 1250", "windows-1250"), ("latin1", "windows-1252"), ("ISO_8859-1", "windows-1252"),
      ("latin2", "ISO-8859-2"), ("iso8859-2", "ISO-8859-2"), ("ISO_8859-2:1987", "ISO-8859-2"),
      ("MacRoman", "macintosh"), ("x-mac-roman", "macintosh"), ("sjis", "Shift_JIS"),
      ("cp932", "Shift_JIS"), ("Windows-31J", "Shift_JIS"), ("gbk", "GB18030"),
      ("GB2312", "GB18030"), ("big5-hkscs", "Big5"), ("cp949", "EUC-KR"), ("euc_kr", "EUC-KR"),
      ("koi8-r", "KOI8-R"), ("cp850", "IBM850"), ("cp437", "IBM437"), ("UTF-16", "UTF-16"),
      ("utf-16le", "UTF-16LE"), ("utf32", "UTF-32"), ("us-ascii", "US-ASCII"),
      ("", nil), ("?", nil), ("latin99", nil), ("ü", nil),
    ] as [(String, String?)])
  func namesAreThoseThatPeopleKnow(name: String, known: String?) {
    #expect(CSVEncoding(named: name)?.name == known)
  }

  @Test func aSlipInANameIsUnderstood() {
    #expect(CSVEncoding.suggestion(for: "windwos-1250") == "windows-1250")
    #expect(CSVEncoding.suggestion(for: "shift_jsi") == "Shift_JIS")
    #expect(CSVEncoding.suggestion(for: "nothing like it") == nil)
  }

  /// What is stated, a file in hex, what it is read as, and what is found.
  static let contradictions: [(stated: String, hex: String, text: String, problem: CSVProblem?)] = {
    let latin1 = CSVEncoding.windows1252
    func error(_ name: String, _ found: CSVEncoding) -> CSVProblem? {
      CSVEncoding(named: name).map { .statedEncoding($0, found: found) }
    }
    return [
      // A mark says something else.
      ("windows-1250", "efbbbf" + "610ac3bc0a", "ü", error("windows-1250", .utf8)),
      ("UTF-8", "fffe61000a00fc000a00", "ü", error("UTF-8", .utf16LittleEndian)),
      ("UTF-16LE", "feff0061000a00fc000a", "ü", error("UTF-16LE", .utf16BigEndian)),
      ("UTF-16", "feff0061000a00fc000a", "ü", nil), ("UTF-16", "61000a00fc000a00", "ü", nil),
      ("UTF-16", "0061000a00fc000a", "ü", nil), ("UTF-8", "efbbbf610ac3bc0a", "ü", nil),
      // The zeros do, or that there are none.
      ("windows-1250", "61000a00fc000a00", "ü", error("windows-1250", .utf16LittleEndian)),
      ("UTF-16BE", "61000a00fc000a00", "ü", error("UTF-16BE", .utf16LittleEndian)),
      ("UTF-16LE", "610a620a", "b", error("UTF-16LE", .utf8)),
      // It is UTF-8, and hardly by accident.
      ("windows-1252", "610ac3bc0a", "Ã¼", .statedEncoding(latin1, found: .utf8)),
      ("Shift_JIS", "610ae69db1e4baac0a", "譚ｱ莠ｬ", error("Shift_JIS", .utf8)),
      ("GBK", "610a5ac3bc72690a", "Z眉ri", error("GBK", .utf8)),
      // 小 alone looks like a letter in UTF-8, and is right as it is stated.
      ("GBK", "610ad0a10a", "小", nil), ("windows-1252", "610a5afc0a", "Zü", nil),
      ("windows-1252", "610a620a", "b", nil),
      // A line with the separator hides nothing.
      (
        "UTF-8", "fffe" + "7300650070003d003b000a00" + "61000a00fc000a00", "ü",
        error("UTF-8", .utf16LittleEndian)
      ),
      // The bytes are no letters.
      ("UTF-8", "610a5afc0a", "Z\u{FFFD}", .badCharacter(.utf8)),
      (
        "US-ASCII", "610a5afc0a", "Z\u{FFFD}", CSVEncoding(named: "ascii").map { .badCharacter($0) }
      ),
      ("latin2", "610a5a9f0a", "Z\u{9F}", CSVEncoding(named: "latin2").map { .badCharacter($0) }),
      ("EUC-KR", "610aff0a", "\u{FFFD}", CSVEncoding(named: "euc-kr").map { .badCharacter($0) }),
      ("EUC-KR", "610ab0", "\u{FFFD}", CSVEncoding(named: "euc-kr").map { .badCharacter($0) }),
    ]
  }()

  @Test(arguments: contradictions)
  func aWrongStatementIsFound(stated: String, hex: String, text: String, problem: CSVProblem?)
    throws
  {
    let encoding = try #require(CSVEncoding(named: stated))
    let bytes = try #require(fromHex(hex))
    let outcome = CSVOutcome(bytes, encoding: encoding)
    #expect(outcome.rows == [[text]])
    #expect(outcome.findings.map(\.problem) == (problem.map { [$0] } ?? []))
    #expect(outcome.findings.allSatisfy { $0.problem.isError })
    for size in 1...3 { #expect(CSVOutcome(bytes, pieces: size, encoding: encoding) == outcome) }
  }

  @Test func oneEncodingHoldsForTheWholeFile() throws {
    // The letters of the first rows are UTF-8 by accident; a later one is none.
    let central = try #require(CSVEncoding(named: "windows-1250"))
    let first = Array("a\n".utf8) + [0xC5, 0xBC, 0x0A, 0xA3, 0xF3, 0x64, 0x9F, 0x0A]
    let outcome = CSVOutcome(first)
    let read = outcome.encoding.text(of: [0xC5, 0xBC]).map { String(decoding: $0, as: UTF8.self) }
    #expect(
      outcome.rows.first == read.map { [$0] } && outcome.candidates?.contains(central) == true)
    // So far away that rows were already handed on, it is an error.
    let filler = Array(repeating: Array("plain\n".utf8), count: 20_000).flatMap(\.self)
    let late = CSVOutcome(Array("a\nü\n".utf8) + filler + [0xFC, 0x0A])
    #expect(late.findings.map(\.problem) == [.badCharacter(.utf8)])
    // After nothing but ASCII, it is guessed there.
    let ascii = CSVOutcome(Array("a\n".utf8) + filler + [0x5A, 0xFC, 0x0A])
    #expect(ascii.rows.last == ["Zü"] && ascii.candidates != nil && ascii.findings == [])
    #expect(ascii.firstLetter == TextPosition(line: 20_002, column: 2))
  }

  @Test func marksAreKnown() throws {
    for (hex, name) in [
      ("efbbbf610ac3bc", "UTF-8"), ("fffe61000a00fc00", "UTF-16LE"),
      ("feff0061000a00fc", "UTF-16BE"),
      ("fffe0000610000000a000000fc000000", "UTF-32LE"),
      ("0000feff000000610000000a000000fc", "UTF-32BE"), ("84319533610aa8b9", "GB18030"),
    ] {
      let outcome = CSVOutcome(try #require(fromHex(hex)))
      #expect(outcome.encoding.name == name)
      #expect(outcome.rows == [["ü"]])
      #expect(outcome.findings == [] && outcome.candidates == nil)
    }
  }

  @Test func wideLettersAreFoundWithoutAMark() throws {
    for text in ["市,店\n東京,一\n大阪,二\n", "a\nb\n", "Ā,Ē\nŁódź,x\n"] {
      let little = CSVOutcome(CSVReaderTests.utf16(text, littleEndian: true, mark: false))
      let big = CSVOutcome(CSVReaderTests.utf16(text, littleEndian: false, mark: false))
      let plain = CSVOutcome(text)
      #expect(little.rows == plain.rows && little.columns == plain.columns && little.findings == [])
      #expect(big.rows == plain.rows && big.columns == plain.columns && big.findings == [])
    }
  }

  @Test func anyBytesAreReadAlikeInPieces() throws {
    let names = ["Shift_JIS", "EUC-JP", "ISO-2022-JP", "GBK", "Big5", "EUC-KR", "cp1255", "UTF-32"]
    for seed: UInt64 in 1...40 {
      var random = Splitmix64(seed: seed)
      let noise = (0..<60).map { _ in
        [UInt8.random(in: 0...255, using: &random), 0x0A, 0x1B, 0x24, 0x42].randomElement(
          using: &random) ?? 0
      }
      let bytes = Array("a,b\n1,".utf8) + noise
      for encoding in [nil] + names.map({ CSVEncoding(named: $0) }) {
        let whole = CSVOutcome(bytes, encoding: encoding)
        let size = Int.random(in: 1...9, using: &random)
        #expect(
          CSVOutcome(bytes, pieces: size, encoding: encoding) == whole,
          "seed \(seed), pieces of \(size), \(encoding?.name ?? "-")")
      }
    }
  }
}

/// The bytes of hexadecimal digits.
func fromHex(_ hex: String) -> [UInt8]? {
  var rest = hex[...]
  var bytes: [UInt8] = []
  while !rest.isEmpty {
    guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
    bytes.append(byte)
    rest = rest.dropFirst(2)
  }
  return bytes
}
