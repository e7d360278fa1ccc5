// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import TagMemory

/// Offers a new job, or explains, what only chips can have that their maker signs; nil for others.
func signatureNote(for fits: [ChipFit], _ isGenuine: Bool) -> String? {
  guard !fits.isEmpty, fits.allSatisfy(\.chip.isSigned) else { return nil }
  return isGenuine
    ? "Only tags with their maker's signature are used; cheap copies are put aside."
    : "Cheap copies have no signature from the chip's maker. To refuse them, use --genuine, or"
      + " write genuine=\"require\" in the manifest."
}
