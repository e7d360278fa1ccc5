// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What people call a tag: by its chip where that is known, otherwise by its type.

extension Type2Image {
  /// The chip's name, or the name for its answer to GET_VERSION.
  package func title(answering version: [UInt8]?) -> String {
    chip?.title ?? version.flatMap { ChipVersion(answer: $0).name } ?? "An unknown Type 2 tag"
  }
}

extension Type3Image {
  package var title: String { chip?.title ?? "A Type 3 tag (FeliCa)" }
}

extension Type5Image {
  package var title: String { chip?.title ?? "A Type 5 tag (ISO 15693)" }
}
