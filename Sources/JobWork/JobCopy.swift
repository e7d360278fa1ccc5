// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import JobManifest
internal import Plain

/// A job that begins as another one is: with its link, its rules and its lists, and without its tags and
/// its key.
package struct JobCopy {
  /// Makes it in a folder of its own, beside the others; the path of its manifest.
  package static func make(
    of file: String, named id: String, titled title: String
  ) throws(Failure) -> String {
    guard let text = String(validating: ManifestEdit(file).bytes, as: UTF8.self),
      let copy = text.calling(id, title)
    else {
      throw .refused("no-place", "The manifest is not as expected, so it cannot be copied.")
    }
    let places = ManifestPlaces(in: text)
    let lists = JobList.names(in: text)
    let isOwn = places.rows.allSatisfy { rows in
      rows.attributes["from"].map { lists.contains($0.value) } ?? true
    }
    guard isOwn else {
      throw .refused(
        "foreign-file", "The job takes its list from another folder. Copy the folders yourself.")
    }
    let home = String(file.dropLast(lastName(of: file).count))
    let manifest = "\(id).xml"
    do throws(NewFolderError) {
      var folder = try NewFolder(id)
      try folder.write(Array(copy.utf8), to: manifest)
      if !lists.contains("job.rng") { try folder.write(JobTemplate.schema, to: "job.rng") }
      for list in lists { try folder.copy(home + list, to: list) }
      try folder.finish()
    } catch {
      throw Failure(error)
    }
    return "\(id)/\(manifest)"
  }
}

extension ManifestEdit {
  /// Gives the job another title; its id, by which its ledger knows it, stays.
  package func rename(to title: String) throws(Failure) {
    try change { $0.calling(nil, title) }
  }
}

extension String {
  /// The manifest with another id and title; nil if it has no place for them.
  fileprivate func calling(_ id: String?, _ title: String) -> String? {
    guard let old = ManifestPlaces(in: self).job?.attributes, let place = old["id"] else {
      return nil
    }
    var changes: [(range: Range<Index>, text: String)] = []
    if let id { changes.append((place.range, "\"\(xml(id))\"")) }
    let quoted = "\"\(xml(title))\""
    if let was = old["title"] {
      changes.append((was.range, quoted))
    } else {
      let end = place.range.upperBound
      changes.append((end..<end, " title=\(quoted)"))
    }
    return replacing(changes)
  }
}
