// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

// The names that people and programs have for encodings: those of browsers (WHATWG Encoding, 4.2), and
// those of Windows, macOS, DOS and Python. Only letters and digits of a name count, in any case.

extension CSVEncoding {
  /// The encoding of that name, if there is one.
  package init?(named name: String) {
    guard let known = Self.byName[Self.key(name)] else { return nil }
    self = known
  }

  /// The name that is most like one that is unknown.
  package static func suggestion(for name: String) -> String? {
    Plain.suggestion(for: key(name), among: byName.keys.sorted()).flatMap { byName[$0]?.name }
  }

  private static func key(_ name: String) -> String {
    String(
      name.lowercased().unicodeScalars.filter {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }.map(Character.init))
  }

  private static let byName: [String: CSVEncoding] = {
    var table: [String: CSVEncoding] = [:]
    for (encoding, names) in named {
      table[key(encoding.name)] = encoding
      for name in names.split(separator: " ") { table[String(name)] = encoding }
    }
    return table
  }()

  private static func system(_ name: String, _ system: String) -> CSVEncoding {
    CSVEncoding(name: name, form: .system(system))
  }

  /// A page of Windows, which is also called `cp` and `win`.
  private static func windows(_ page: Int, _ others: String) -> (CSVEncoding, String) {
    (
      system("windows-\(page)", "CP\(page)"),
      "cp\(page) xcp\(page) win\(page) ms\(page) \(page) \(others)"
    )
  }

  /// A page of DOS, which is also called `cp`.
  private static func dos(_ page: Int, _ others: String = "") -> (CSVEncoding, String) {
    let system = page == 737 || page == 775 ? "CP\(page)" : "IBM\(page)"
    return (
      Self.system("IBM\(page)", system),
      "cp\(page) csibm\(page) dos\(page) oem\(page) \(page) \(others)"
    )
  }

  /// A part of ISO 8859.
  private static func iso8859(_ part: Int, _ others: String) -> (CSVEncoding, String) {
    (system("ISO-8859-\(part)", "ISO-8859-\(part)"), "8859\(part) \(others)")
  }

  /// Every encoding with its further names.
  private static let named: [(CSVEncoding, String)] = [
    (utf8, "unicode11utf8 unicode20utf8 xunicode20utf8 utf8sig utf8bom cp65001 65001"),
    (utf16, "unicode ucs2 iso10646ucs2 csunicode utf16bom cp1200 1200"),
    (utf16LittleEndian, "unicodefeff ucs2le"), (utf16BigEndian, "unicodefffe ucs2be cp1201 1201"),
    (system("UTF-32", "UTF-32LE"), "ucs4"), (utf32LittleEndian, "ucs4le cp12000"),
    (utf32BigEndian, "ucs4be cp12001"),
    (system("US-ASCII", "ASCII"), "ascii ansix341968 cp367 646"),

    // Browsers read Latin 1 as Windows-1252 because that is what writes it; so is it here.
    (
      windows1252,
      "cp1252 xcp1252 win1252 ms1252 1252 ansi westerneuropean iso88591 iso885911987 latin1 l1"
        + " isoir100 csisolatin1 ibm819 cp819 88591 windowslatin1"
    ),
    windows(1250, "windowslatin2 easterneurope centraleuropean"), windows(1251, "ansicyrillic"),
    windows(1253, ""),
    // The same holds for Latin 5, the Turkish one.
    windows(1254, "iso88599 iso885991989 latin5 l5 isoir148 csisolatin5 88599"),
    windows(1255, ""), windows(1256, ""), windows(1257, ""), windows(1258, ""),
    (
      system("windows-874", "CP874"),
      "cp874 874 dos874 tis620 iso885911 885911 ms874 win874"
    ),
    iso8859(2, "iso885921987 latin2 l2 isoir101 csisolatin2"),
    iso8859(3, "iso885931988 latin3 l3 isoir109 csisolatin3"),
    iso8859(4, "iso885941988 latin4 l4 isoir110 csisolatin4"),
    iso8859(5, "iso885951988 cyrillic isoir144 csisolatincyrillic"),
    iso8859(6, "iso885961987 arabic ecma114 asmo708 isoir127 csisolatinarabic iso88596e iso88596i"),
    iso8859(7, "iso885971987 greek greek8 ecma118 elot928 isoir126 csisolatingreek suneugreek"),
    iso8859(8, "iso885981988 hebrew visual isoir138 csisolatinhebrew iso88598i iso88598e logical"),
    iso8859(10, "latin6 l6 isoir157 csisolatin6"), iso8859(13, "latin7 l7"),
    iso8859(14, "latin8 l8"), iso8859(15, "latin9 l9 csisolatin9"),
    iso8859(16, "latin10 l10"),
    (system("KOI8-R", "KOI8-R"), "koi koi8 cskoi8r cp20866 20866"),
    (system("KOI8-U", "KOI8-U"), "koi8ru cp21866 21866"),

    dos(437), dos(737), dos(775), dos(850, "pc850multilingual"), dos(852, "pcp852"), dos(855),
    dos(857), dos(858), dos(860), dos(861), dos(862), dos(863), dos(865), dos(866), dos(869),

    (system("macintosh", "MACINTOSH"), "macroman xmacroman mac csmacintosh cp10000 10000"),
    (
      system("x-mac-cyrillic", "MAC-UK"),
      "maccyrillic xmacukrainian macukrainian cp10007 10007"
    ),
    (
      system("x-mac-ce", "MAC-CENTRALEUROPE"),
      "macce maccentraleurope maccentraleuroperoman maclatin2 cp10029 10029"
    ),

    // What Windows has under these names, which is more than the standards themselves have.
    (
      system("Shift_JIS", "CP932"),
      "sjis xsjis ms932 cp932 932 mskanji windows31j csshiftjis cswindows31j win932 windows932"
    ),
    (system("EUC-JP", "EUC-JP-MS"), "xeucjp cseucpkdfmtjapanese ujis eucjpms cp51932 51932"),
    (iso2022JP, "csiso2022jp jis cp50220 cp50221 cp50222 iso2022jp3"),
    (
      gb18030,
      "gbk xgbk gb2312 gb231280 gb180302005 euccn xeuccn cp936 936 ms936 win936 windows936 chinese"
        + " csgb2312 csiso58gb231280 isoir58 cp54936 54936"
    ),
    (
      system("Big5", "BIG5-HKSCS"),
      "big5hkscs xxbig5 cnbig5 csbig5 cp950 950 ms950 win950 windows950 big5eten hkscs"
    ),
    (
      system("EUC-KR", "UHC"),
      "cp949 949 ms949 win949 windows949 uhc korean ksc5601 ksc56011987 ksc56011989 ksx1001"
        + " cseuckr csksc56011987 isoir149 cp51949"
    ),
  ]
}
