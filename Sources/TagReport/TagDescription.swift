// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// What was read from one tag, for people and for programs.
package protocol TagDescription {
  /// Whether nothing is wrong with what is on the tag.
  var isSound: Bool { get }

  func page(raw: Bool) -> String
  func json(raw: Bool) -> JSONValue
}
