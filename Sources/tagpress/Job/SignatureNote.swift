// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import TagMemory

/// Offers a new job, or explains, what only chips can have that their maker signs; nil for others.
func signatureNote(for fits: [ChipFit], _ isGenuine: Bool) -> String? {
  guard !fits.isEmpty, fits.allSatisfy(\.chip.isSigned) else { return nil }
  return isGenuine
    ? "Only tags with their maker's signature are used; cheap copies are put aside."
    : "Cheap copies lack the signature of the chip's maker: --genuine has them put aside, as does"
      + " genuine=\"require\" in the manifest."
}
