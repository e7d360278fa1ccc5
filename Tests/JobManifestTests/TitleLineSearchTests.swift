// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobManifest

struct TitleLineSearchTests {
  /// Rows with | between their fields, and the row with the names if the first one has a title.
  static let sheets: [(rows: [String], header: Int?)] = [
    (["id|city|url", "1|Bern|x"], nil), (["id", "1", "2"], nil), ([], nil), (["", ""], nil),
    (["Shops 2026", "id|city|url", "1|Bern|x"], 2), (["Shops||", "id|city|url", "1|Bern|x"], 2),
    (["Shops", "", "id|city", "1|Bern"], 3), (["Shops", "as of May", "", "id|city|x", "1|B|x"], 4),
    (["Shops|||||May", "id|city|street|zip|url|note", "1|a|b|2|c|d"], 2),
    (["", "Shops", "id|city", "1|Bern"], 3), (["売上", "番号|店", "1|東京"], 2),
    // A title can fill more than half of the fields, with a date or a number among them.
    (["Shops|01.03.2026|300|", "nr|city|zip|url", "1|Bern|3001|x"], 2),
    (["Note 1|x|", "Note 2|x|", "", "nr|city|url", "1|Bern|x"], 4),
    (["nr|price 2026|", "a|b|c", "d|e|f"], nil), (["1|Bern|", "2|Chur|", "3|Genf|x"], nil),
    // What follows are no names: a name is missing instead.
    (["id||", "1|Bern|x", "2|Basel|y"], nil), (["url", "https://a|https://b"], nil),
    (["name|", "a|a", "b|b"], nil), (["mail", "a@b|c@d"], nil),
    // Only fields at the end are empty, or one is without a name.
    (["id|city|", "1|Bern|x", "2|Basel|y"], nil), (["id|city|url", "1", "2||x"], nil),
  ]

  @Test(arguments: sheets)
  func findsATitle(rows: [String], header: Int?) {
    var search = TitleLineSearch()
    for (index, row) in rows.enumerated() {
      search.note(
        row: index + 1,
        fields: row.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
    }
    #expect(search.likelyHeader == header)
    #expect((search.title == nil) == (header == nil))
  }
}
