// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import StrictJSON

// What is well formed in a statement of Android. Reading, linting and writing ask the same here, so
// that none of them takes what another one refuses.
extension String {
  /// `kind/detail`, such as `delegate_permission/common.handle_all_urls`.
  var isRelation: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy(\.isRelationPart)
  }

  /// Two parts or more between dots, each beginning with a letter.
  var isPackageName: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        part.utf8.first.map { $0.isASCIILetterOrDigit && !(0x30...0x39).contains($0) } == true
          && part.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
      }
  }

  /// 32 octets in upper-case hexadecimal digits, colons between them.
  var isFingerprint: Bool { asFingerprint?.utf8.elementsEqual(utf8) == true }

  /// The fingerprint that was meant, if only case and colons are wrong.
  var asFingerprint: String? {
    let digits = uppercased().utf8.filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 64, digits.allSatisfy({ $0.hexValue != nil }) else { return nil }
    return stride(from: 0, to: 64, by: 2).map {
      String(decoding: digits[$0..<$0 + 2], as: UTF8.self)
    }.joined(separator: ":")
  }
}

extension Substring {
  /// The characters that a part of a relation may have.
  fileprivate var isRelationPart: Bool {
    !isEmpty
      && utf8.allSatisfy {
        $0.isASCIILetterOrDigit && $0 == $0.folded || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: ".")
      }
  }
}

extension JSONNode {
  /// The relations of a statement; nil unless they are a list in which all are well formed.
  var relations: [String]? {
    guard let elements = self["relation"]?.elements, !elements.isEmpty else { return nil }
    let relations = elements.compactMap(\.string)
    return relations.count == elements.count && relations.allSatisfy(\.isRelation)
      ? relations : nil
  }
}
