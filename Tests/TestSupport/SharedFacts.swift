// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// Test data of other people, which is next to the project on some machines only.
///
/// Tests that use it are an addition: each kind has its own hand-made cases in the project.
package enum SharedFacts {
  /// Why such a test is skipped; `.ci/swift-test` lets a skip for a reason of this kind pass in CI.
  package static let areMissing = "addition: the shared files are not on this machine"

  /// The path of a file of theirs; `TAGPRESS_SHARED` names the folder, otherwise it is next to the
  /// project.
  package static func path(of name: String) -> String {
    let folder = environmentVariable("TAGPRESS_SHARED") ?? "\(packageRoot)/../shared"
    return "\(folder)/\(name)"
  }

  package static func have(_ name: String) -> Bool {
    (try? contents(of: path(of: name))) != nil
  }

  package static func json(_ name: String) throws -> JSONNode {
    try JSONDocument(reading: contents(of: path(of: name))).root
  }
}

/// The folder that holds Package.swift.
package let packageRoot = folder(folder(folder(#filePath)))

private func folder(_ path: String) -> String {
  String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
}
