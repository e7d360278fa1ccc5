// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The two namespaces that the elements of an .xlsx may have: the usual one, and that of files that
/// were saved as "Strict Open XML".
struct SheetSpaces {
  private let usual: PartName
  private let strict: PartName

  init(_ parser: PartParser) {
    usual = parser.name("http://schemas.openxmlformats.org/spreadsheetml/2006/main")
    strict = parser.name("http://purl.oclc.org/ooxml/spreadsheetml/main")
  }

  func hold(_ space: PartName?) -> Bool { space == usual || space == strict }
}

/// The attribute that names a relation of the part, which is in a namespace of its own for each of the
/// two.
struct RelationID {
  private let id: PartName
  private let usual: PartName
  private let strict: PartName

  init(_ parser: PartParser) {
    id = parser.name("id")
    usual = parser.name("http://schemas.openxmlformats.org/officeDocument/2006/relationships")
    strict = parser.name("http://purl.oclc.org/ooxml/officeDocument/relationships")
  }

  func value(of tag: borrowing PartTag) -> UnsafeBufferPointer<UInt8>? {
    tag.value(id, in: usual) ?? tag.value(id, in: strict)
  }
}
