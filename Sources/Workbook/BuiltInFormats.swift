// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The number formats that have a number and are not written in the workbook.
enum BuiltInFormats {
  static func format(_ number: Int) -> NumberFormat? {
    if let code = codes[number] { return NumberFormat(code: code) }
    // Dates whose code is another one in each language of East Asia and in Thai.
    if (27...36).contains(number) || (50...58).contains(number) || (71...81).contains(number) {
      return NumberFormat(code: "[$-F800]yyyy/mm/dd")
    }
    return nil
  }

  private static let codes: [Int: String] = [
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "$#,##0_);($#,##0)",
    6: "$#,##0_);[Red]($#,##0)", 7: "$#,##0.00_);($#,##0.00)",
    8: "$#,##0.00_);[Red]($#,##0.00)", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm/dd/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)", 39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);[Red](#,##0.00)", 41: "_-* #,##0_-", 42: "_-$* #,##0_-", 43: "_-* #,##0.00_-",
    44: "_-$* #,##0.00_-", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
  ]
}
