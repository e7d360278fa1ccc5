// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How much JSON is read.
package struct JSONLimits: Sendable {
  /// 4 MiB: thirty times what Apple takes for an association file, and still read in a moment.
  package static let byteCount = 4 << 20
  /// Brackets within brackets: the reader calls itself once for each, so no caller may raise it.
  package static let depth = 128
  /// Findings kept of one text; a text with more is not what it says it is.
  package static let findingCount = 1000

  package let byteCount: Int
  package let depth: Int

  package init(byteCount: Int = Self.byteCount, depth: Int = Self.depth) {
    self.byteCount = byteCount
    self.depth = min(depth, Self.depth)
  }
}

/// A JSON text and the value in it.
package struct JSONDocument: Sendable {
  package let bytes: [UInt8]
  package let root: JSONNode
  private let places: JSONPlaces

  init(bytes: [UInt8], root: JSONNode, places: JSONPlaces) {
    self.bytes = bytes
    self.root = root
    self.places = places
  }

  /// Reads `bytes` as RFC 8259 has it, and throws the first thing that is wrong.
  package init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONFinding) {
    var reader = JSONReader(of: bytes, limits: limits, isLenient: false)
    let root = try reader.readText()
    self.init(bytes: bytes, root: root, places: reader.places)
  }

  /// Line and column of a byte of the text, say of `node.range.lowerBound`.
  package func position(of offset: Int) -> JSONPosition {
    places.position(of: offset)
  }
}

/// All that can be said about a JSON text that may be wrong in several places.
package struct JSONLint: Sendable {
  /// The document, if what was meant is beyond doubt.
  ///
  /// All members with equal keys are there; a lone surrogate is U+FFFD.
  package let document: JSONDocument?
  /// In the order in which they were met; an irrecoverable one is the last.
  package let findings: [JSONFinding]

  package init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) {
    var reader = JSONReader(of: bytes, limits: limits, isLenient: true)
    do throws(JSONFinding) {
      let root = try reader.readText()
      document = JSONDocument(bytes: bytes, root: root, places: reader.places)
      findings = reader.findings
    } catch {
      document = nil
      findings = reader.findings + [error]
    }
  }
}
