// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How much a text looks like words that people write, if it was read in an encoding.
///
/// Three things tell a right reading from a wrong one, without a dictionary: which letters the
/// languages of the encoding use; what is beside what (a sign within a word, a capital after a small
/// letter, letters of two alphabets in one word are hardly ever meant); and in the languages
/// of East Asia whether the characters are among those that everybody writes.
struct LetterScore {
  private let common: Set<UInt32>

  init(of encoding: CSVEncoding) {
    common = Self.common[encoding.name] ?? Self.western
  }

  private init(common: Set<UInt32>) { self.common = common }

  /// For a text in any of the languages.
  static let ofAny = LetterScore(common: common.values.reduce(western) { $0.union($1) })

  /// The points for a letter that is not ASCII, on average.
  func average(_ text: [Unicode.Scalar]) -> Double {
    var points = 0
    var count = 0
    for (index, letter) in text.enumerated() where letter.value >= 0x80 {
      count += 1
      points += self.points(
        of: letter, after: index > 0 ? text[index - 1] : " ",
        before: index + 1 < text.count ? text[index + 1] : " ")
    }
    return count == 0 ? 0 : Double(points) / Double(count)
  }

  private func points(
    of letter: Unicode.Scalar, after last: Unicode.Scalar, before next: Unicode.Scalar
  ) -> Int {
    guard let script = Script(letter) else { return points(ofSign: letter, last, next) }
    var points = common.contains(letter.value) ? 3 : script.isEastAsian ? 1 : -1
    for other in [Script(last), Script(next)] where other != nil && other != script {
      points -= script.mayStandBeside(other) ? 0 : 6
    }
    switch script {
    case .latin, .greek, .cyrillic:
      let isCapital = letter.properties.isUppercase
      // As in "лОЯЙБЮ" and "ZŸrich".
      if isCapital, last.properties.isLowercase { points -= 4 }
      if isCapital, last.properties.isUppercase, next.properties.isLowercase { points -= 2 }
      guard script == .latin else { break }
      // Words of Latin letters are mostly ASCII: "Ìîñêâà" is not one.
      if last.value >= 0x80, Script(last) == .latin { points -= 3 }
      points -= Self.breaksSyllable(letter, last, next) ? 1 : 0
    case .thai: points -= Self.breaksThai(letter, last, next) ? 5 : 0
    case .halfWidthKana: points -= 2
    default: break
    }
    return points
  }

  /// Whether it makes three consonants or three vowels in a row with the ASCII letters beside it.
  private static func breaksSyllable(
    _ letter: Unicode.Scalar, _ last: Unicode.Scalar, _ next: Unicode.Scalar
  ) -> Bool {
    guard last.isASCII, next.isASCII, Script(last) == .latin, Script(next) == .latin else {
      return false
    }
    let isVowel = vowels.contains(letter.value)
    return vowels.contains(last.value) == isVowel && vowels.contains(next.value) == isVowel
  }

  /// Whether a Thai vowel or tone has no consonant that bears it.
  private static func breaksThai(
    _ letter: Unicode.Scalar, _ last: Unicode.Scalar, _ next: Unicode.Scalar
  ) -> Bool {
    switch letter.value {
    case 0xE40...0xE44: !(0xE01...0xE2E).contains(next.value)
    case 0xE30...0xE3A, 0xE47...0xE4E: Script(last) != .thai || (0xE40...0xE46).contains(last.value)
    default: false
    }
  }

  private func points(
    ofSign sign: Unicode.Scalar, _ last: Unicode.Scalar, _ next: Unicode.Scalar
  ) -> Int {
    let isBeside = Script(last) != nil || Script(next) != nil
    let isBetween = Script(last) != nil && Script(next) != nil
    switch sign.value {
    case 0x80..<0xA0, 0xFFFD: return -20
    // Private letters, and the lines with which DOS drew frames.
    case 0xE000..<0xF900, 0x2500..<0x25A0: return -8
    // Punctuation of East Asia.
    case 0x3000..<0x3040, 0xFF00..<0xFF61: return common.contains(0x7684) || isBeside ? 1 : -2
    case 0x2019, 0x2010..<0x2015, 0xB7: return 0
    default: return isBetween ? -6 : isBeside && !Self.harmless.contains(sign.value) ? -3 : -1
    }
  }

  /// Quotes and signs that stand at the end or the beginning of a word.
  private static let harmless = letters("‘’“”„‚‹›«»…®™\u{A0}²³•–—¿¡№")
  private static let vowels = letters(
    "aeiouyAEIOUYáàâäãåāăąæéèêëēėęěíìîïīįıóòôöõøōőœúùûüūůűųýÿÁÀÂÄÃÅÆÉÈÊËÍÌÎÏİÓÒÔÖÕØŐŒÚÙÛÜŰÝ")

  private static func letters(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }

  // MARK: The letters that are common in words of the encoding's languages

  private static let western = letters("äöüßéèêëàâáçñóíúãõôîïåøæœÄÖÜÉÈÀÁÂÇÑÓÍÚÃÕÔÎÅØÆŒ")
  private static let central = letters(
    "ąćęłńóśźżáčďéěíňřšťúůýžľĺôäöüßőűăâîșțşţđĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŽĽÄÖÜŐŰĂÂÎȘȚŞŢĐ")
  private static let cyrillic = letters("оеаинтсрвлкмдпуязыбгчйхжшюцОАИСКМВПНБГДРТЕЛЗФХЧШЭ")
  private static let greek = letters("αοιετσνηυρπκμλςωδγχθφβξζψάέήίόύώΑΟΙΕΤΣΝΗΡΠΚΜΛΔΓΘΆΈΌ")
  private static let japanese = letters(
    "東京都大阪府市区町村県北海道山川田中本店西南上下日新名古屋横浜神戸福岡広島仙台千葉埼玉一二三小木"
      + "店舗住所番号社会電話"
  ).union(0x3041..<0x3097).union(0x30A1..<0x30FD)
  private static let simplified = letters(
    "的一是不了在人有我他这中大来上国北京海广州深圳市区县路街号店省江河南西东门山天津重庆成都武汉新长"
      + "安城商场地址名称电话公司中心杭苏")
  private static let traditional = letters(
    "的一是不了在人有我他這中大來上國台臺北京市區縣路街號店省江南西東門山新竹中高雄香港九龍灣鄉鎮村段巷"
      + "商場地址名稱電話公司中心")
  private static let korean = letters(
    "이가는을의에서시구동로길도읍면군점대전부산인천광주울경기강원충청남북라제리성본한국지역사고신정수명중앙"
      + "상호소화번매장안용해")

  private static let common: [String: Set<UInt32>] = [
    "windows-1250": central, "ISO-8859-2": central, "IBM852": central, "x-mac-ce": central,
    "windows-1251": cyrillic, "IBM866": cyrillic, "KOI8-R": cyrillic, "ISO-8859-5": cyrillic,
    "x-mac-cyrillic": cyrillic, "KOI8-U": cyrillic.union(letters("іїєґІЇЄ")),
    "windows-1253": greek, "ISO-8859-7": greek,
    "windows-1254": letters("çğıöşüâîÇĞİÖŞÜ"),
    "windows-1255": Set(0x05D0..<0x05EB), "windows-1256": Set(0x0620..<0x064B),
    "windows-1257": letters("āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽĖÕÄÖÜ"),
    "windows-1258": letters("àâăèéêđôơưùáíóúÀÂĂÈÉÊĐÔƠƯ"),
    "windows-874": Set(0x0E01..<0x0E4F).subtracting(letters("ฃฅฆฌฎฏฐฑฒฦฯๆ")),
    "Shift_JIS": japanese, "EUC-JP": japanese, "GB18030": simplified, "Big5": traditional,
    "EUC-KR": korean,
  ]
}

/// The alphabets that have to be told apart.
private enum Script {
  case latin, greek, cyrillic, hebrew, arabic, thai, kana, halfWidthKana, han, hangul

  init?(_ letter: Unicode.Scalar) {
    switch letter.value {
    case 0x41...0x5A, 0x61...0x7A: self = .latin
    case 0xC0...0x24F where letter.value != 0xD7 && letter.value != 0xF7: self = .latin
    case 0x1E00...0x1EFF: self = .latin
    case 0x386...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x5B0...0x5EA: self = .hebrew
    case 0x620...0x6D3: self = .arabic
    case 0xE01...0xE4E: self = .thai
    case 0x3041...0x30FF: self = .kana
    case 0xFF66...0xFF9F: self = .halfWidthKana
    case 0x3400...0x9FFF, 0xF900...0xFAFF: self = .han
    case 0xAC00...0xD7A3: self = .hangul
    default: return nil
    }
  }

  var isEastAsian: Bool {
    switch self {
    case .kana, .han, .hangul: true
    default: false
    }
  }

  /// Japanese words mix three kinds of letters.
  func mayStandBeside(_ other: Script?) -> Bool {
    (self == .kana && other == .han) || (self == .han && other == .kana)
  }
}
