// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import StrictJSON
package import Voices

extension LanguageTexts {
  /// What reports say, in a language by its code; English in one that there is not.
  package static func ofReports(in code: String? = nil) -> LanguageTexts {
    let isKnown = code.map { TemplateFiles.names(in: "languages").contains("\($0).json") } ?? false
    let bytes = TemplateFiles.bytes(at: "languages/\(isKnown ? code ?? "en" : "en").json")
    let root = try? JSONDocument(reading: bytes).root
    return LanguageTexts(root, sections: ["page", "terminal", "report"])
  }
}
