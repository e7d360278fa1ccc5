// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Files
import JobWork
import TestSupport
import Testing

@testable import tagpress

/// The folder `Templates` is in the program, file by file and byte for byte.
struct TemplateFilesTests {
  private static let folder = packageRoot + "/Templates"

  @Test func everyFileIsInTheProgram() throws {
    var paths: Set<String> = []
    for name in names(in: Self.folder) {
      let inside = names(in: "\(Self.folder)/\(name)")
      paths.formUnion(inside.isEmpty ? [name] : inside.map { "\(name)/\($0)" })
    }
    #expect(Set(TemplateFiles.paths) == paths)
    for path in paths {
      let file = try contents(of: "\(Self.folder)/\(path)")
      #expect(TemplateFiles.bytes(at: path) == file, "\(path)")
    }
  }

  @Test func whatTheProgramNamesIsThere() {
    #expect(TemplateFiles.bytes(at: "nothing").isEmpty)
    #expect(!JobTemplate.schema.isEmpty)
    for template in JobTemplate.allCases {
      #expect(!template.summary.isEmpty, "\(template)")
      #expect(template.sheet?.bytes.isEmpty != true, "\(template)")
    }
    for snippet in TemplateFiles.serverSnippets {
      #expect(!snippet.bytes.isEmpty, "\(snippet.name)")
    }
  }
}
