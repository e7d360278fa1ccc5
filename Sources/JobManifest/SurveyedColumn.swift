// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

extension SheetSurvey {
  /// What the values of one column are like.
  package struct Column: Sendable {
    /// The name that a link has for the column.
    package let variable: String
    /// Its name in the sheet.
    package let heading: String
    /// What the values need before they are put into a link.
    package private(set) var needsTrim = false
    package private(set) var needsComposing = false
    package let index: Int
    /// The first value that is not empty.
    package private(set) var firstValue: String?
    package private(set) var filled = 0
    var blanks = 0
    /// Cells with a formula that no program has calculated.
    package var formulasWithoutResult = 0
    /// Whether a value looks different in another spreadsheet program or language, so no link and no id has it.
    package var isUnsure = false
    private var links = 0
    private var linksWithoutScheme = 0
    /// Values that begin like a link but are not one.
    private var brokenLinks = 0
    private var brokenLinksWithoutScheme = 0
    /// Whether the values that are there can be ids, and no two are the same.
    package var isUnique = true
    private var withLetters = 0
    private var bytes = 0
    private var isVaried = false
    /// Whether the letters of a value are only guessed.
    private var isGuessed = false
    /// Whether the heading says that the values are links.
    package let isCalledLink: Bool

    init(variable: String, heading: String, index: Int) {
      self.variable = variable
      self.heading = heading
      self.index = index
      isCalledLink = ColumnWords.link.contains(ColumnWords.form(of: heading))
    }

    var rightLinks: Int { links + linksWithoutScheme }
    /// Right links and wrong ones.
    var linkAttempts: Int { rightLinks + brokenLinks + brokenLinksWithoutScheme }

    /// Whether most of the values are links; a few typing errors do not change what is meant.
    package var holdsLinks: Bool { 2 * rightLinks > filled }
    var seemsToHoldLinks: Bool { 2 * linkAttempts > filled }

    /// Whether `https://` has to be put before them.
    package var lacksScheme: Bool {
      linksWithoutScheme + brokenLinksWithoutScheme > links + brokenLinks
    }

    /// Whether the column is meant to name the rows, of which very few lack a name.
    func isID(of rowCount: Int) -> Bool {
      guard isUnique, !isUnsure, filled > 0 else { return false }
      return blanks == 0 || (filled > 2 && (blanks == 1 || 10 * blanks <= rowCount))
    }
    package var isIncomplete: Bool { blanks > 0 }
    package var blankCount: Int { blanks }

    /// Whether people could call a row by the value: words, not too long, and not all the same.
    func isName(of rowCount: Int) -> Bool {
      !isGuessed && linkAttempts == 0 && 5 * filled >= 4 * rowCount && 2 * withLetters > filled
        && bytes <= 60 * filled && (isVaried || rowCount == 1)
    }

    mutating func record(_ value: ArraySlice<UInt8>, isGuessed guess: Bool) {
      guard !value.isEmpty else { return }
      if filled == 0 {
        firstValue = String(decoding: value, as: UTF8.self)
      } else if !isVaried {
        isVaried = !value.elementsEqual((firstValue ?? "").utf8)
      }
      filled += 1
      bytes += value.count
      let kinds = CharacterKinds(of: Array(value).span)
      if kinds.contains(.letter) || kinds.contains(.beyondASCII) { withLetters += 1 }
      if guess, kinds.contains(.beyondASCII) { isGuessed = true }
      noteForm(of: value)
      switch LinkForm(value, isCalledLink: isCalledLink) {
      case .whole: links += 1
      case .withoutScheme: linksWithoutScheme += 1
      case .broken: brokenLinks += 1
      case .brokenWithoutScheme: brokenLinksWithoutScheme += 1
      case nil: break
      }
    }

    private mutating func noteForm(of value: ArraySlice<UInt8>) {
      if !needsTrim, NormalText.trimmed(value).count < value.count { needsTrim = true }
      if !needsComposing, value.contains(where: { $0 >= 0x80 }),
        NormalText.composed(value) != Array(value)
      {
        needsComposing = true
      }
    }
  }

  /// The columns by which people call a row: its name and its town, as far as they are there.
  package var labelColumns: [Column] {
    let taken = [linkColumn?.variable, idColumn?.variable]
    let candidates = columns.filter { !taken.contains($0.variable) && $0.isName(of: rowCount) }
    let name =
      candidates.first { ColumnWords.name.contains(ColumnWords.form(of: $0.heading)) }
    let town =
      candidates.first { ColumnWords.town.contains(ColumnWords.form(of: $0.heading)) }
    let found = [name, town].compactMap(\.self)
    return found.isEmpty ? Array(candidates.prefix(1)) : found
  }
}

/// What people call a column.
private enum ColumnWords {
  static let link: Set = [
    "link", "links", "url", "urls", "uri", "web", "website", "websites", "webseite", "webadresse",
    "homepage", "internet", "internetadresse", "internetseite", "web address", "web site",
    "webpage", "web page", "landingpage", "landing page", "zielurl", "ziel-url", "target url",
    "shortlink", "kurzlink", "short url", "short link", "deeplink", "deep link", "qr-link",
    "qr link",
    "lien", "liens", "site web", "adresse web", "enlace", "enlaces", "sitio web", "página web",
    "collegamento", "sito", "sito web", "ligação", "site", "hiperligação", "koppeling", "webadres",
    "länk", "webbplats", "hjemmeside", "nettside", "linkki", "verkkosivu", "odkaz", "adresa www",
    "strona", "strona www", "adres www", "www", "odnośnik", "webcím", "hivatkozás", "bağlantı",
    "web sitesi", "ссылка", "сайт", "посилання", "сторінка", "σύνδεσμος", "ιστοσελίδα",
    "リンク", "リンク先", "ホームページ", "ウェブサイト", "サイト", "網址", "网址", "链接", "連結", "網站", "网站",
    "링크", "주소", "홈페이지", "웹사이트", "ลิงก์", "เว็บไซต์", "liên kết", "tautan", "رابط", "קישור",
  ]
  static let name: Set = [
    "name", "names", "title", "titel", "filiale", "filialname", "filialbezeichnung", "bezeichnung",
    "standort", "markt", "geschäft", "laden", "shop", "shop name", "shopname", "store",
    "store name", "storename", "location", "branch", "nom", "magasin", "nombre", "tienda", "nome",
    "negozio", "loja", "naam", "winkel", "namn", "butik", "navn", "nimi", "nazwa", "sklep", "název",
    "prodejna", "név", "üzlet", "ad", "mağaza", "название", "магазин", "назва", "όνομα",
    "店名", "店舗名", "店舗", "名称", "名前", "氏名", "店铺", "门店", "门店名称", "店鋪", "매장", "매장명", "이름",
  ]
  static let town: Set = [
    "city", "town", "place", "ort", "stadt", "ville", "ciudad", "localidad", "città", "comune",
    "cidade", "plaats", "stad", "by", "kaupunki", "miasto", "miejscowość", "město", "város",
    "şehir", "город", "місто", "πόλη", "都市", "市区町村", "市", "城市", "도시",
  ]

  /// The heading in small letters, with one space between its words.
  static func form(of heading: String) -> String {
    heading.lowercased().split { $0.isWhitespace || $0 == "_" }.joined(separator: " ").trimmed
  }
}

/// How a value is written as a link.
private enum LinkForm {
  case whole
  /// Such as `www.example.com` or `example.com/spring`.
  case withoutScheme
  /// It begins like a link, but is not one.
  case broken
  case brokenWithoutScheme

  init?(_ value: ArraySlice<UInt8>, isCalledLink: Bool) {
    let text = String(decoding: value, as: UTF8.self)
    let colon = value.firstIndex(of: UInt8(ascii: ":")) ?? value.endIndex
    let hasAuthority = value[colon...].starts(with: "://".utf8)
    if let link = try? WebLink(text), hasAuthority || link.kind.opensOnIPhone {
      self = .whole
      return
    }
    let start = text.lowercased().trimmed
    if !hasAuthority, isCalledLink || value.contains(UInt8(ascii: "/")) || start.hasPrefix("www."),
      let host = (try? WebLink("https://" + text))?.host, Self.hasDomain(host)
    {
      self = .withoutScheme
    } else if Self.beginsWithScheme(start) {
      self = .broken
    } else if start.hasPrefix("www.") || start.hasPrefix("//www.") {
      self = .brokenWithoutScheme
    } else {
      return nil
    }
  }

  /// Whether it begins with `http` and a sign, even if that is not the right one.
  private static func beginsWithScheme(_ text: String) -> Bool {
    guard text.hasPrefix("http") else { return false }
    let rest = text.dropFirst(text.hasPrefix("https") ? 5 : 4)
    return rest.first.map { ":;/\\., ".contains($0) } == true
  }

  /// A file's name or a date with a slash has no host that ends like one.
  private static func hasDomain(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last else { return false }
    return last.utf8.count > 1 && last.utf8.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
  }
}
