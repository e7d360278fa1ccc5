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

  @Test func whatTheProgramNamesIsThere() throws {
    #expect(TemplateFiles.bytes(at: "nothing").isEmpty)
    #expect(!JobTemplate.schema.isEmpty)
    for template in JobTemplate.allCases {
      #expect(!template.summary.isEmpty, "\(template)")
      #expect(template.sheet?.bytes.isEmpty != true, "\(template)")
    }
    for snippet in TemplateFiles.serverSnippets {
      #expect(!snippet.bytes.isEmpty, "\(snippet.name)")
      // The project's own folder has them as a `site make` left them.
      let own = try contents(of: "\(packageRoot)/well-known/servers/\(snippet.name)")
      #expect(own == snippet.bytes, "\(snippet.name)")
    }
  }

  /// A script that imports what another one does not have keeps the whole page from loading.
  @Test func theScriptsOfThePageHaveWhatTheyImport() throws {
    let folder = "\(packageRoot)/Templates/page"
    var scripts: [String: String] = [:]
    for name in names(in: folder) where name.hasSuffix(".js") {
      scripts[name] = String(decoding: try contents(of: "\(folder)/\(name)"), as: UTF8.self)
    }
    let exports = scripts.mapValues { text in
      Set(text.matches(of: /export (?:async )?(?:const|let|function) (\w+)/).map { String($0.1) })
    }
    for (name, text) in scripts {
      var imported: Set<String> = []
      for found in text.matches(of: /import \{([^}]*)\} from "\.\/([\w.]+)"/) {
        for word in found.1.matches(of: /\w+/).map({ String($0.0) }) {
          #expect(exports[String(found.2)]?.contains(word) == true, "\(name): \(word)")
          #expect(imported.insert(word).inserted, "\(name): \(word)")
        }
      }
      // And they import what they call: the browser would say so only when it comes to that place.
      let own = Set(
        text.matches(of: /(?:const|let|function) (\w+)/).map { String($0.1) })
      let called = Set(text.matches(of: /[^\w.$#-](\w+)\(/).map { String($0.1) })
      let others = exports.filter { $0.key != name }.values.reduce(into: Set()) { $0.formUnion($1) }
      #expect(called.intersection(others).subtracting(imported).subtracting(own) == [], "\(name)")
    }
  }
}
