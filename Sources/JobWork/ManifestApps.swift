// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest

/// The apps of a job in the text of its manifest, which otherwise stays as it is.
package enum ManifestApps {
  /// The manifest with these apps; one that it has already gets these certificates in place of its own.
  ///
  /// Nil if the manifest cannot be read.
  package static func adding(_ apps: [App.Kind], to text: String) -> String? {
    guard let elements = ManifestElements(in: text), let link = elements["link"].first else {
      return nil
    }
    let heads = ["link", "tags", "protect", "approval", "app"].flatMap { elements[$0] }
    let anchor = heads.max { $0.end < $1.end } ?? link
    var edits = ManifestEdits(text)
    for app in apps {
      let certificates = app.certificates.joined(separator: " ")
      if let old = elements.app(app.attribute, app.name) {
        if !certificates.isEmpty { edits.set("certificate", certificates, of: old) }
      } else {
        edits.insert(
          "app",
          [(app.attribute, app.name)]
            + (certificates.isEmpty ? [] : [("certificate", certificates)]),
          after: anchor)
      }
    }
    return edits.text
  }

  /// The manifest without an app; nil if it does not have it.
  package static func removing(_ attribute: String, _ name: String, from text: String) -> String? {
    guard let element = ManifestElements(in: text)?.app(attribute, name) else { return nil }
    var edits = ManifestEdits(text)
    edits.remove(element)
    return edits.text
  }
}

extension ManifestElements {
  fileprivate func app(_ attribute: String, _ name: String) -> Found? {
    ["ios", "clip", "android"].contains(attribute)
      ? self["app"].first { $0.attributes[attribute]?.value == name } : nil
  }
}
