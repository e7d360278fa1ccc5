// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibXML2

extension XMLFault {
  /// What one of libxml2's errors means to someone who writes a manifest.
  init(_ error: xmlError) {
    let code = UInt32(bitPattern: error.code)
    self =
      switch code {
      case XML_ERR_DOCUMENT_EMPTY.rawValue, XML_ERR_DOCUMENT_START.rawValue: .empty
      case XML_ERR_DOCUMENT_END.rawValue: .behindTheEnd
      case XML_ERR_TAG_NOT_FINISHED.rawValue, XML_ERR_COMMENT_NOT_FINISHED.rawValue,
        XML_ERR_CDATA_NOT_FINISHED.rawValue, XML_ERR_PI_NOT_FINISHED.rawValue:
        .truncated
      case XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue, XML_ERR_NAME_REQUIRED.rawValue:
        .bareAmpersand
      case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
        .unknownEntity(error.str1.map { String(cString: $0) })
      case XML_ERR_TAG_NAME_MISMATCH.rawValue: .mismatchedTag
      case XML_ERR_ATTRIBUTE_REDEFINED.rawValue, XML_NS_ERR_ATTRIBUTE_REDEFINED.rawValue:
        .repeatedAttribute
      case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue, XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue,
        XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue:
        .missingQuotes
      case XML_ERR_SPACE_REQUIRED.rawValue: .missingSpace
      case XML_ERR_HYPHEN_IN_COMMENT.rawValue: .hyphensInComment
      case XML_ERR_LT_IN_ATTRIBUTE.rawValue: .lessThanInAttribute
      case XML_ERR_INVALID_ENCODING.rawValue: .invalidUTF8
      case XML_ERR_UNSUPPORTED_ENCODING.rawValue, XML_ERR_UNKNOWN_ENCODING.rawValue:
        .unsupportedEncoding
      case XML_ERR_INVALID_CHAR.rawValue, XML_ERR_INVALID_CHARREF.rawValue: .invalidCharacter
      case XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue: .undeclaredPrefix
      default: .other(error.code)
      }
  }
}
