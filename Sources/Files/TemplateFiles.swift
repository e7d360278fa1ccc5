// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CTemplates

/// The files of `Templates`, which are inside the program.
package enum TemplateFiles {
  /// Their paths in that folder, in order.
  package static let paths: [String] = {
    var paths: [String] = []
    while let file = tagpress_template_number(paths.count) {
      paths.append(String(cString: file.pointee.path))
    }
    return paths
  }()

  /// Every path that the program names exists, as a test proves.
  package static func bytes(at path: String) -> [UInt8] {
    guard let file = tagpress_template_at(path) else { return [] }
    return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
  }

  /// The files in a folder of it, by the rest of each path.
  package static func names(in folder: String) -> [String] {
    paths.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
  }

  /// Configurations that make web servers send the association files.
  package static let serverSnippets = ["nginx.conf", "apache.conf", "Caddyfile"].map { name in
    (name: name, bytes: bytes(at: "servers/\(name)"))
  }
}
