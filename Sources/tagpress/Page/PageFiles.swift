// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import PageServer

/// The files of the page, which are in `Templates/page` and embedded in the program.
enum PageFiles {
  static func file(at path: String) -> PageAnswer? {
    if path == "/languages.json" {
      return PageAnswer(.ok, "application/json; charset=utf-8", Languages.object)
    }
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard let bytes = files[name], let ending = name.split(separator: ".").last else { return nil }
    let type =
      switch ending {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      default: "text/javascript; charset=utf-8"
      }
    return PageAnswer(.ok, type, bytes)
  }

  /// A test compares the names with the folder.
  static let files: [String: [UInt8]] = [
    "base.js": PackageResources.base_js,
    "build.js": PackageResources.build_js,
    "check.js": PackageResources.check_js,
    "events.js": PackageResources.events_js,
    "hands.js": PackageResources.hands_js,
    "home.js": PackageResources.home_js,
    "index.html": PackageResources.index_html,
    "job.js": PackageResources.job_js,
    "labels.js": PackageResources.labels_js,
    "main.js": PackageResources.main_js,
    "new.js": PackageResources.new_js,
    "page.css": PackageResources.page_css,
    "pictures.js": PackageResources.pictures_js,
    "preview.js": PackageResources.preview_js,
    "readers.js": PackageResources.readers_js,
    "report.js": PackageResources.report_js,
    "run.js": PackageResources.run_js,
    "server.js": PackageResources.server_js,
    "sheet.js": PackageResources.sheet_js,
    "sound.js": PackageResources.sound_js,
    "special.js": PackageResources.special_js,
    "website.js": PackageResources.website_js,
    "words.js": PackageResources.words_js,
    "write.js": PackageResources.write_js,
  ]
}
