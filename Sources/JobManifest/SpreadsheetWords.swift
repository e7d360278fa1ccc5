// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What spreadsheet programs write into cells in the languages that they speak, in one case.
enum SpreadsheetWords {
  /// What stands in a cell whose formula failed.
  static let errors: Set = [
    // English, and what Excel has in every language.
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!",
    "#CALC!", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!", "#PYTHON!", "#ERROR!",
    "#MACRO?", "#EXTERNAL!", "#TIMEOUT!",
    // German
    "#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#ÜBERLAUF!", "#FELD!", "#KALK!", "#BLOCKIERT!",
    // French
    "#NUL!", "#VALEUR!", "#REF!", "#NOM?", "#NOMBRE!", "#EPARS!", "#CHAMP!", "#PROPAGATION!",
    // Spanish and Portuguese
    "#¡NULO!", "#¡DIV/0!", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!", "#N/D", "#NULO!",
    "#VALOR!", "#NOME?", "#NÚM!", "#DESBORDAMIENTO!", "#¡DESBORDAMIENTO!",
    // Italian
    "#NULLO!", "#VALORE!", "#RIF!", "#ESPANSIONE!",
    // Dutch
    "#LEEG!", "#DEEL/0!", "#WAARDE!", "#VERW!", "#NAAM?", "#GETAL!", "#N/B", "#OVERLOOP!",
    // Polish and Czech
    "#ZERO!", "#DZIEL/0!", "#ARG!", "#ADR!", "#NAZWA?", "#LICZBA!", "#DĚLENÍ_NULOU!",
    "#HODNOTA!", "#ODKAZ!", "#NÁZEV?", "#ČÍSLO!", "#NENÍ_K_DISPOZICI",
    // Swedish, Danish, Norwegian, Finnish
    "#SKÄRNING!", "#DIVISION/0!", "#VÄRDEFEL!", "#REFERENS!", "#NAMN?", "#OGILTIGT!", "#SAKNAS!",
    "#NUL!", "#VÆRDI!", "#REFERENCE!", "#NAVN?", "#I/T", "#VERDI!", "#JAKO/0!", "#ARVO!",
    "#VIITTAUS!", "#NIMI?", "#LUKU!", "#PUUTTUU!",
    // Hungarian, Turkish, Russian
    "#NULLA!", "#ZÉRÓOSZTÓ!", "#ÉRTÉK!", "#HIV!", "#NÉV?", "#SZÁM!", "#HIÁNYZIK", "#BOŞ!",
    "#SAYI/0!", "#DEĞER!", "#BAŞV!", "#AD?", "#SAYI!", "#YOK", "#ПУСТО!", "#ДЕЛ/0!", "#ЗНАЧ!",
    "#ССЫЛКА!", "#ИМЯ?", "#ЧИСЛО!", "#Н/Д",
  ]

  /// The short names of months.
  static let months: Set = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "jän", "mrz", "mär", "märz", "mai", "juni", "juli", "okt", "dez",
    "janv", "févr", "fevr", "mars", "avr", "juin", "juil", "août", "aout", "déc",
    "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set", "ott", "fev", "out",
    "mrt", "mei", "maj", "sty", "lut", "kwi", "cze", "lip", "sie", "wrz", "paź", "lis", "gru",
    "янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек",
  ]
}
