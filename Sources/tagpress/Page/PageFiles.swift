// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import PageServer

/// The files of the page, which are in `Templates/page` and embedded in the program.
enum PageFiles {
  static func file(at path: String) -> PageAnswer? {
    if path == "/languages.json" {
      return PageAnswer(.ok, "application/json; charset=utf-8", Languages.object)
    }
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard names.contains(name), let ending = name.split(separator: ".").last else { return nil }
    let type =
      switch ending {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      default: "text/javascript; charset=utf-8"
      }
    return PageAnswer(.ok, type, TemplateFiles.bytes(at: "page/\(name)"))
  }

  private static let names = Set(TemplateFiles.names(in: "page"))
}
