// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The words that spreadsheet programs write into cells, in their languages, in one case.
enum SpreadsheetWords {
  /// The content of a cell whose formula failed.
  static let errors: Set = [
    // English, and what programs have in every language.
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#N/A!", "#GETTING_DATA",
    "#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!", "#PYTHON!",
    "#ERROR!", "#MACRO?", "#EXTERNAL!", "#TIMEOUT!", "#FUTURE!",
    // German
    "#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#ÜBERLAUF!", "#FELD!", "#KALK!", "#BLOCKIERT!", "#LEER!",
    // French
    "#NUL!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#EPARS!", "#CHAMP!", "#PROPAGATION!", "#BLOQUÉ!",
    // Spanish, Portuguese, Catalan
    "#¡NULO!", "#¡DIV/0!", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!", "#N/D", "#NULO!",
    "#VALOR!", "#NOME?", "#NÚM!", "#DESBORDAMIENTO!", "#¡DESBORDAMIENTO!", "#NOMBRE?", "#NOM!",
    // Italian
    "#NULLO!", "#VALORE!", "#RIF!", "#ESPANSIONE!", "#N/DISP", "#N.D.",
    // Dutch
    "#LEEG!", "#DEEL/0!", "#WAARDE!", "#VERW!", "#NAAM?", "#GETAL!", "#N/B", "#OVERLOOP!",
    // Polish, Czech, Slovak
    "#ZERO!", "#DZIEL/0!", "#ARG!", "#ADR!", "#NAZWA?", "#LICZBA!", "#DĚLENÍ_NULOU!",
    "#HODNOTA!", "#ODKAZ!", "#NÁZEV?", "#ČÍSLO!", "#NENÍ_K_DISPOZICI", "#NEDOSTUPNÝ",
    "#NEDOSTUPNÉ", "#DELENIENULOU!", "#NÁZOV?",
    // Swedish, Danish, Norwegian, Finnish
    "#SKÄRNING!", "#DIVISION/0!", "#VÄRDEFEL!", "#REFERENS!", "#NAMN?", "#OGILTIGT!", "#SAKNAS!",
    "#VÆRDI!", "#REFERENCE!", "#NAVN?", "#I/T", "#VERDI!", "#JAKO/0!", "#ARVO!", "#VIITTAUS!",
    "#NIMI?", "#LUKU!", "#PUUTTUU!", "#PUUTTUU", "#TYHJÄ!",
    // Hungarian, Romanian, Slovenian, Croatian
    "#NULLA!", "#ZÉRÓOSZTÓ!", "#ÉRTÉK!", "#HIV!", "#NÉV?", "#SZÁM!", "#HIÁNYZIK", "#NUME?",
    "#VREDN!", "#VRIJ!", "#VRIJEDNOST!", "#NAZIV?", "#SKLIC!", "#IME?", "#ŠTEV!", "#N/V", "#BROJ!",
    // Turkish
    "#BOŞ!", "#SAYI/0!", "#DEĞER!", "#BAŞV!", "#AD?", "#SAYI!", "#YOK", "#TAŞMA!",
    // Russian, Ukrainian, Bulgarian
    "#ПУСТО!", "#ДЕЛ/0!", "#ЗНАЧ!", "#ССЫЛКА!", "#ИМЯ?", "#ЧИСЛО!", "#Н/Д", "#ПЕРЕНОС!",
    "#ЗНАЧЕН!", "#ПОСИЛАННЯ!", "#НАЗВА?", "#ІМ'Я?", "#ДІЛ/0!", "#СТОЙНОСТ!", "#ИМЕ?",
    // Greek
    "#ΔΙΑΙΡ/0!", "#ΤΙΜΗ!", "#ΑΞΙΑ!", "#ΑΝΑΦ!", "#ΌΝΟΜΑ?", "#ΟΝΟΜΑ?", "#ΑΡΙΘ!", "#Δ/Υ", "#ΚΕΝΟ!",
    // Languages of East Asia, where LibreOffice and others translate them
    "#值!", "#名称?", "#引用!", "#除数为零!", "#値!", "#名前?", "#参照!",
  ]

  /// Errors that are written without their last sign, or that may also be a word with a `#`.
  static let shortErrors: Set = [
    "#REF", "#DIV/0", "#VALUE", "#NAME", "#NUM", "#NULL", "#BEZUG", "#WERT", "#NA",
  ]

  /// The word before the number of an error in LibreOffice, in the languages that it speaks.
  static let errorBeginnings: Set = [
    "err", "fehler", "erreur", "error", "erro", "errore", "fout", "ошибка", "помилка", "грешка",
    "błąd", "chyba", "fel", "fejl", "feil", "virhe", "hiba", "hata", "eroare", "greška", "napaka",
    "klaida", "kļūda", "viga", "σφάλμα", "エラー", "错误", "錯誤", "오류", "خطأ", "שגיאה", "lỗi",
    "ข้อผิดพลาด",
  ]

  /// What programs write for an empty cell, as no one writes a word.
  static let nothings: Set = [
    "n/a", "n.a.", "#n/a", "#n/a n/a", "undefined", "<na>", "<null>", "(null)", "(none)",
    "[object object]", "-nan", "+nan", "1.#qnan", "1.#ind", "-1.#ind", "(blank)", "(leer)",
    "(vide)", "(empty)", "(vacío)", "(vacías)", "(en blanco)", "(em branco)", "(vuoto)", "(leeg)",
    "(puste)", "(prázdné)", "(tomt)", "(tom)", "(tyhjä)", "(üres)", "(boş)", "(пусто)", "(空白)",
    "(비어 있음)",
  ]

  /// Words for nothing that may also be the name of somebody or something.
  static let nothingWords: Set = ["nan", "null", "none", "nil", "nat", "na"]

  /// The short names of months, without dots.
  static let months: Set<String> = {
    let languages = [
      "jan feb mar apr may jun jul aug sep sept oct nov dec",
      "jän mrz mär märz mai juni juli okt dez",
      "janv févr fevr mars avr juin juil août aout déc",
      "ene abr ago dic gen mag giu lug set ott fev out gener febr abril juny juliol",
      "mrt mei maj sty lut kwi cze lip sie wrz paź lis gru des",
      "led úno bře dub kvě čvn čvc srp zář říj pro",
      "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
      "márc ápr máj jún júl szept",
      "oca şub nis haz tem ağu eyl eki kas ara",
      "янв фев мар апр май мая июн июл авг сен сент окт ноя нояб дек",
      "січ лют бер кві тра чер лип сер вер жов лис гру",
      "ιαν φεβ μαρ μάρ απρ μαϊ μάι ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
      "ינו פבר מרץ אפר מאי יונ יול אוג ספט אוק נוב דצמ",
      "มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค",
      "ian iun iul noi sij velj ožu tra svi lip srp kol ruj stu pros",
      "saus vas bal geg birž liep rugp rugs spal lapkr gruod",
    ]
    return Set(languages.flatMap { $0.split(separator: " ").map(String.init) })
  }()

  /// Months that are everyday words as well, as in "May 5" and "Set 3".
  static let everydayMonths: Set = [
    "may", "mai", "set", "out", "mag", "gen", "lip", "lis", "mars", "sept", "mei", "maj", "pro",
    "led", "dub", "dic", "ago", "ara", "elo", "kas", "tom", "bal", "vas", "des", "kol", "tra",
    "svi",
  ]
}
