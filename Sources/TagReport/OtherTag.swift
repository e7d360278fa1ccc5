// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import TagReading

/// What a tag is that TagPress cannot write, and what to use instead.
package func words(about tag: TagInField) -> String {
  switch tag.technology {
  case .typeA(_, let sak, _) where sak & 0x08 != 0:
    """
    This is a MIFARE Classic (SAK \(hex([sak]))). An iPhone cannot read it, so TagPress does \
    not write links to it. Use NTAG213, NTAG215 or NTAG216.
    """
  case .typeA(_, let sak, _):
    "This tag is of an unknown kind (SAK \(hex([sak]))). Use NTAG213, NTAG215 or NTAG216."
  case .felica:
    "This is a FeliCa card. Use FeliCa Lite-S or NTAG213."
  case .typeB:
    """
    This is an ISO 14443 Type B card, such as a passport or an identity card. It cannot hold a link \
    for phones. Use NTAG213.
    """
  case .vicinity:
    "This is an ISO 15693 tag. Use an ICODE SLIX or an ST25DV, or NTAG213."
  case .topaz:
    "This is a Topaz (Type 1) tag. An iPhone cannot read it. Use NTAG213."
  }
}
