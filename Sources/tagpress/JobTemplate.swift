// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A job to start from: the files in `Templates/`, which are bytes in this program.
enum JobTemplate: String, CaseIterable {
  case oneLink = "one-link"
  case spreadsheet
  case numbers
  case tokens
  case appClip = "app-clip"
  case password
  case uidMirror = "uid-mirror"

  /// The structure of manifests for editors, to which every manifest refers.
  static var schema: [UInt8] { PackageResources.job_rng }

  /// What the job is for: the first line of the comment that begins the file.
  var summary: String {
    for line in lines where !line.hasPrefix("<!-- SPDX") {
      var words = line.split(separator: " ")
      words.removeAll { $0 == "<!--" || $0 == "-->" }
      if let first = words.first, !first.hasPrefix("<?") { return words.joined(separator: " ") }
    }
    return ""
  }

  /// The spreadsheet that the job takes its rows from.
  var sheet: (name: String, bytes: [UInt8])? {
    self == .spreadsheet ? ("stores.csv", PackageResources.stores_csv) : nil
  }

  /// Whether the job needs a key file.
  var hasKey: Bool { self == .password }

  /// The manifest of a job with this name, and with this link if there is one.
  func manifest(named name: String, link: String?) -> String {
    let lines = lines.filter { !$0.hasPrefix("<!-- SPDX") }.map { line in
      if line.hasPrefix("<job ") {
        return "<job xmlns=\"urn:tagpress:job:1\" id=\"\(name)\" title=\"\(name)\">"
      }
      if let link, line.hasPrefix("  <link>") { return "  <link>\(xml(link))</link>" }
      return line.renamed("\(rawValue).xml", "\(name).xml").renamed("spring.keys", "\(name).keys")
    }
    return lines.joined(separator: "\n")
  }

  private var lines: [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private var bytes: [UInt8] {
    switch self {
    case .oneLink: PackageResources.one_link_xml
    case .spreadsheet: PackageResources.spreadsheet_xml
    case .numbers: PackageResources.numbers_xml
    case .tokens: PackageResources.tokens_xml
    case .appClip: PackageResources.app_clip_xml
    case .password: PackageResources.password_xml
    case .uidMirror: PackageResources.uid_mirror_xml
    }
  }
}

extension String {
  /// The text with another name wherever it says the first one.
  fileprivate func renamed(_ name: String, _ other: String) -> String {
    var text = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(name) {
        text += other
        rest.removeFirst(name.count)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }
}

/// A text as XML has it, in an element or between double quotes.
func xml(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    // XML makes a space of each of these, but not of their numbers.
    case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
